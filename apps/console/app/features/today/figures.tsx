import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useMoneyText } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useWholePercentText } from '../../lib/percent-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './today.module.css';

type Day = ConsoleSchemas['Figures'];

const NOTHING = '–';

/** Today so far against the same hours a week ago. */
export function Figures({ today, lastWeek }: { today: Day; lastWeek: Day }) {
  const t = useTexts('today');
  const moneyText = useMoneyText();
  const percentText = useWholePercentText();
  const sums = (list: Day['paid']) =>
    list.length > 0 ? list.map(({ amount, currency, count }) => `${moneyText(amount, currency)} (${count})`) : ['0'];
  const earned = ({ earned: list }: Day) => list.map(({ margin, currency }) => moneyText(margin, currency));
  const spent = ({ earned: list }: Day) =>
    list.map(({ fees, cost, currency }) => `${moneyText(fees, currency)} + ${moneyText(cost, currency)}`);
  const canSeeMargin = useMay()('finance:read');
  const seconds = (value: number | null) => (value === null ? [] : [t('seconds', { value: Math.round(value) })]);
  const success = ({ providers }: Day, name: string) => {
    const found = providers.find(({ provider }) => provider === name);
    return found && found.ended > 0 ? [percentText((found.paid / found.ended) * 100)] : [];
  };
  const providers = [...new Set([...today.providers, ...lastWeek.providers].map(({ provider }) => provider))];
  const rows = [
    { id: 'paid', name: t('paid'), now: sums(today.paid), before: sums(lastWeek.paid) },
    { id: 'delivered', name: t('delivered'), now: [String(today.delivered)], before: [String(lastWeek.delivered)] },
    { id: 'refunded', name: t('refunded'), now: sums(today.refunded), before: sums(lastWeek.refunded) },
    ...(canSeeMargin
      ? [
          { id: 'earned', name: t('earned'), now: earned(today), before: earned(lastWeek) },
          { id: 'spent', name: t('fees-and-cost'), now: spent(today), before: spent(lastWeek) },
        ]
      : []),
    { id: 'time', name: t('time-to-key'), now: seconds(today.medianSeconds), before: seconds(lastWeek.medianSeconds) },
    ...providers.map((name) => ({
      id: name,
      name: t('success-of', { provider: providerLabel(name) }),
      now: success(today, name),
      before: success(lastWeek, name),
    })),
  ];
  return (
    <Section title={t('figures')}>
      <dl className={styles.figures}>
        {rows.map(({ id, name, now, before }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              {(now.length > 0 ? now : [NOTHING]).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
            <dd className={styles.before}>{t('week-ago', { value: before.join(' · ') || NOTHING })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
