import { ButtonLink } from '@oyna/ui/button';
import { Picture, type PictureSource } from '~/components/picture.tsx';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './hero.module.css';

export interface HeroSlide {
  id: number;
  name: string;
  facts: string;
  picture: string;
  colour: string;
  /** US cents. */
  price: number | undefined;
}

/** Text over a picture; the price is in the button. */
export function Hero({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  const { t } = useTranslation('home');
  const format = usePrice();
  const price = format(slide.price);
  return (
    <article className={styles.hero}>
      <div className={styles.picture}>
        <Picture {...heroPicture(slide.picture)} alt="" colour={slide.colour} isPriority={isFirst} />
      </div>
      <div className={styles.words}>
        <p className={styles.facts}>{slide.facts}</p>
        <h2 className={styles.title}>{slide.name}</h2>
        <div className={styles.action}>
          <ButtonLink to={`/catalog/${slide.id}`} variant="primary" size="large">
            {price ? t('more-with-price', { price }) : t('more')}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}

/** Tall on phones, wide from a tablet on. */
export function heroPicture(address: string): PictureSource {
  return {
    address,
    variant: 'tall',
    sizes: 'calc(100vw - 32px)',
    from: {
      minWidth: 768,
      variant: 'hero',
      sizes: '(min-width: 1680px) 1536px, (min-width: 1280px) 1216px, calc(100vw - 48px)',
    },
  };
}
