import type { TopUp } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { CircleCheck, CircleX, Hourglass, SearchX, Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { cx } from '~/lib/class-names.ts';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { PROVIDER_NAMES } from '~/lib/provider-names.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import { Button, ButtonLink } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { VisuallyHidden } from '~/ui/visually-hidden.tsx';
import { CopyLink } from './copy-link.tsx';
import { StageList } from './stage-list.tsx';
import { keepDraft, readDraft } from './top-up-draft.ts';
import { isFinal, type Stage, toneOf } from './top-up-stage.ts';
import styles from './top-up-status.module.css';
import { useTopUp } from './use-top-up.ts';

/** How a top-up stands: for whoever has its link. */
export function TopUpStatus({ orderId }: { orderId: string }) {
  const { t } = useTranslation('top-up');
  const { topUp, failure, refresh } = useTopUp(orderId);
  if (!topUp && isMissing(failure)) {
    return (
      <EmptyState
        icon={<SearchX size={32} />}
        text={t('status-not-found')}
        action={
          <ButtonLink to="/support#contact-point" variant="primary">
            {t('contact-support')}
          </ButtonLink>
        }
      />
    );
  }
  if (!topUp && failure !== undefined) {
    return <ErrorState title={t('status-failed')} onRetry={refresh} {...failedCall(failure)} />;
  }
  if (!topUp) return <StatusSkeleton />;
  return (
    <div className={styles.status}>
      <div className={styles.panel}>
        <Outcome topUp={topUp} />
        <StageList stage={topUp.stage} />
        <Actions topUp={topUp} />
      </div>
      <Facts topUp={topUp} />
      <p className={styles.keep}>{t('status-keep')}</p>
      <div className={styles.ways}>
        <CopyLink />
        <Ways />
      </div>
    </div>
  );
}

const ICONS = {
  accepted: Hourglass,
  paid: Hourglass,
  delivering: Hourglass,
  delivered: CircleCheck,
  refunding: Undo2,
  refunded: Undo2,
  'not-paid': CircleX,
} as const satisfies Record<Stage, unknown>;

/** The region stays, so that what it turns into is read out. */
function Outcome({ topUp }: { topUp: TopUp }) {
  const { t, language } = useTranslation('top-up');
  const { stage, account, isDelayed, charged } = topUp;
  const Icon = ICONS[stage];
  const sum = formatMoney(charged.amount, charged.currency, language) ?? '';
  const isLate = isDelayed && !isFinal(stage);
  return (
    <div role="status" className={cx(styles.outcome, styles[toneOf(stage)])} data-stage={stage}>
      <span className={styles.icon} aria-hidden="true">
        {isFinal(stage) || stage === 'refunding' ? <Icon size={30} /> : <Spinner isLarge />}
      </span>
      <div className={styles.words}>
        <h2>{t(`title-${stage}`)}</h2>
        <p>{isLate ? t('text-delayed') : t(`text-${stage}`, { account, sum })}</p>
      </div>
    </div>
  );
}

function Actions({ topUp }: { topUp: TopUp }) {
  const { t } = useTranslation('top-up');
  const navigate = useNavigate();
  const { stage, service, link_url, account, productId, amount, currency } = topUp;
  const again = () => {
    const { isGuest = false } = readDraft(service) ?? {};
    const what = service === 'pubg' ? { productId: String(productId) } : { amount: String(amount) };
    keepDraft(service, { account, ...what, ...(currency ? { currency } : {}), isGuest });
    void navigate(service === 'pubg' ? '/pubg' : '/steam');
  };
  const canPay = isUnpaid(stage) && link_url !== null && isWebAddress(link_url);
  return (
    <div className={styles.actions}>
      {canPay && (
        <Button variant="primary" size="large" onClick={() => location.assign(link_url)}>
          {t(stage === 'accepted' ? 'continue-payment' : 'pay-again')}
        </Button>
      )}
      {isFinal(stage) && (
        <Button variant={canPay ? 'secondary' : 'primary'} size="large" onClick={again}>
          {t(stage === 'delivered' ? 'again' : 'try-again')}
        </Button>
      )}
    </div>
  );
}

const isUnpaid = (stage: Stage) => stage === 'accepted' || stage === 'not-paid';

function Facts({ topUp }: { topUp: TopUp }) {
  const { t, language } = useTranslation('top-up');
  const dateText = useDateText();
  const { service, stage, name, account, accountName, amount, currency, charged, provider, createdDate } = topUp;
  const what = currency && service === 'steam' ? `≈ ${formatMoney(amount * 100, currency, language)}` : name;
  const rows = [
    { term: t(service === 'steam' ? 'steam-login' : 'pubg-id'), text: account, isMono: true },
    ...(accountName ? [{ term: t('nickname'), text: accountName }] : []),
    { term: t('amount-of'), text: what },
    { term: t(isUnpaid(stage) ? 'to-pay' : 'charged'), text: formatMoney(charged.amount, charged.currency, language) },
    { term: t('method'), text: PROVIDER_NAMES[provider] },
    { term: t('column-date'), text: dateText(createdDate) },
    { term: t('column-id'), text: topUp.id, isMono: true },
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(({ term, text, isMono }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={cx(isMono && styles.mono)}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Ways() {
  const { t } = useTranslation('top-up');
  const isSignedIn = useIsSignedIn();
  return (
    <>
      {isSignedIn && <ButtonLink to="/replenishment-history">{t('topup-history')}</ButtonLink>}
      <ButtonLink to="/support#contact-point" variant="quiet">
        {t('contact-support')}
      </ButtonLink>
    </>
  );
}

function StatusSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.status} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles.panel}>
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="control" />
      </div>
      <div className={styles.facts}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </div>
  );
}
