import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useMoneyText } from '../../components/money.tsx';
import { providerLabel } from '../../lib/payment-provider.ts';
import { usePercentText } from '../../lib/percent-text.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import styles from './finance.module.css';

type Report = ConsoleSchemas['SalesReport'];
type Sum = Report['items'][number];

interface RowsProps {
  report: Report;
  nameOf(item: Sum): string;
}

const PARTS = ['sales', 'refunds', 'fees', 'cost'] as const;
const AMOUNTS = [...PARTS, 'margin'] as const;

/** A table, on narrow screens a list: seven numbers do not fit beside a name. */
export function SalesTable({ report }: { report: Report }) {
  const { language } = useLanguage();
  const isNarrow = useIsNarrow();
  const nameOf = ({ key, name }: Sum) => (report.by === 'day' ? dayText(key, language) : name || providerLabel(key));
  return isNarrow ? <Rows report={report} nameOf={nameOf} /> : <Table report={report} nameOf={nameOf} />;
}

function Rows({ report: { items }, nameOf }: RowsProps) {
  const t = useTexts('finance');
  const moneyText = useMoneyText();
  const percentText = usePercentText();
  return (
    <ul className={styles.sums} aria-label={t('table')}>
      {items.map((item) => (
        <li key={`${item.key} ${item.currency}`} data-low={item.isLow || undefined}>
          <p className={styles.head}>
            <span>{nameOf(item)}</span>
            <span className={styles.margin}>
              {t('margin')} {moneyText(item.margin, item.currency)}
              {item.marginBasisPoints !== null && ` · ${percentText(item.marginBasisPoints)}`}
            </span>
          </p>
          <dl>
            <div>
              <dt>{t('sold')}</dt>
              <dd>{item.sold}</dd>
            </div>
            {PARTS.map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{moneyText(item[name], item.currency)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Table({ report: { by, items }, nameOf }: RowsProps) {
  const t = useTexts('finance');
  const moneyText = useMoneyText();
  const percentText = usePercentText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <section className={styles.scroll} aria-label={t('table')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t(`by-${by}`)}</th>
            <th scope="col">{t('currency')}</th>
            <th scope="col" className={styles.number}>
              {t('sold')}
            </th>
            {AMOUNTS.map((name) => (
              <th key={name} scope="col" className={styles.number}>
                {t(name)}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              %
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.key} ${item.currency}`} data-low={item.isLow || undefined}>
              <th scope="row">{nameOf(item)}</th>
              <td>{item.currency}</td>
              <td className={styles.number}>{item.sold}</td>
              {AMOUNTS.map((name) => (
                <td key={name} className={styles.number}>
                  {moneyText(item[name], item.currency)}
                </td>
              ))}
              <td className={styles.number}>{percentText(item.marginBasisPoints)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
