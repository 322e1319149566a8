import { GALLERY_INTERVAL_MS } from '@oyna/domain/constants';
import { cx } from '@oyna/ui/class-names';
import { Maximize2, Pause, Play } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Picture, preloadPicture } from '~/components/picture.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useRotation } from '~/lib/use-rotation.ts';
import styles from './gallery.module.css';
import { type GalleryPicture, thumbnailsOf } from './gallery-pictures.ts';
import { SlideArrows } from './slide-arrows.tsx';
import { useSlides } from './use-slides.ts';

interface GalleryProps {
  name: string;
  pictures: readonly GalleryPicture[];
  colour: string;
  /** Over the picture's corner: the heart. */
  corner?: ReactNode;
}

const STAGE_SIZES =
  '(min-width: 1280px) 704px, (min-width: 1024px) calc(100vw - 536px), (min-width: 768px) 47vw, calc(100vw - 32px)';
const THUMBNAIL_SIZES = '(min-width: 1280px) 168px, (min-width: 768px) 12vw, 21vw';

const Lightbox = lazyPart(() => import('./lightbox.tsx').then((part) => part.Lightbox));

/** For a gallery from the cache of fragments: its picture is not rendered and cannot preload itself. */
export function preloadGallery([first]: readonly GalleryPicture[]): void {
  if (first) preloadPicture({ ...first, sizes: STAGE_SIZES });
}

export function Gallery({ name, pictures, colour, corner }: GalleryProps) {
  const { t } = useTranslation('product');
  const stage = useRef<HTMLUListElement>(null);
  const total = pictures.length;
  const { current, show, move } = useSlides(stage, total);
  const isSeries = total > 1;
  const { isRotating, stopHandlers, toggle } = useRotation(isSeries, GALLERY_INTERVAL_MS, () =>
    show((current + 1) % total),
  );
  const [opened, setOpened] = useState<number>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = (place: number) => {
    setOpened(undefined);
    show(place);
    opener.current?.focus();
  };
  const rotationLabel = isRotating ? t('pause-gallery') : t('play-gallery');
  return (
    <section aria-label={t('gallery')} className={styles.gallery} {...(isSeries ? stopHandlers : {})}>
      <div className={styles.frame}>
        {/* What scrolls must be scrollable by keys. */}
        <ul
          ref={stage}
          className={styles.stage}
          data-cover
          tabIndex={isSeries ? 0 : undefined}
          aria-label={t('gallery')}
        >
          {pictures.map(({ place, address, variant, alt }) => (
            <li key={address} aria-hidden={place !== current || undefined} onClick={() => setOpened(place)}>
              <Picture
                address={address}
                variant={variant}
                sizes={STAGE_SIZES}
                alt={alt ?? (isSeries ? t('picture', { name, number: place + 1, total }) : name)}
                colour={colour}
                isPriority={place === 0}
              />
            </li>
          ))}
        </ul>
        {corner && <div className={styles.corner}>{corner}</div>}
        <div className={styles.controls}>
          {isSeries && (
            <button
              type="button"
              className={cx(styles.round, styles.rotation)}
              aria-label={rotationLabel}
              title={rotationLabel}
              onClick={toggle}
            >
              {isRotating ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
            </button>
          )}
          {isSeries && (
            <span className={styles.number} aria-hidden="true">
              {current + 1} / {total}
            </span>
          )}
          <button
            ref={opener}
            type="button"
            className={cx(styles.round, styles.open)}
            aria-label={t('open-picture', { number: current + 1, total })}
            onClick={() => setOpened(current)}
          >
            <Maximize2 size={16} aria-hidden="true" />
          </button>
          {isSeries && <SlideArrows styles={styles} size={18} onMove={move} />}
        </div>
      </div>
      {isSeries && (
        <ul className={styles.thumbnails}>
          {thumbnailsOf(pictures).map(({ place, address, variant }) => (
            <li key={address}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={t('show-picture', { number: place + 1, total })}
                aria-current={place === current || undefined}
                onClick={() => show(place)}
              >
                <Picture address={address} variant={variant} sizes={THUMBNAIL_SIZES} alt="" colour={colour} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lightbox name={name} pictures={pictures} colour={colour} start={opened} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
