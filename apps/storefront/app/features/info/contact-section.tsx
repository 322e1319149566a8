import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './contacts.module.css';

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
