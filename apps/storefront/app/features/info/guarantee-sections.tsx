import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import { BadgeCheck, CreditCard, Headset, Lock, RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './guarantee.module.css';

/** Spec §2: six titled sections. */
const SECTIONS = [
  { id: 1, Icon: ShieldCheck },
  { id: 2, Icon: BadgeCheck },
  { id: 3, Icon: RotateCcw },
  { id: 4, Icon: CreditCard },
  { id: 5, Icon: Lock },
  { id: 6, Icon: Headset },
] as const;

export function GuaranteeSections() {
  const { t } = useTranslation('guarantee');
  return (
    <div className={styles.sections}>
      {SECTIONS.map(({ id, Icon }) => (
        <section key={id} className={styles.section}>
          <Icon size={28} aria-hidden="true" />
          <h2>{t(`title-${id}`)}</h2>
          <p>{t(`text-${id}`, { hours: CLAIM_ANSWER_HOURS })}</p>
        </section>
      ))}
    </div>
  );
}
