import type { Queue } from '../../platform/jobs/jobs.ts';

/** Only the number of the message: what people write is not copied into queues. */
export const supportMessages: Queue<{ id: number }> = { name: 'support-messages' };

/** The number of the entry in the thread. */
export const supportAnswers: Queue<{ id: number }> = { name: 'support-answers' };
