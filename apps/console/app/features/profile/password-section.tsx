import { faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { useToast } from '@oyna/ui/toast';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './profile.module.css';

export function PasswordSection() {
  const t = useTexts('profile');
  const errorText = useErrorText();
  const showToast = useToast();
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['current', 'password'],
    (fields) => ({
      ...(!textOf(fields, 'current') && { current: 'pass-err' as const }),
      ...(!textOf(fields, 'password') && { password: 'pass-err' as const }),
    }),
    async (fields) => {
      const body = { current: textOf(fields, 'current'), password: textOf(fields, 'password') };
      try {
        await callApi((api) => api.PUT('/api/v1/profile/password', { body }));
      } catch (error) {
        return faultOf(error);
      }
      form.current?.reset();
      showToast(t('password-changed'), 'success');
      return undefined;
    },
  );
  return (
    <Section title={t('password')}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit} onInput={onInput}>
        <PasswordField
          label={t('current-password')}
          name="current"
          error={errors.current && errorText(errors.current)}
        />
        <PasswordField
          label={t('new-password')}
          name="password"
          autoComplete="new-password"
          hint={t('password-hint')}
          error={errors.password && errorText(errors.password)}
        />
        <FormNotice error={fault && errorText(fault.error)} requestId={fault?.requestId} />
        <Button type="submit" isBusy={isBusy}>
          {t('change-password')}
        </Button>
      </form>
    </Section>
  );
}
