import { faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { callApi } from '../lib/api.ts';
import { useErrorText } from '../lib/error-text.ts';
import { useTexts } from '../lib/texts.tsx';
import styles from './second-factor.module.css';

/** A QR code for the authenticator app, and a code of it as the proof. */
export function TotpSetUp({ onDone }: { onDone(recoveryCodes: string[] | null): void }) {
  const t = useTexts('profile');
  const errorText = useErrorText();
  const { data: secret, error: failure } = useQuery({
    queryKey: ['new-totp'],
    queryFn: () => callApi((api) => api.POST('/api/v1/profile/totp')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['code'],
    (fields) => (textOf(fields, 'code').trim() ? {} : { code: 'code-invalid' as const }),
    async (fields) => {
      const code = textOf(fields, 'code').replaceAll(/\s/g, '');
      try {
        const { recoveryCodes } = await callApi((api) => api.PUT('/api/v1/profile/totp', { body: { code } }));
        onDone(recoveryCodes);
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  const wrong = fault?.error ?? (failure ? faultOf(failure).error : undefined);
  return (
    <form ref={form} className={styles.setUp} noValidate onSubmit={onSubmit} onInput={onInput}>
      <p>{t('totp-text')}</p>
      {secret && (
        <div className={styles.secret}>
          <QrCode text={secret.uri} label={t('totp-picture')} />
          <p>
            {t('totp-secret')}
            <code>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      )}
      <TextField
        label={t('totp-code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code && errorText(errors.code)}
      />
      <FormNotice error={wrong && errorText(wrong)} requestId={fault?.requestId} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {t('totp-confirm')}
      </Button>
    </form>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000000" d={path} />
    </svg>
  );
}
