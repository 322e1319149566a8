import { cx } from '@oyna/ui/class-names';
import { useCallback, useState } from 'react';
import { type PictureVariant, pictureSources } from '~/lib/picture-sources.ts';
import styles from './picture.module.css';

export interface PictureProps {
  /** Any address of the picture; the sizes are found from it. */
  address: string | null | undefined;
  variant: PictureVariant;
  /** How wide it is on the page, for the browser's choice. */
  sizes: string;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** Shown until it has loaded. */
  colour?: string | undefined;
  /** The one picture that the page is waiting for. */
  isPriority?: boolean;
  /** Another shape from a width on: a tall picture on phones, a wide one on desktops. */
  from?: { minWidth: number; variant: PictureVariant; sizes: string };
}

const FALLBACK = '/images/no-picture.svg';

export function Picture({ address, variant, sizes, alt, colour, isPriority, from }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  // It may have failed before the page woke up, and then no event comes any more.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
  }, []);
  const sources = address && !isBroken ? pictureSources(address, variant) : undefined;
  const wider = address && sources && from ? pictureSources(address, from.variant) : undefined;
  const media = from && `(min-width: ${from.minWidth}px)`;
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
