import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { callOnce } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import type { Session } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './sign-in.module.css';

export function PasskeyProof({ onSession }: { onSession(session: Session): void }) {
  const t = useTexts('sign-in');
  const errorText = useErrorText();
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false });
  const prove = async () => {
    setState({ isBusy: true });
    try {
      const options = await callOnce((api) => api.POST('/api/v1/session/passkey-options'));
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const passkey = { ...(await startAuthentication({ optionsJSON })) };
      onSession(await callOnce((api) => api.POST('/api/v1/session/second-factor', { body: { passkey } })));
      setState({ isBusy: false });
    } catch (error) {
      // The browser's own refusal, such as a closed window, has no code of ours.
      const isOurs = error instanceof Error && 'requestId' in error;
      setState({ isBusy: false, error: isOurs ? errorText(error) : t('passkey-refused') });
    }
  };
  return (
    <div className={styles.form}>
      <Button variant="primary" size="large" isWide icon={<KeyRound size={18} />} isBusy={state.isBusy} onClick={prove}>
        {t('use-passkey')}
      </Button>
      <FormNotice error={state.error} />
    </div>
  );
}
