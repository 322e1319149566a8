import { cx } from '@oyna/ui/class-names';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, X } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './stage-list.module.css';
import { type Stage, type Step, stepsOf } from './top-up-stage.ts';

/** A stage has another name once it is done. */
const nameOf = (step: Stage, state: Step['state']) =>
  state === 'done' && (step === 'delivering' || step === 'refunding')
    ? (`done-${step}` as const)
    : (`step-${step}` as const);

/** How far it has come. */
export function StageList({ stage }: { stage: Stage }) {
  const { t } = useTranslation('top-up');
  return (
    <ol className={styles.steps} aria-label={t('progress')}>
      {stepsOf(stage).map(({ stage: step, state }) => (
        <li key={step} className={cx(styles.step, styles[state])} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.sign} aria-hidden="true">
            {state === 'done' && <Check size={16} />}
            {state === 'failed' && <X size={16} />}
          </span>
          <span className={styles.text}>{t(nameOf(step, state))}</span>
          {state === 'done' && <VisuallyHidden>, {t('step-done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
