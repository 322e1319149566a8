import type { ActivationAnswer } from '@oyna/domain/activation';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './activation-note.module.css';
import type { Offer } from './offer.ts';
import { activationNote } from './offer-words.ts';

const ICONS: Record<Exclude<ActivationAnswer, 'unknown'>, typeof CircleCheck> = {
  yes: CircleCheck,
  condition: CircleAlert,
  no: CircleX,
};

/** One line: whether the key works in the shopper's country, or where it works while no country is chosen. */
export function ActivationNote({ offer, country }: { offer: Offer; country: string | undefined }) {
  const { t } = useTranslation('product');
  const { answer, condition } = offer;
  if (answer === 'unknown' || country === undefined) {
    const note = activationNote(offer, t);
    return note && <span className={styles.note}>{note}</span>;
  }
  const Icon = ICONS[answer];
  const text = { yes: t('works-in', { country }), no: t('fails-in', { country }), condition };
  return (
    <span className={styles.note} data-answer={answer}>
      <Icon size={16} aria-hidden="true" /> {text[answer]}
    </span>
  );
}
