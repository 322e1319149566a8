import type { Queue } from '../../platform/jobs/jobs.ts';

/** Without `link` the gift is handed over. With it, the mail has a new link to an opened gift, the one of this number. */
export interface GiftMessage {
  giftId: number;
  link?: number;
}

export const giftMessages: Queue<GiftMessage> = { name: 'gift-messages' };
