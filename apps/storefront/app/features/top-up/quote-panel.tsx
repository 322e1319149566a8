import type { CallFault } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Button } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { Skeleton } from '@oyna/ui/skeleton';
import { BadgePercent, RotateCw, ShieldCheck, TimerReset, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { CheckoutPanel, CheckoutRows, PayBar } from '~/components/checkout-panel.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './quote-panel.module.css';
import { clockText, countdownText } from './quote-time.ts';
import { faultText } from './top-up-faults.ts';
import type { Quoting } from './use-quote.ts';

interface QuotePanelProps {
  quoting: Quoting;
  /** Nothing can be priced yet: what has to be entered first. */
  missing: string | undefined;
  /** What will be credited, where it is not a sum. */
  item?: string | undefined;
  /** The currency of the entered amount is shown first. */
  entered?: string;
  /** Before a method is chosen, the price is of the most likely one, and no provider is named. */
  isMethodChosen: boolean;
  limits: string;
  isBusy: boolean;
  safe: string;
}

/** The price, its parts and how long it is valid. On phones the sum and its button stay at the bottom of the screen. */
export function QuotePanel(props: QuotePanelProps) {
  const { quoting, missing, item, entered, isMethodChosen, limits, isBusy, safe } = props;
  const { t, language } = useTranslation('top-up');
  const { quote, fault } = quoting;
  const sum = quote && formatMoney(quote.shown.amount, quote.shown.currency, language);
  return (
    <CheckoutPanel title={t('total')}>
      <div className={cx(styles.quote, isMethodChosen && styles.charged)} aria-busy={!quote && !fault && !missing}>
        {content()}
      </div>
      <PayBar label={t('to-pay')} sum={<strong>{sum ?? '—'}</strong>}>
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t('top-up')}
        </Button>
      </PayBar>
      <ul className={styles.facts}>
        <li>
          <ShieldCheck size={18} aria-hidden="true" />
          {safe}
        </li>
        <li>
          <Undo2 size={18} aria-hidden="true" />
          {t('fact-refund')}
        </li>
      </ul>
    </CheckoutPanel>
  );

  function content(): ReactNode {
    if (missing) return <p className={styles.missing}>{missing}</p>;
    if (fault) return <QuoteFault fault={fault} limits={limits} renew={quoting.renew} />;
    if (!quote) {
      return (
        <>
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="short" />
        </>
      );
    }
    return <QuoteRows quote={quote} quoting={quoting} item={item} entered={entered} isMethodChosen={isMethodChosen} />;
  }
}

interface QuoteFaultProps extends Pick<Quoting, 'renew'> {
  fault: CallFault;
  limits: string;
}

/** Why there is no price, and another try. */
export function QuoteFault({ fault, limits, renew }: QuoteFaultProps) {
  const { t } = useTranslation('top-up');
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await renew();
    setBusy(false);
  };
  return (
    <div className={styles.fault} role="alert">
      <p>{faultText(t, fault.error, limits)}</p>
      <Button icon={<RotateCw size={18} aria-hidden="true" />} isBusy={isBusy} onClick={() => void retry()}>
        {t('quote-retry')}
      </Button>
    </div>
  );
}

interface QuoteRowsProps {
  quote: TopUpQuote;
  quoting: Quoting;
  item: string | undefined;
  entered: string | undefined;
  isMethodChosen: boolean;
}

function QuoteRows({ quote, quoting, item, entered, isMethodChosen }: QuoteRowsProps) {
  const { t, language } = useTranslation('top-up');
  const { shown, toPay, feePercent, fee, exchange, rate, rateAt, providerLabel } = quote;
  const money = (amount: number, currency: string) => formatMoney(amount, currency, language) ?? '';
  const [credited, ...others] = quote.credited.toSorted(
    (a, b) => Number(b.currency === entered) - Number(a.currency === entered),
  );
  return (
    <>
      <CheckoutRows>
        <div>
          <dt>{t('credited')}</dt>
          <dd className={styles.figures}>
            <strong>{item ?? (credited && `≈ ${money(credited.amount, credited.currency)}`)}</strong>
            {!item && others.length > 0 && (
              <small>{others.map(({ amount, currency }) => `≈ ${money(amount, currency)}`).join(' · ')}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('rate')}</dt>
          <dd className={styles.figures}>
            {`${language === 'en' ? '$1' : '1 $'} = ${money(Math.round(rate * 100), shown.currency)}`}
            {rateAt && <small>{t('rate-at', { time: clockText(rateAt) })}</small>}
          </dd>
        </div>
        {item && (
          <div>
            <dt>{t('pack-price')}</dt>
            <dd>{money(shown.amount - fee - exchange, shown.currency)}</dd>
          </div>
        )}
        {feePercent > 0 && (
          <div>
            <dt>{t('fee', { percent: feePercent })}</dt>
            <dd>{money(fee, shown.currency)}</dd>
          </div>
        )}
        <div>
          <dt>{t('exchange')}</dt>
          <dd>{money(exchange, shown.currency)}</dd>
        </div>
        {isMethodChosen && toPay.currency !== shown.currency && (
          <div>
            <dt>{t('charge', { provider: providerLabel })}</dt>
            <dd>{money(toPay.amount, toPay.currency)}</dd>
          </div>
        )}
      </CheckoutRows>
      <PriceNotes quoting={quoting} />
    </>
  );
}

/** Until when the price holds, and that it has changed if it has. */
export function PriceNotes({ quoting: { quote, before, endsAt } }: { quoting: Quoting }) {
  const { t, language } = useTranslation('top-up');
  const sumOf = ({ shown }: TopUpQuote) => formatMoney(shown.amount, shown.currency, language) ?? '';
  return (
    <div className={styles.notes}>
      {endsAt !== undefined && (
        <p className={styles.hold}>
          <TimerReset size={16} aria-hidden="true" />
          <Countdown endsAt={endsAt} />
        </p>
      )}
      <div role="status">
        {quote && before && (
          <p className={styles.changed}>
            <BadgePercent size={18} aria-hidden="true" />
            {t('price-changed', { before: sumOf(before), now: sumOf(quote) })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Screen readers announce a change of the price, not every second. */
function Countdown({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation('top-up');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span>{t('price-held', { time: countdownText(endsAt - now) })}</span>;
}
