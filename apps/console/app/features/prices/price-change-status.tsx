import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';
import type { PriceChange } from './prices-api.ts';

const TONES: Record<PriceChange['status'], Tone> = {
  scheduled: 'info',
  applied: 'success',
  ended: 'neutral',
  undone: 'neutral',
  cancelled: 'neutral',
  missed: 'warning',
};

export function PriceChangeStatus({ status }: { status: PriceChange['status'] }) {
  const t = useTexts('prices');
  return <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>;
}
