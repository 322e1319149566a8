import { parseAmount } from '@oyna/domain/money';
import { formatMoney } from '@oyna/domain/money-format';
import { useLanguage } from '../lib/texts.tsx';
import styles from './text.module.css';

/** An amount as the API sends it, "14990.00". */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span className={styles.money}>{useMoneyText()(amount, currency)}</span>;
}

export function useMoneyText(): (amount: string, currency: string) => string {
  const { language } = useLanguage();
  return (amount, currency) => formatMoney(parseAmount(amount), currency, language) ?? '–';
}
