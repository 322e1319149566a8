import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { FormNotice } from '@oyna/ui/form-notice';
import { IconButton } from '@oyna/ui/icon-button';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import styles from './key-card.module.css';
import type { ClaimResult } from './key-claim-form.tsx';
import { KeyCopy } from './key-copy.tsx';
import type { GivenKey } from './key-gift.tsx';
import { KeyUse } from './key-use.tsx';
import { OpenedKey } from './opened-key.tsx';
import { useKey } from './use-key.ts';

interface KeyCardProps {
  id: number;
  /** The name of the product. */
  name: string;
  /** Its number among several keys of the same product. */
  number?: number | undefined;
  claim?: ClaimResult['status'] | null | undefined;
  /** What the operator answered to the claim. */
  claimAnswer?: string | null;
  /** Its price was refunded. */
  isRevoked?: boolean;
  /** It replaces a key that did not work. */
  isReplacement?: boolean;
  /** In a table: the key alone. */
  isCompact?: boolean;
  /** The first of an order: to show it is the main action of its page. */
  isFirst?: boolean;
  /** It was given to another person. */
  gift?: GivenKey | null;
  /** It was bought and not opened. */
  isGiftable?: boolean;
  /** It was given or taken back: the order has changed. */
  onGiven?(): void;
}

// The lists of the profile and of the history show none of these.
const KeyClaim = lazyPart(async () => (await import('./key-claim.tsx')).KeyClaim);
const GiftOffer = lazyPart(async () => (await import('./key-gift.tsx')).GiftOffer);
const GiftState = lazyPart(async () => (await import('./key-gift.tsx')).GiftState);

const MASK = '••••-••••-••••';

/** One key: masked until it is opened, with its activation steps and the claim form. */
export function KeyCard(props: KeyCardProps) {
  const { id, name, number, claim: knownClaim, isReplacement, isCompact, isFirst } = props;
  const { t } = useTranslation('orders');
  const [claimed, setClaimed] = useState<ClaimResult>();
  const [giftLink, setGiftLink] = useState<string>();
  // A new key takes the place of the one that did not work.
  const currentId = claimed?.newKeyId ?? id;
  const claim = claimed ? (claimed.newKeyId === null ? claimed.status : null) : (knownClaim ?? null);
  return (
    <CurrentKey
      key={currentId}
      id={currentId}
      name={number === undefined ? name : `${name}, ${t('key-number', { number })}`}
      claim={claim}
      claimAnswer={claimed ? null : (props.claimAnswer ?? null)}
      isRevoked={props.isRevoked === true}
      isReplacement={isReplacement === true || claimed?.newKeyId != null}
      isCompact={isCompact === true}
      isFirst={isFirst === true}
      isFresh={claimed !== undefined}
      onClaimed={setClaimed}
      gift={claimed ? null : (props.gift ?? null)}
      giftLink={giftLink}
      isGiftable={props.isGiftable === true && !props.gift && claim === null}
      onGiven={(link) => {
        setGiftLink(link);
        props.onGiven?.();
      }}
    />
  );
}

interface CurrentKeyProps {
  id: number;
  name: string;
  claim: ClaimResult['status'] | null;
  claimAnswer: string | null;
  isRevoked: boolean;
  isReplacement: boolean;
  isCompact: boolean;
  isFirst: boolean;
  /** The focus moves to a key that was just opened or claimed. */
  isFresh: boolean;
  onClaimed(result: ClaimResult): void;
  gift: GivenKey | null;
  giftLink: string | undefined;
  isGiftable: boolean;
  onGiven(link: string | undefined): void;
}

function faultText(error: string) {
  if (error === 'key-is-gift') return 'key-given';
  return error === 'state-conflict' ? 'key-withdrawn' : 'key-failed';
}

function CurrentKey(props: CurrentKeyProps) {
  const { id, name, claim, claimAnswer, isRevoked, isReplacement, isCompact, isFirst, isFresh, onClaimed } = props;
  const { gift, giftLink, isGiftable, onGiven } = props;
  const { t } = useTranslation('orders');
  const callApi = useApi();
  const { shown, fault, isBusy, show, hide } = useKey(id);
  const [wasShown, setWasShown] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFresh) box.current?.focus();
  }, [isFresh]);
  return (
    <article
      ref={box}
      tabIndex={-1}
      aria-label={name}
      className={cx(styles.card, isCompact && styles.compact)}
      data-testid="key"
    >
      {isReplacement && !isCompact && (
        <p className={styles.note}>{isFresh ? t('claim-replaced') : t('key-replaces')}</p>
      )}
      {isRevoked && !isCompact && claim !== 'refunded' && <p className={styles.note}>{t('key-revoked')}</p>}
      {gift && !isCompact ? (
        <Suspense>
          <GiftState id={id} gift={gift} link={giftLink} onTakenBack={() => onGiven(undefined)} />
        </Suspense>
      ) : (
        <div className={styles.row}>
          {!isCompact && <KeyRound size={20} aria-hidden="true" className={styles.sign} />}
          {shown ? (
            <span className={styles.key}>
              <OpenedKey text={shown.key} />
            </span>
          ) : (
            <span className={styles.key}>
              <span aria-hidden="true">{MASK}</span>
              <VisuallyHidden>{t('key-hidden')}</VisuallyHidden>
            </span>
          )}
          {shown ? (
            <span className={styles.actions}>
              <KeyCopy text={shown.key} />
              <IconButton label={t('hide-key')} icon={<EyeOff size={20} aria-hidden="true" />} onClick={hide} />
            </span>
          ) : (
            <Button
              variant={isFirst ? 'primary' : 'secondary'}
              icon={<Eye size={18} aria-hidden="true" />}
              isBusy={isBusy}
              onClick={() => {
                setWasShown(true);
                show();
              }}
            >
              {t('show-key')}
            </Button>
          )}
          {isGiftable && !shown && !wasShown && (
            <Suspense fallback={<i />}>
              <GiftOffer id={id} name={name} onGiven={onGiven} />
            </Suspense>
          )}
        </div>
      )}
      <FormNotice error={fault && t(faultText(fault.error))} requestId={fault?.requestId} />
      {shown && !isCompact && <KeyUse shown={shown} />}
      {/* A customer who has not seen the key cannot claim that it does not work. */}
      {!isCompact && (claim || (shown && !isRevoked)) && (
        <Suspense>
          <KeyClaim
            name={name}
            text={t('claim-text', { hours: CLAIM_ANSWER_HOURS })}
            send={(body) =>
              callApi((api) => api.POST('/api/v1/user/keys/{id}/claim', { params: { path: { id } }, body }))
            }
            status={claim}
            answer={claimAnswer}
            onClaimed={onClaimed}
          />
        </Suspense>
      )}
    </article>
  );
}
