import type { TopUp } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Facts, Outcome, OutcomePage, OutcomeSkeleton } from '@oyna/ui/outcome';
import { Spinner } from '@oyna/ui/spinner';
import { CircleCheck, CircleX, Hourglass, SearchX, Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { StageList } from '~/components/stage-list.tsx';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import { CopyLink } from './copy-link.tsx';
import { draftOf, readDraft, saveDraft } from './top-up-draft.ts';
import { isFinal, isOnItsWay, type Stage, type Step, stepsOf, toneOf } from './top-up-stage.ts';
import styles from './top-up-status.module.css';
import { useTopUp } from './use-top-up.ts';

/** The status of a top-up, for anyone who has its link. */
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
    <OutcomePage>
      <div className={styles.panel}>
        <StageOutcome topUp={topUp} />
        <TopUpStages stage={topUp.stage} />
        <Actions topUp={topUp} />
      </div>
      <TopUpFacts topUp={topUp} />
      <p className={styles.keep} data-screen-only="">
        {isOnItsWay(topUp.stage) && `${t('status-goes-on')} `}
        {t('status-link')}
      </p>
      <div className={styles.ways} data-screen-only="">
        <CopyLink />
        <Ways />
      </div>
    </OutcomePage>
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

function StageOutcome({ topUp }: { topUp: TopUp }) {
  const { t, language } = useTranslation('top-up');
  const { stage, account, isDelayed, charged } = topUp;
  const Icon = ICONS[stage];
  const sum = formatMoney(charged.amount, charged.currency, language) ?? '';
  const isLate = isDelayed && !isFinal(stage);
  return (
    <Outcome
      state={stage}
      tone={toneOf(stage)}
      icon={isFinal(stage) || stage === 'refunding' ? <Icon size={30} /> : <Spinner isLarge />}
      title={t(`title-${stage}`)}
      text={isLate ? t('text-delayed') : t(`text-${stage}`, { account, sum })}
    />
  );
}

/** A stage has another name once it is done. */
const nameOf = (step: Stage, state: Step['state']) =>
  state === 'done' && (step === 'delivering' || step === 'refunding')
    ? (`done-${step}` as const)
    : (`step-${step}` as const);

function TopUpStages({ stage }: { stage: Stage }) {
  const { t } = useTranslation('top-up');
  const stages = stepsOf(stage).map(({ stage: name, state }) => ({ name, state, text: t(nameOf(name, state)) }));
  return <StageList label={t('progress')} doneText={t('step-done')} stages={stages} />;
}

function Actions({ topUp }: { topUp: TopUp }) {
  const { t } = useTranslation('top-up');
  const navigate = useNavigate();
  const { stage, service, link_url } = topUp;
  const again = () => {
    const { isGuest = false } = readDraft(service) ?? {};
    saveDraft(service, draftOf(topUp, isGuest));
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

function TopUpFacts({ topUp }: { topUp: TopUp }) {
  const { t, language } = useTranslation('top-up');
  const dateText = useDateText();
  const { service, stage, name, account, accountName, amount, currency, charged, providerLabel, createdDate } = topUp;
  const what = currency && service === 'steam' ? `≈ ${formatMoney(amount * 100, currency, language)}` : name;
  const facts = [
    { term: t(service === 'steam' ? 'steam-login' : 'pubg-id'), value: account, isMono: true },
    ...(accountName ? [{ term: t('nickname'), value: accountName }] : []),
    { term: t('amount-of'), value: what },
    { term: t(isUnpaid(stage) ? 'to-pay' : 'charged'), value: formatMoney(charged.amount, charged.currency, language) },
    { term: t('method'), value: providerLabel },
    { term: t('column-date'), value: dateText(createdDate) },
    { term: t('column-id'), value: topUp.number, isMono: true },
  ];
  return <Facts facts={facts} />;
}

function Ways() {
  const { t } = useTranslation('top-up');
  const isSignedIn = useIsMember();
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
  return <OutcomeSkeleton label={t('loading')} panel={styles.panel} />;
}
