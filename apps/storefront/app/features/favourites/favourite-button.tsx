import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import styles from './favourite-button.module.css';

/** A visitor who has not signed in is asked to (spec §4); keeping favourites comes with accounts. */
export function FavouriteButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const { ask } = useSignInPrompt();
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label={`${t('add-to-favourites')}: ${name}`}
      onClick={() => ask()}
    />
  );
}
