import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { Order } from '@oyna/api-client/models';
import { dateText as dayText } from '@oyna/domain/date-text';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { FormNotice } from '@oyna/ui/form-notice';
import { Spinner } from '@oyna/ui/spinner';
import { Gift } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useDateText } from '~/lib/use-date-text.ts';
import { KeyCopy } from './key-copy.tsx';
import styles from './key-gift.module.css';

const GiftForm = lazyPart(async () => (await import('./gift-form.tsx')).GiftForm);

export type GivenKey = NonNullable<Order['items'][number]['keys'][number]['gift']>;

interface GiftOfferProps {
  id: number;
  /** The name of the product. */
  name: string;
  /** `link` is shown once. */
  onGiven(link: string | undefined): void;
}

/** "Give as a gift": a key that was not opened goes to another person. */
export function GiftOffer({ id, name, onGiven }: GiftOfferProps) {
  const { t } = useTranslation('gifts');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.offer} data-screen-only="">
      <Button icon={<Gift size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('give')}
      </Button>
      <Dialog title={t('give')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Spinner />}>
          <GiftForm
            id={id}
            name={name}
            onGiven={(link) => {
              setOpen(false);
              onGiven(link);
            }}
          />
        </Suspense>
      </Dialog>
    </div>
  );
}

interface GiftStateProps {
  id: number;
  gift: GivenKey;
  /** Of a gift that was made on this page. */
  link: string | undefined;
  onTakenBack(): void;
}

/** What became of a gift, for its giver. */
export function GiftState({ id, gift, link, onTakenBack }: GiftStateProps) {
  const { t, language } = useTranslation('gifts');
  const callApi = useApi();
  const dateText = useDateText();
  const [fault, setFault] = useState<CallFault>();
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await callApi((api) => api.DELETE('/api/v1/user/keys/{id}/gift', { params: { path: { id } } }));
      onTakenBack();
    } catch (error) {
      const found = faultOf(error);
      setFault(found);
      // The recipient was faster.
      if (found.error === 'gift-opened') onTakenBack();
    }
    setBusy(false);
  };
  const { state, openedAt, sentAt, email, recipientName } = gift;
  const day = dayText(`${gift.day}T00:00:00`, language, false);
  const canShare = link !== undefined && typeof navigator !== 'undefined' && 'share' in navigator;
  return (
    <div className={styles.gift}>
      <p className={styles.title} role="status">
        <Gift size={20} aria-hidden="true" />
        {recipientName ? t('gift-for', { name: recipientName }) : t('gift')}
        {': '}
        {t(`state-${state}`)}
      </p>
      <p>
        {state === 'opened' && openedAt && t('opened-at', { time: dateText(openedAt) })}
        {state === 'waiting' && t(gift.isRefused ? 'mail-refused' : 'mail-waits', { email, day })}
        {state === 'sent' &&
          (gift.channel === 'email'
            ? t('mail-sent', { email, time: sentAt && dateText(sentAt) })
            : t('opens-from', { day }))}
      </p>
      {link && state === 'sent' && (
        <>
          <p>{t('link-once')}</p>
          <div className={styles.link}>
            <code>{link}</code>
            <KeyCopy text={link} hasFocus={false} />
            {canShare && (
              <Button onClick={() => void navigator.share({ url: link }).catch(() => {})}>{t('share')}</Button>
            )}
          </div>
        </>
      )}
      <FormNotice
        error={fault && t(fault.error === 'gift-opened' ? 'opened-before' : 'take-back-failed')}
        requestId={fault?.requestId}
      />
      {state !== 'opened' && (
        <Button variant="quiet" isBusy={isBusy} onClick={() => void takeBack()}>
          {t('take-back')}
        </Button>
      )}
    </div>
  );
}
