import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type Thread = ConsoleSchemas['MessageThread'];
type Message = Pick<ConsoleSchemas['Message'], 'status'>;

const TONES: Record<Message['status'], Tone> = { open: 'warning', answered: 'success', closed: 'neutral' };

export function MessageStatus({ message: { status } }: { message: Message }) {
  const t = useTexts('messages');
  return <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>;
}
