import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { type FormEvent, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { startSession } from '~/lib/session/session.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { keepLink, type OpenedLink } from './opened-link.ts';
import styles from './order-code-form.module.css';

interface OrderCodeFormProps {
  link: OpenedLink;
  onOpened(orderId: string): void;
}

const KNOWN = ['code-invalid', 'too-many-requests', 'no-answer', 'account-blocked'] as const;

/** On another device: the link is not enough, a code goes to the mailbox of the order. */
export function OrderCodeForm({ link, onOpened }: OrderCodeFormProps) {
  const { token } = link;
  const { t } = useTranslation('orders');
  const callApi = useApi();
  const isMember = useIsMember();
  const [isSent, setSent] = useState(link.isCodeSent);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    await work().catch((error: unknown) => setFault(faultOf(error)));
    setBusy(false);
  };
  const send = () =>
    void run(async () => {
      await callApi((api) => api.POST('/api/v1/order-link/code', { body: { token } }));
      setSent(true);
      keepLink({ token, isCodeSent: true });
    });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s/g, '');
    void run(async () => {
      const body = { token, code };
      const { orderId, ...session } = await callApi((api) => api.POST('/api/v1/order-link/confirm', { body }));
      startSession({ ...session, isGuest: true });
      onOpened(orderId);
    });
  };
  const known = KNOWN.find((code) => code === fault?.error);
  const error = fault && t(known ? `link-${known}` : 'link-failed');
  return (
    <section className={styles.panel}>
      <p className={styles.text}>{t('link-code-text')}</p>
      {isMember && <p className={styles.text}>{t('link-signs-out')}</p>}
      {isSent ? (
        <form method="post" noValidate className={styles.form} onSubmit={onSubmit}>
          <FormNotice error={error} success={fault ? undefined : t('link-code-sent')} />
          <TextField
            label={t('link-code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            autoFocus
          />
          <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
            {t('link-open')}
          </Button>
          <Button isWide disabled={isBusy} onClick={send}>
            {t('link-send-again')}
          </Button>
        </form>
      ) : (
        <div className={styles.form}>
          <FormNotice error={error} />
          <Button variant="primary" size="large" isWide isBusy={isBusy} onClick={send}>
            {t('link-send-code')}
          </Button>
        </div>
      )}
    </section>
  );
}
