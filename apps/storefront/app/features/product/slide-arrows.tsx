import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface SlideArrowsProps {
  /** Of the gallery or of the lightbox: each places and colours the arrows for its background. */
  styles: Readonly<Record<string, string>>;
  size: number;
  /** By so many pictures. */
  onMove(step: number): void;
}

export function SlideArrows({ styles, size, onMove }: SlideArrowsProps) {
  const { t } = useTranslation('product');
  const arrows = [
    { Icon: ChevronLeft, label: t('previous-picture'), step: -1 },
    { Icon: ChevronRight, label: t('next-picture'), step: 1 },
  ];
  return (
    <div className={styles['arrows']}>
      {arrows.map(({ Icon, label, step }) => (
        <button
          key={step}
          type="button"
          className={styles['round']}
          data-repeats=""
          aria-label={label}
          onClick={() => onMove(step)}
        >
          <Icon size={size} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
