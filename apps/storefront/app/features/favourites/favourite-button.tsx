import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useToast } from '~/ui/toast.tsx';
import styles from './favourite-button.module.css';

/** Visitors who have not signed in are told so (spec §2); keeping favourites comes with accounts. */
export function FavouriteButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const showToast = useToast();
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label={`${t('add-to-favourites')}: ${name}`}
      onClick={() => showToast(t('not-authorized'))}
    />
  );
}
