import { faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { callOnce } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import type { Session } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import styles from './sign-in.module.css';

type Way = Session['secondFactor']['ways'][number];

const FIELDS = { totp: 'code', 'recovery-code': 'recoveryCode', password: 'password' } as const;

interface SecondFactorFormProps {
  ways: readonly Way[];
  onSession(session: Session): void;
}

/** The second step of a sign-in, and the confirmation of a sensitive action. */
export function SecondFactorForm({ ways, onSession }: SecondFactorFormProps) {
  const t = useTexts('sign-in');
  const [way, setWay] = useState<Way>(ways.includes('passkey') ? 'passkey' : (ways[0] ?? 'totp'));
  const others = ways.filter((other) => other !== way);
  return (
    <div className={styles.form}>
      {way === 'passkey' ? (
        <PasskeyProof onSession={onSession} />
      ) : (
        <CodeForm key={way} way={way} onSession={onSession} />
      )}
      {others.map((other) => (
        <Button key={other} variant="quiet" onClick={() => setWay(other)}>
          {t(`use-${other}`)}
        </Button>
      ))}
    </div>
  );
}

function CodeForm({ way, onSession }: { way: keyof typeof FIELDS; onSession(session: Session): void }) {
  const t = useTexts('sign-in');
  const errorText = useErrorText();
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['proof'],
    (fields) => (textOf(fields, 'proof').trim() ? {} : { proof: 'code-invalid' as const }),
    async (fields) => {
      const proof = textOf(fields, 'proof');
      const body = { [FIELDS[way]]: way === 'password' ? proof : proof.replaceAll(/\s/g, '') };
      try {
        onSession(await callOnce((api) => api.POST('/api/v1/session/second-factor', { body })));
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  const error = errors.proof && errorText(errors.proof);
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit} onInput={onInput}>
      {way === 'password' ? (
        <PasswordField label={t('password')} name="proof" error={error} />
      ) : (
        <TextField
          label={t(`label-${way}`)}
          hint={t(`hint-${way}`)}
          name="proof"
          autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          error={error}
        />
      )}
      <FormNotice error={fault && errorText(fault.error)} requestId={fault?.requestId} />
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
        {t('confirm')}
      </Button>
    </form>
  );
}
