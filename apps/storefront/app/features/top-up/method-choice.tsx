import type { TopUpProvider } from '@oyna/domain/top-up';
import { CardBrands } from '~/components/card-brands.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { ChoiceCards } from './choice-cards.tsx';
import type { TopUpMethod } from './top-up-methods.ts';

interface MethodChoiceProps {
  methods: readonly TopUpMethod[];
  chosen: TopUpProvider | undefined;
  onChoose(provider: TopUpProvider): void;
  error: string | undefined;
}

/** Whose cards, and by whom they are charged. */
export function MethodChoice({ methods, chosen, onChoose, error }: MethodChoiceProps) {
  const { t } = useTranslation('top-up');
  return (
    <ChoiceCards
      label={t('method')}
      cards={methods.map(({ provider, label, origin, currency, brands }) => ({
        value: provider,
        title: t(`cards-${origin}`),
        marks: <CardBrands brands={brands} isSmall />,
        note: t('charged-by', { provider: label, currency }),
      }))}
      chosen={chosen}
      onChoose={onChoose}
      error={error}
    />
  );
}
