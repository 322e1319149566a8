import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Picture } from '~/components/picture.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { GalleryPicture } from './gallery-pictures.ts';
import styles from './lightbox.module.css';
import { SlideArrows } from './slide-arrows.tsx';
import { useSlides } from './use-slides.ts';

interface LightboxProps {
  name: string;
  pictures: readonly GalleryPicture[];
  colour: string;
  /** The picture that is shown first. */
  start: number;
  /** With the picture that was shown last. */
  onClose(place: number): void;
}

/** The pictures of a game on the whole screen. The native dialog traps the focus and closes on Escape. */
export function Lightbox({ name, pictures, colour, start, onClose }: LightboxProps) {
  const { t } = useTranslation('product');
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLUListElement>(null);
  const total = pictures.length;
  const { current, show, move } = useSlides(stage, total);

  useEffect(() => {
    const [element, row] = [dialog.current, stage.current];
    if (!element || !row || element.open) return;
    element.showModal();
    row.scrollTo({ left: start * row.clientWidth, behavior: 'instant' });
  }, [start]);

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(-1),
      ArrowRight: () => move(1),
      Home: () => show(0),
      End: () => show(total - 1),
    };
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('lightbox', { name })}
      className={styles.lightbox}
      onKeyDown={onKeyDown}
      onClose={() => onClose(current)}
    >
      <div className={styles.head}>
        <p role="status" className={styles.number}>
          {t('picture-number', { number: current + 1, total })}
        </p>
        <button
          type="button"
          className={styles.round}
          aria-label={t('close-pictures')}
          onClick={() => dialog.current?.close()}
        >
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <ul ref={stage} className={styles.stage} tabIndex={total > 1 ? 0 : undefined} aria-label={t('gallery')}>
        {pictures.map(({ place, address, variant, alt }) => (
          <li key={address} aria-hidden={place !== current || undefined}>
            <Picture
              address={address}
              variant={variant}
              sizes="100vw"
              alt={alt ?? t('picture', { name, number: place + 1, total })}
              colour={colour}
            />
          </li>
        ))}
      </ul>
      {total > 1 && <SlideArrows styles={styles} size={22} onMove={move} />}
    </dialog>
  );
}
