import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { ChoiceCards } from './choice-cards.tsx';

export interface Pack {
  id: number;
  name: string;
  /** US cents. */
  price: number;
  oldPrice: number | null;
}

interface PackCardsProps {
  packs: readonly Pack[];
  chosen: number | undefined;
  onChoose(id: number): void;
  error: string | undefined;
}

/** A card for each size of one thing, with its price in the visitor's currency. */
export function PackCards({ packs, chosen, onChoose, error }: PackCardsProps) {
  const { t } = useTranslation('top-up');
  return (
    <ChoiceCards
      label={t('pack')}
      cards={packs.map(({ id, name, price, oldPrice }) => ({
        value: id,
        title: name,
        note: <PackPrice price={price} oldPrice={oldPrice} />,
      }))}
      chosen={chosen}
      onChoose={onChoose}
      error={error}
      isDense
    />
  );
}

function PackPrice({ price, oldPrice }: Pick<Pack, 'price' | 'oldPrice'>) {
  const { t } = useTranslation();
  const format = usePrice();
  const [present, old] = [format(price), format(oldPrice)];
  return (
    <>
      {present}
      {old !== undefined && old !== present && (
        <s>
          <VisuallyHidden> {t('old-price')} </VisuallyHidden>
          {old}
        </s>
      )}
    </>
  );
}
