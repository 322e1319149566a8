import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { parseAmount } from '@oyna/domain/money';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import styles from './finance.module.css';

const HEIGHT = 80;
const BAR = 8;
const GAP = 3;

/** Sales and margin of each day as bars. The table below has the numbers, so it is a picture for the eye only. */
export function SalesChart({ currency, report }: { currency: string; report: ConsoleSchemas['SalesReport'] }) {
  const t = useTexts('finance');
  const { language } = useLanguage();
  const days = daysBetween(report.from, report.to);
  const byDay = new Map(report.items.filter((item) => item.currency === currency).map((item) => [item.key, item]));
  const bars = days.map((day) => ({
    day,
    sales: parseAmount(byDay.get(day)?.sales) ?? 0,
    margin: Math.max(0, parseAmount(byDay.get(day)?.margin) ?? 0),
  }));
  const highest = Math.max(1, ...bars.map(({ sales, margin }) => Math.max(sales, margin)));
  const heightOf = (amount: number) => (amount / highest) * HEIGHT;
  const width = bars.length * (BAR + GAP);
  return (
    <figure className={styles.chart}>
      <figcaption>{t('chart', { currency })}</figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ day, sales, margin }, place) => (
          <g key={day}>
            <rect
              className={styles.salesBar}
              x={place * (BAR + GAP)}
              y={HEIGHT - heightOf(sales)}
              width={BAR}
              height={heightOf(sales)}
            />
            <rect
              className={styles.marginBar}
              x={place * (BAR + GAP)}
              y={HEIGHT - heightOf(margin)}
              width={BAR}
              height={heightOf(margin)}
            />
          </g>
        ))}
      </svg>
      <p className={styles.ends}>
        <span>{dayText(report.from, language)}</span>
        <span>{dayText(report.to, language)}</span>
      </p>
    </figure>
  );
}

const DAY_MS = 86_400_000;
const MAX_BARS = 400;

function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.min(MAX_BARS, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, place) =>
    new Date(last - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}
