import type { PictureVariant } from '@oyna/domain/picture-variants';
import { cx } from '@oyna/ui/class-names';
import { useCallback, useState } from 'react';
import { preload } from 'react-dom';
import { pictureSources } from '~/lib/picture-sources.ts';
import styles from './picture.module.css';

export interface PictureSource {
  /** Any address of the picture; the sizes are found from it. */
  address: string | null | undefined;
  variant: PictureVariant;
  /** How wide it is on the page, for the browser's choice. */
  sizes: string;
  /** Another shape from a width on: a tall picture on phones, a wide one on desktops. */
  from?: { minWidth: number; variant: PictureVariant; sizes: string };
}

export interface PictureProps extends PictureSource {
  /** Empty where the words beside it say the same. */
  alt: string;
  /** Shown until it has loaded. */
  colour?: string | undefined;
  /** A picture that is visible before the page is scrolled. */
  isPriority?: boolean;
}

const FALLBACK = '/images/no-picture.svg';

export function Picture({ alt, colour, isPriority, ...source }: PictureProps) {
  const { address, variant, sizes, from } = source;
  const [isBroken, setBroken] = useState(false);
  // It may have failed before hydration, and then no event comes.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
  }, []);
  const sources = address && !isBroken ? pictureSources(address, variant) : undefined;
  const wider = address && sources && from ? pictureSources(address, from.variant) : undefined;
  const media = from && `(min-width: ${from.minWidth}px)`;
  if (isPriority) preloadPicture(source);
  return (
    <span className={cx(styles.box, styles[variant.startsWith('gallery') ? 'frame' : variant])}>
      {colour && <svg className={styles.tint} color={colour} aria-hidden="true" />}
      <picture>
        {wider && (
          <>
            <source
              media={media}
              type="image/avif"
              srcSet={wider.avif}
              sizes={from?.sizes}
              width={wider.width}
              height={wider.height}
            />
            <source media={media} type="image/webp" srcSet={wider.src} width={wider.width} height={wider.height} />
          </>
        )}
        {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
        <img
          ref={check}
          className={styles.image}
          src={sources?.src ?? FALLBACK}
          width={sources?.width}
          height={sources?.height}
          alt={alt}
          loading={isPriority ? undefined : 'lazy'}
          fetchPriority={isPriority ? 'high' : undefined}
          decoding={isPriority ? 'sync' : 'async'}
          draggable={false}
          onError={() => setBroken(true)}
        />
      </picture>
    </span>
  );
}

/** On the server React writes it into the head, so that the browser requests the picture together with the styles. */
export function preloadPicture({ address, variant, sizes, from }: PictureSource): void {
  if (!import.meta.env.SSR || !address) return;
  const media = from && `(min-width: ${from.minWidth}px)`;
  preloadSources(pictureSources(address, variant)?.avif, sizes, media && `not all and ${media}`);
  if (from) preloadSources(pictureSources(address, from.variant)?.avif, from.sizes, media);
}

function preloadSources(srcSet: string | undefined, sizes: string, media: string | undefined): void {
  if (!srcSet) return;
  preload(srcSet.split(' ', 1)[0] ?? '', {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: srcSet,
    imageSizes: sizes,
    fetchPriority: 'high',
    ...(media ? { media } : {}),
  });
}
