import { faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callOnce } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useSetSession } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { proveWithPassword } from './prove-with-password.ts';
import styles from './sign-in.module.css';

/** The token is behind # in the link, so that no server and no log sees it in an address. */
export function InvitationForm() {
  const t = useTexts('sign-in');
  const errorText = useErrorText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const setSession = useSetSession();
  const token = location.hash.slice(1);
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOnce((api) => api.POST('/api/v1/invitation/look', { body: { token } })),
  });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['name', 'password'],
    (fields) => ({
      ...(!textOf(fields, 'name').trim() && { name: 'name-err' as const }),
      ...(!textOf(fields, 'password') && { password: 'pass-err' as const }),
    }),
    async (fields) => {
      const body = { token, name: textOf(fields, 'name').trim(), password: textOf(fields, 'password'), language };
      try {
        const session = await callOnce((api) => api.POST('/api/v1/invitation/accept', { body }));
        setSession(await proveWithPassword(session, body.password));
        void navigate('/', { replace: true });
        return undefined;
      } catch (failure) {
        return faultOf(failure);
      }
    },
  );
  return (
    <main className={styles.page}>
      <title>{t('invitation')}</title>
      <div className={styles.card}>
        {error ? (
          <ErrorState isPage title={t('invitation')} text={errorText(error)} />
        ) : (
          <>
            <h1>{t('invitation')}</h1>
            <form ref={form} className={styles.form} noValidate onSubmit={onSubmit} onInput={onInput}>
              <TextField label={t('email')} value={invitation?.email ?? ''} readOnly autoComplete="username" />
              <TextField
                label={t('name')}
                name="name"
                autoComplete="name"
                error={errors.name && errorText(errors.name)}
              />
              <PasswordField
                label={t('new-password')}
                name="password"
                autoComplete="new-password"
                error={errors.password && errorText(errors.password)}
              />
              <FormNotice error={fault && errorText(fault.error)} requestId={fault?.requestId} />
              <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
                {t('continue')}
              </Button>
            </form>
          </>
        )}
      </div>
    </main>
  );
}
