import { useToast } from '@oyna/ui/toast';
import { Building2, Copy, Handshake, Headset, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './contacts.module.css';

export interface Contacts {
  supportEmail: string;
  partnersEmail: string;
  city: string | undefined;
  address: string | undefined;
}

/** The target of links to the contacts (spec §2). */
export function ContactSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation('support');
  return (
    <section id="contact-point" className={styles.contact} aria-labelledby="contacts">
      <h2 id="contacts">{t('contacts')}</h2>
      {children}
    </section>
  );
}

/** Spec §2: city, address, and two e-mail addresses that a click copies. */
export function ContactList({ contacts }: { contacts: Contacts }) {
  const { t } = useTranslation('support');
  return (
    <dl className={styles.list}>
      <Row icon={<MapPin size={20} />} term={t('city')}>
        {contacts.city ?? t('city-default')}
      </Row>
      <Row icon={<Building2 size={20} />} term={t('address')}>
        {contacts.address ?? t('address-default')}
      </Row>
      <Row icon={<Headset size={20} />} term={t('support-email')}>
        <CopiedEmail email={contacts.supportEmail} />
      </Row>
      <Row icon={<Handshake size={20} />} term={t('partners-email')}>
        <CopiedEmail email={contacts.partnersEmail} />
      </Row>
    </dl>
  );
}

function Row({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>
        <span aria-hidden="true">{icon}</span>
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A mail link; with script, a click copies the address and shows a message. */
function CopiedEmail({ email }: { email: string }) {
  const { t } = useTranslation('support');
  const show = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(email);
      show(t('copied'), 'success');
    } catch {
      show(t('copied-error', { email }), 'danger');
    }
  };
  return (
    <a
      href={`mailto:${email}`}
      className={styles.email}
      aria-label={t('copy-email', { email })}
      title={t('copy-email', { email })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void copy();
      }}
    >
      {email}
      <Copy size={16} aria-hidden="true" />
    </a>
  );
}
