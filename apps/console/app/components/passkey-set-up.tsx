import { dateText } from '@oyna/domain/date-text';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../lib/api.ts';
import { useErrorText } from '../lib/error-text.ts';
import { useLanguage, useTexts } from '../lib/texts.tsx';
import styles from './second-factor.module.css';

/** Asks the browser for a passkey and gives it to the server. */
export function PasskeySetUp({ onDone }: { onDone(recoveryCodes: string[] | null): void }) {
  const t = useTexts('profile');
  const { language } = useLanguage();
  const errorText = useErrorText();
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false });
  const add = async () => {
    setState({ isBusy: true });
    try {
      const options = await callApi((api) => api.POST('/api/v1/profile/passkeys/options'));
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = { ...(await startRegistration({ optionsJSON })) };
      const body = { name: t('passkey-of', { day: dateText(new Date().toISOString(), language, false) }), response };
      const { recoveryCodes } = await callApi((api) => api.POST('/api/v1/profile/passkeys', { body }));
      setState({ isBusy: false });
      onDone(recoveryCodes);
    } catch (error) {
      // The browser's own refusal, such as a closed window, has no code of ours.
      const isOurs = error instanceof Error && 'requestId' in error;
      setState({ isBusy: false, error: isOurs ? errorText(error) : t('passkey-refused') });
    }
  };
  return (
    <div className={styles.setUp}>
      <Button variant="primary" icon={<KeyRound size={16} />} isBusy={state.isBusy} onClick={add}>
        {t('passkey-add')}
      </Button>
      <FormNotice error={state.error} />
    </div>
  );
}
