import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { Rail } from '@oyna/ui/rail';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import { GameCard } from './game-card.tsx';

interface NothingFoundProps {
  popular: readonly CardGame[];
  heartOf: (game: CardGame) => ReactNode;
}

/** A search without results offers other games. */
export function NothingFound({ popular, heartOf }: NothingFoundProps) {
  const { t } = useTranslation('listing');
  return (
    <>
      <EmptyState
        icon={<SearchX size={32} />}
        text={t('nothing-found')}
        action={
          <ButtonLink to="/catalog" variant="primary">
            {t('to-catalog')}
          </ButtonLink>
        }
      />
      {popular.length > 0 && (
        <Rail title={t('popular')}>
          {popular.map((game) => (
            <li key={game.id}>
              <GameCard game={game} heart={heartOf(game)} />
            </li>
          ))}
        </Rail>
      )}
    </>
  );
}
