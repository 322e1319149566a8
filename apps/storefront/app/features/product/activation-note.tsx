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
  const isKnown = answer !== 'unknown' && country !== undefined;
  // A condition is shown to all: the note keeps its height when the country is known.
  if (!isKnown && !condition) {
    const note = activationNote(offer, t);
    return note && <span className={styles.note}>{note}</span>;
  }
  const shown = isKnown ? answer : 'condition';
  const Icon = ICONS[shown];
  const text = { yes: t('works-in', { country }), no: t('fails-in', { country }), condition };
  return (
    <span className={styles.note} data-answer={isKnown && answer}>
      <Icon size={16} aria-hidden="true" /> {text[shown]}
    </span>
  );
}
