import type { User } from '@oyna/api-client/models';
import { Badge } from '@oyna/ui/badge';
import { Button } from '@oyna/ui/button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { ContactDialog } from './contact-dialog.tsx';
import styles from './edit-profile.module.css';
import { PasswordDialog } from './password-dialog.tsx';

type Opened = 'email' | 'confirm-email' | 'phone' | 'password' | undefined;

const PROVIDERS = { google: 'Google', vk: 'VK' };

/** E-mail, phone and password of the customer, with the three dialogs of spec §2. */
export function Contacts({ user, onPasswordChanged }: { user: User; onPasswordChanged(): void }) {
  const { t } = useTranslation('profile');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <section className={styles.panel} aria-labelledby="contacts">
      <h2 id="contacts">{t('contacts')}</h2>
      <dl className={styles.rows}>
        <Row
          name={t('email')}
          value={user.email ?? t('not-given')}
          badge={
            user.email &&
            (user.emailConfirmed ? (
              <Badge tone="success">{t('confirmed')}</Badge>
            ) : (
              <Badge tone="warning">{t('not-confirmed')}</Badge>
            ))
          }
        >
          {user.email && !user.emailConfirmed && (
            <Button variant="brand" onClick={() => setOpened('confirm-email')}>
              {t('confirm-it')}
            </Button>
          )}
          <ChangeButton of={t('email')} isSet={user.email !== null} onClick={() => setOpened('email')} />
        </Row>
        <Row name={t('phone')} value={user.phoneNumber ?? t('not-given')}>
          <ChangeButton of={t('phone')} isSet={user.phoneNumber !== null} onClick={() => setOpened('phone')} />
        </Row>
        <Row name={t('password')} value={user.hasPassword ? '••••••••' : t('no-password')}>
          <ChangeButton of={t('password')} isSet={user.hasPassword} onClick={() => setOpened('password')} />
        </Row>
        {user.providers.length > 0 && (
          <Row name={t('linked')} value={user.providers.map((provider) => PROVIDERS[provider]).join(', ')} />
        )}
      </dl>
      {(opened === 'email' || opened === 'confirm-email' || opened === 'phone') && (
        <ContactDialog
          kind={opened === 'phone' ? 'phone' : 'email'}
          user={user}
          isConfirming={opened === 'confirm-email'}
          onClose={close}
        />
      )}
      {opened === 'password' && (
        <PasswordDialog
          userName={user.userName}
          hasPassword={user.hasPassword}
          email={user.email}
          onClose={close}
          onChanged={onPasswordChanged}
        />
      )}
    </section>
  );
}

/** Its accessible name includes what it is for, because the page has several of them. */
function ChangeButton({ of, isSet, onClick }: { of: string; isSet: boolean; onClick(): void }) {
  const { t } = useTranslation('profile');
  const word = isSet ? t('change') : t('add');
  return (
    <Button aria-label={`${word}: ${of}`} onClick={onClick}>
      {word}
    </Button>
  );
}

interface RowProps {
  name: string;
  value: string;
  badge?: ReactNode;
  children?: ReactNode;
}

function Row({ name, value, badge, children }: RowProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.rowName}>{name}</dt>
      <dd className={styles.rowValue}>
        {value} {badge}
      </dd>
      {children && <dd className={styles.rowActions}>{children}</dd>}
    </div>
  );
}
