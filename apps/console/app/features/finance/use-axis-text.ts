import { withCurrency } from '@oyna/domain/money-format';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { unitOf } from './sales-scale.ts';

/** The amounts of a scale in the unit of the scale: "1,5 млн ₸", "$1.5M". */
export function useAxisText(steps: readonly number[], currency: string): (amount: number) => string {
  const t = useTexts('finance');
  const { language } = useLanguage();
  const unit = unitOf(steps);
  // Browsers have no Kazakh numbers. They are written as in Russian.
  const numbers = new Intl.NumberFormat(language === 'en' ? 'en' : 'ru', { maximumFractionDigits: 1 });
  return (amount) => {
    const value = numbers.format(Math.abs(amount) / 100 / (unit?.size ?? 1));
    const text = withCurrency(unit && amount !== 0 ? t(`axis-${unit.name}`, { value }) : value, currency, language);
    return amount < 0 ? `−${text}` : text;
  };
}
