import { CAROUSEL_INTERVAL_MS } from '@oyna/domain/constants';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useRotation } from '~/lib/use-rotation.ts';
import { Hero, type HeroSlide } from './hero.tsx';
import styles from './hero-carousel.module.css';
import { useCarousel } from './use-carousel.ts';

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** All slides are in the page. Before hydration and without script they are a scrolling row. */
export function HeroCarousel({ slides }: { slides: readonly HeroSlide[] }) {
  const { t } = useTranslation('home');
  const total = slides.length;
  const isSeries = total > 1;
  const { current, isHydrated, move, box, handlers } = useCarousel(total);
  const { isRotating, stopHandlers, toggle } = useRotation(isSeries, CAROUSEL_INTERVAL_MS, () => move(1));
  const rotationLabel = isRotating ? t('hero-pause') : t('hero-play');

  function onKeyDown(event: KeyboardEvent): void {
    stopHandlers.onKeyDown();
    const step = KEYS[event.key];
    if (step) move(step);
  }

  return (
    <section
      className={styles.carousel}
      aria-label={t('hero')}
      aria-roledescription="carousel"
      {...(isSeries ? { ...stopHandlers, onKeyDown } : {})}
    >
      <div
        ref={box}
        className={styles.box}
        data-hydrated={isHydrated || undefined}
        data-place={current}
        {...(isSeries ? handlers : {})}
      >
        <ul className={styles.track} aria-live={isRotating ? 'off' : 'polite'}>
          {slides.map((slide, place) => (
            <li
              key={slide.id}
              aria-label={t('hero-slide', { number: place + 1, total })}
              inert={isHydrated && place !== current}
              className={styles.slide}
            >
              <Hero slide={slide} isFirst={place === 0} />
            </li>
          ))}
        </ul>
      </div>
      {isSeries && (
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.round}
            aria-label={rotationLabel}
            title={rotationLabel}
            onClick={toggle}
          >
            {isRotating ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </button>
          <span className={styles.dots} aria-hidden="true">
            {slides.map((slide, place) => (
              <span key={slide.id} className={styles.dot} data-current={place === current || undefined} />
            ))}
          </span>
          <button
            type="button"
            data-repeats=""
            className={styles.arrow}
            aria-label={t('hero-previous')}
            onClick={() => move(-1)}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            data-repeats=""
            className={styles.arrow}
            aria-label={t('hero-next')}
            onClick={() => move(1)}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        </div>
      )}
    </section>
  );
}
