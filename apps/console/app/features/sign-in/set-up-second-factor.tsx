import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasskeySetUp } from '../../components/passkey-set-up.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { TotpSetUp } from '../../components/totp-set-up.tsx';
import { sessionQuery } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './sign-in.module.css';

/** The first second factor of an operator: a passkey or an app. The recovery codes follow, and then the console. */
export function SetUpSecondFactor() {
  const t = useTexts('sign-in');
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const show = (recoveryCodes: string[] | null) => (recoveryCodes ? setCodes(recoveryCodes) : finish());
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  return (
    <div className={styles.form}>
      <p className={styles.reason}>{t('set-up-text')}</p>
      <PasskeySetUp onDone={show} />
      <p className={styles.or}>{t('or')}</p>
      <TotpSetUp onDone={show} />
    </div>
  );
}
