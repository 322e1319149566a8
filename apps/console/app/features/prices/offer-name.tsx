import { useTexts } from '../../lib/texts.tsx';
import { useRegionName } from '../../lib/use-region-name.ts';
import styles from './prices.module.css';

const DASH = ' — ';

/** Game and edition. On narrow screens the game is cut and not the edition. */
export function OfferName({ name }: { name: string }) {
  const at = name.lastIndexOf(DASH);
  return (
    <span className={styles.name}>
      <span>{at === -1 ? name : name.slice(0, at)}</span>
      {at !== -1 && <span>{name.slice(at)}</span>}
    </span>
  );
}

/** What tells offers of one name apart on narrow screens, where these have no columns. */
export function OfferPlace({ offer }: { offer: { id: number; platform: string; region: string } }) {
  const regionName = useRegionName();
  return (
    <span className={styles.place}>
      <span>
        {offer.platform} · {regionName(offer.region)}
      </span>
      <OfferNumber id={offer.id} />
    </span>
  );
}

export function OfferNumber({ id }: { id: number }) {
  const t = useTexts('prices');
  return <span className={styles.number}>{`${t('number')} ${id}`}</span>;
}
