import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { Gift } from '@oyna/api-client/models';
import { claimTokenOf } from '@oyna/domain/claim-link';
import { dateText } from '@oyna/domain/date-text';
import { orderedName } from '@oyna/domain/edition-name';
import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { FormNotice } from '@oyna/ui/form-notice';
import { Eye, Gift as GiftIcon, SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Picture } from '~/components/picture.tsx';
import { useApi } from '~/lib/browser-api.ts';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { regionName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { tieDash } from '~/lib/tie-dash.ts';
import { deviceOf, findDevice, isStored, keepDevice } from './gift-device.ts';
import styles from './gift-page.module.css';
import { GiftSkeleton } from './gift-skeleton.tsx';
import { KeyClaim } from './key-claim.tsx';
import { KeyCopy } from './key-copy.tsx';
import { KeyUse, type ShownKey } from './key-use.tsx';
import { OpenedKey } from './opened-key.tsx';

type PageState =
  | { kind: 'asking' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'known'; token: string; gift: Gift };

function accessOf(token: string): { token: string; device?: string } {
  const device = findDevice(token);
  return device === undefined ? { token } : { token, device };
}

/** For the recipient of a gift, who needs no account. The token is behind the #, so looking at the page opens nothing. */
export function GiftPage() {
  const { t } = useTranslation('gifts');
  const callApi = useApi();
  const [state, setState] = useState<PageState>({ kind: 'asking' });
  const load = async () => {
    const token = claimTokenOf(location.hash);
    if (token === undefined) return setState({ kind: 'unknown' });
    try {
      const body = accessOf(token);
      const gift = await callApi((api) => api.POST('/api/v1/gift/look', { body }));
      // Now and not with the press, so that tabs that are pressed at once have the same one.
      if (gift.state === 'ready') deviceOf(token);
      setState({ kind: 'known', token, gift });
    } catch (failure) {
      setState(isMissing(failure) ? { kind: 'unknown' } : { kind: 'failed', failure });
    }
  };
  const begin = useEffectEvent(() => void load());
  useEffect(() => {
    begin();
    window.addEventListener('hashchange', begin);
    return () => window.removeEventListener('hashchange', begin);
  }, []);

  const title = t(state.kind === 'unknown' ? 'gift' : 'gift-for-you');
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <GiftState state={state} onChanged={() => void load()} />
    </>
  );
}

function GiftState({ state, onChanged }: { state: PageState; onChanged(): void }) {
  const { t } = useTranslation('gifts');
  const { t: orders } = useTranslation('orders');
  if (state.kind === 'failed') {
    return <ErrorState title={t('failed-to-load')} onRetry={onChanged} {...failedCall(state.failure)} />;
  }
  if (state.kind === 'unknown') {
    return (
      <EmptyState
        icon={<SearchX size={32} />}
        text={t('unknown')}
        action={
          <ButtonLink to="/support#contact-point" variant="primary">
            {orders('contact-support')}
          </ButtonLink>
        }
      />
    );
  }
  if (state.kind === 'asking') return <GiftSkeleton />;
  return <KnownGift key={state.token} token={state.token} gift={state.gift} onChanged={onChanged} />;
}

interface KnownGiftProps {
  token: string;
  gift: Gift;
  onChanged(): void;
}

