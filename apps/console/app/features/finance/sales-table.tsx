import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useMoneyText } from '../../components/money.tsx';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import styles from './finance.module.css';

type Report = ConsoleSchemas['SalesReport'];

const AMOUNTS = ['sales', 'refunds', 'fees', 'cost', 'margin'] as const;

export function SalesTable({ report: { by, items } }: { report: Report }) {
  const t = useTexts('finance');
  const moneyText = useMoneyText();
  const { language } = useLanguage();
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
              <th scope="row">{by === 'day' ? dayText(item.key, language) : item.name || providerLabel(item.key)}</th>
              <td>{item.currency}</td>
              <td className={styles.number}>{item.sold}</td>
              {AMOUNTS.map((name) => (
                <td key={name} className={styles.number}>
                  {moneyText(item[name], item.currency)}
                </td>
              ))}
              <td className={styles.number}>
                {item.marginBasisPoints === null ? '–' : (item.marginBasisPoints / 100).toFixed(1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
