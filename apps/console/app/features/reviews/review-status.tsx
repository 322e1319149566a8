import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type Review = ConsoleSchemas['Review'];

const TONES = { waiting: 'warning', published: 'success', hidden: 'danger', deleted: 'neutral' } satisfies Record<
  Review['status'],
  Tone
>;

export function ReviewStatus({ status }: { status: Review['status'] }) {
  const t = useTexts('reviews');
  return <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>;
}
