import { MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_TOPICS } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { Field } from '@oyna/ui/field';
import { Select } from '@oyna/ui/select';
import { TextArea } from '@oyna/ui/text-area';
import { TextLink } from '@oyna/ui/text-link';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './contacts.module.css';
import { TRAP_FIELD, useContactForm } from './use-contact-form.ts';

export function ContactForm() {
  const { t } = useTranslation('support');
  const contact = useContactForm();
  const error = (field: keyof typeof contact.errors) => {
    const code = contact.errors[field];
    return code && t(code);
  };
  if (contact.sentTo !== undefined) return <Sent email={contact.sentTo} onAnother={contact.startAgain} />;
  return (
    <form
      ref={contact.form}
      method="post"
      noValidate
      className={styles.form}
      aria-labelledby="contact-form"
      onFocus={contact.onFocus}
      onSubmit={contact.onSubmit}
      onInput={contact.onInput}
    >
      <h3 id="contact-form">{t('form-title')}</h3>
      <div className={styles.pair}>
        <Field label={t('name')} error={error('name')}>
          {(control) => <input {...control} name="name" autoComplete="name" maxLength={100} />}
        </Field>
        <Field label={t('email')} error={error('email')}>
          {(control) => <input {...control} name="email" type="email" autoComplete="email" />}
        </Field>
      </div>
      <Select label={t('topic')} name="topic" defaultValue="" error={error('topic')}>
        <option value="">{t('topic-choose')}</option>
        {SUPPORT_TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`topic-${topic}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('message')}
        name="message"
        maxLength={MAX_SUPPORT_MESSAGE_LENGTH}
        hint={t('message-hint')}
        error={error('message')}
      />
      <label className={styles.trap} aria-hidden="true">
        {t('leave-empty')}
        <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
      {/* Always rendered: screen readers do not announce a live region that appears with its text. */}
      <div role="status">{contact.failure && <p className={styles.failed}>{t(contact.failure)}</p>}</div>
      <Button type="submit" variant="primary" size="large" isBusy={contact.isBusy}>
        {t('send')}
      </Button>
      <p className={styles.note}>
        {t('privacy-note')} <TextLink to="/policy">{t('privacy-link')}</TextLink>
      </p>
    </form>
  );
}

function Sent({ email, onAnother }: { email: string; onAnother(): void }) {
  const { t } = useTranslation('support');
  return (
    <div ref={(element) => element?.focus()} tabIndex={-1} role="status" className={styles.sent}>
      <CircleCheck size={40} aria-hidden="true" />
      <h3>{t('sent')}</h3>
      <p>{t('sent-text', { email })}</p>
      <Button onClick={onAnother}>{t('send-another')}</Button>
    </div>
  );
}