function KnownGift({ token, gift, onChanged }: KnownGiftProps) {
  const { t, language } = useTranslation('gifts');
  const { t: common } = useTranslation();
  const { t: orders } = useTranslation('orders');
  const callApi = useApi();
  const [shown, setShown] = useState<ShownKey>();
  const [fault, setFault] = useState<CallFault>();
  const [isBusy, setBusy] = useState(false);
  const [isMailed, setMailed] = useState(false);
  const name = orderedName(gift.name, language);

  useEffect(() => {
    // A page that the browser keeps for its back button must not keep a key.
    const hide = () => setShown(undefined);
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, []);

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    await work().catch((error: unknown) => {
      const found = faultOf(error);
      setFault(found);
      // Opened elsewhere or taken back in between: the page says so.
      if (found.error === 'gift-opened' || found.error === 'not-found') onChanged();
    });
    setBusy(false);
  };
  const open = () =>
    void run(async () => {
      const device = deviceOf(token);
      const { key, instruction, redeemUrl, ...answer } = await callApi((api) =>
        api.POST('/api/v1/gift/open', { body: { token, device } }),
      );
      // A server of an earlier release makes another one.
      keepDevice(token, answer.device ?? device);
      setShown({ key, instruction, redeemUrl });
      onChanged();
    });
  const mail = () =>
    void run(async () => {
      await callApi((api) => api.POST('/api/v1/gift/mail', { body: accessOf(token) }));
      setMailed(true);
    });

  return (
    <article className={styles.gift} aria-label={name}>
      <Picture address={gift.poster} variant="poster" sizes="160px" alt="" colour={gift.color} isPriority />
      <div className={styles.words}>
        {gift.recipientName && <p>{t('hello', { name: gift.recipientName })}</p>}
        <p>{gift.giverName ? t('from', { name: gift.giverName }) : t('from-unnamed')}</p>
        <h2>{tieDash(name)}</h2>
        <p>{t('place', { platform: gift.platform, region: regionName(gift.region, common) })}</p>
        {gift.message && <blockquote className={styles.message}>{gift.message}</blockquote>}
      </div>
      <div className={styles.key}>
        {gift.state === 'waiting' && (
          <>
            <p role="status" className={styles.wait}>
              <GiftIcon size={20} aria-hidden="true" />
              {t('opens-on', { day: dateText(`${gift.day}T00:00:00`, language, false) })}
            </p>
            <p className={styles.hint}>{t('keep-link')}</p>
          </>
        )}
        {shown ? (
          <>
            <p className={styles.text}>
              <OpenedKey text={shown.key} />
            </p>
            <KeyCopy text={shown.key} />
            {!isStored(token) && (
              <p role="status" className={styles.note}>
                {t('not-kept')}
              </p>
            )}
            <KeyUse shown={shown} />
          </>
        ) : (
          (gift.state === 'ready' || gift.state === 'opened') && (
            <Button
              variant="primary"
              size="large"
              isWide
              isBusy={isBusy}
              icon={
                gift.state === 'ready' ? (
                  <GiftIcon size={20} aria-hidden="true" />
                ) : (
                  <Eye size={20} aria-hidden="true" />
                )
              }
              onClick={open}
            >
              {gift.state === 'ready' ? t('open') : orders('show-key')}
            </Button>
          )
        )}
        {gift.state === 'ready' && !shown && <p className={styles.hint}>{t('open-hint')}</p>}
        {gift.state === 'opened-elsewhere' && !shown && (
          <>
            <p role="status" className={styles.note}>
              {t(isMailed ? 'mailed-again' : gift.canMail ? 'elsewhere-mail' : 'elsewhere')}
            </p>
            {gift.canMail && !isMailed && (
              <Button variant="primary" isBusy={isBusy} onClick={mail}>
                {t('mail-again')}
              </Button>
            )}
            {!gift.canMail && <ButtonLink to="/support#contact-point">{orders('contact-support')}</ButtonLink>}
          </>
        )}
        <FormNotice error={fault && t(faultText(fault.error))} requestId={fault?.requestId} />
        {(gift.claim !== null || shown) && gift.state === 'opened' && (
          <KeyClaim
            name={name}
            status={gift.claim}
            answer={null}
            text={t('report-text')}
            send={async (report) => {
              const { status } = await callApi((api) =>
                api.POST('/api/v1/gift/report', { body: { ...accessOf(token), ...report } }),
              );
              return { status, newKeyId: null };
            }}
            onClaimed={onChanged}
          />
        )}
      </div>
    </article>
  );
}

function faultText(error: string) {
  if (error === 'too-many-requests') return 'too-many-requests';
  if (error === 'gift-opened') return 'elsewhere';
  return error === 'gift-not-yet' ? 'not-yet' : 'open-failed';
}
