import { Menu } from '@oyna/ui/menu';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

export function CurrencyMenu() {
  const { t } = useTranslation();
  const { list, active, choose } = useCurrency();
  if (!active) return null;
  return (
    <Menu
      label={t('currency-is', { currency: active.name })}
      button={active.symbol}
      items={list.map(({ name, symbol }) => ({
        id: name,
        text: `${symbol}  ${name}`,
        isChosen: name === active.name,
        onSelect: () => choose(name),
      }))}
    />
  );
}
