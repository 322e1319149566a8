import { Minus, Plus } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './stepper.module.css';
import { useUiTexts } from './ui-texts.tsx';

interface StepperProps {
  /** What is being counted. */
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange(value: number): void;
}

export function Stepper({ label, value, min = 0, max, onChange }: StepperProps) {
  const t = useUiTexts();
  return (
    <fieldset aria-label={label} className={styles.stepper}>
      <IconButton
        label={t('decrease')}
        icon={<Minus size={18} />}
        disabled={value <= min}
        data-repeats=""
        onClick={() => onChange(value - 1)}
      />
      <output className={styles.count} aria-live="polite">
        {value}
      </output>
      <IconButton
        label={t('increase')}
        icon={<Plus size={18} />}
        disabled={value >= max}
        data-repeats=""
        onClick={() => onChange(value + 1)}
      />
    </fieldset>
  );
}
