import { Button } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { FormNotice } from '@oyna/ui/form-notice';
import { IconButton } from '@oyna/ui/icon-button';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { ExternalLink, Eye, EyeOff, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { HtmlText } from '~/components/html-text.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import styles from './key-card.module.css';
import { KeyClaim } from './key-claim.tsx';
import type { ClaimResult } from './key-claim-form.tsx';
import { KeyCopy } from './key-copy.tsx';
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
}

const MASK = '••••-••••-••••';

/** One key: masked until it is opened, with its activation steps and the claim form. */
export function KeyCard(props: KeyCardProps) {
  const { id, name, number, claim: knownClaim, isReplacement, isCompact, isFirst } = props;
  const { t } = useTranslation('orders');
  const [claimed, setClaimed] = useState<ClaimResult>();
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
}

function CurrentKey(props: CurrentKeyProps) {
  const { id, name, claim, claimAnswer, isRevoked, isReplacement, isCompact, isFirst, isFresh, onClaimed } = props;
  const { t } = useTranslation('orders');
  const { shown, fault, isBusy, show, hide } = useKey(id);
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
            onClick={show}
          >
            {t('show-key')}
          </Button>
        )}
      </div>
      <FormNotice
        error={fault && t(fault.error === 'state-conflict' ? 'key-withdrawn' : 'key-failed')}
        requestId={fault?.requestId}
      />
      {shown?.redeemUrl && !isCompact && isWebAddress(shown.redeemUrl) && (
        // The address has the key: the platform must not learn where it came from, nor reach back.
        <a
          href={shown.redeemUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={styles.redeem}
          data-screen-only=""
        >
          <ExternalLink size={18} aria-hidden="true" />
          {t('redeem')}
        </a>
      )}
      {shown && !isCompact && (
        <details className={styles.steps} open>
          <summary>{t('activation')}</summary>
          <HtmlText html={shown.instruction} />
        </details>
      )}
      {/* A customer who has not seen the key cannot claim that it does not work. */}
      {!isCompact && (claim || (shown && !isRevoked)) && (
        <KeyClaim id={id} name={name} status={claim} answer={claimAnswer} onClaimed={onClaimed} />
      )}
    </article>
  );
}
