import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './favourite-button.module.css';
import { clickFavourite, useIsFavourite } from './favourite-buttons.ts';

/** The heart of a game. A visitor who has not signed in is asked to (spec §4). */
export function FavouriteButton({ gameId, name }: { gameId: number; name: string }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.heart}
      aria-pressed={useIsFavourite(gameId)}
      aria-label={`${t('add-to-favourites')}: ${name}`}
      onClick={() => clickFavourite(gameId)}
    />
  );
}

/** The heart of a card, for lists and rows of cards. */
export const heartOf = ({ id, name }: { id: number; name: string }) => <FavouriteButton gameId={id} name={name} />;
