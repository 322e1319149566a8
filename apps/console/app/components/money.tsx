import { amountToText, parseAmount } from '@oyna/domain/money';
import { formatMoney } from '@oyna/domain/money-format';
import { useLanguage } from '../lib/texts.tsx';
import styles from './text.module.css';

/** An amount as the API sends it, "14990.00". */
export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span className={styles.money}>{useMoneyText()(amount, currency)}</span>;
}

/** A loss has the minus sign of the language, which is as wide as a digit. */
export function useMoneyText(): (amount: string, currency: string) => string {
  const { language } = useLanguage();
  return (amount, currency) => (formatMoney(parseAmount(amount), currency, language) ?? '–').replace(/^-/, '−');
}

/** US cents, as costs and prices are kept. */
export function useDollarText(): (cents: number | null) => string {
  const moneyText = useMoneyText();
  return (cents) => (cents === null ? '–' : moneyText(amountToText(cents), 'USD'));
}
