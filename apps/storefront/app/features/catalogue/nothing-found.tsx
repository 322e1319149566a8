import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { SearchX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import { GamesGrid } from './games-grid.tsx';
import styles from './nothing-found.module.css';

interface NothingFoundProps {
  popular: readonly CardGame[];
  heartOf: (game: CardGame) => ReactNode;
}

/** A search without results offers other games. */
export function NothingFound({ popular, heartOf }: NothingFoundProps) {
  const { t } = useTranslation('listing');
  const titleId = useId();
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
        <section aria-labelledby={titleId} className={styles.popular}>
          <h2 id={titleId}>{t('popular')}</h2>
          <GamesGrid games={popular} heartOf={heartOf} />
        </section>
      )}
    </>
  );
}
