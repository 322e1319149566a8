import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { PresentState } from '../../components/present-state.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type Thread = ConsoleSchemas['MessageThread'];
type Message = Pick<ConsoleSchemas['Message'], 'status'>;

const TONES: Record<Message['status'], Tone> = { open: 'warning', answered: 'success', closed: 'neutral' };

export function MessageStatus({ message: { status } }: { message: Message }) {
  const t = useTexts('messages');
  return <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>;
}

/** The present state of the message after the change of a colleague. */
export function ChangedMessage({ current }: { current: unknown }) {
  const t = useTexts('messages');
  const { status, answeredBy, assignedTo } = (current ?? {}) as Partial<Record<string, string>>;
  const known = (Object.keys(TONES) as Message['status'][]).find((name) => name === status);
  return <PresentState status={known && t(`status-${known}`)} by={answeredBy ?? assignedTo} />;
}
