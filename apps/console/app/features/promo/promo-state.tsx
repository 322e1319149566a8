import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';
import type { PromoCode } from './promo-api.ts';

const TONES: Record<PromoCode['state'], Tone> = {
  active: 'success',
  coming: 'info',
  'used-up': 'warning',
  ended: 'neutral',
};

export function PromoState({ state }: { state: PromoCode['state'] }) {
  const t = useTexts('promo');
  return <StatusLabel tone={TONES[state]}>{t(`state-${state}`)}</StatusLabel>;
}
