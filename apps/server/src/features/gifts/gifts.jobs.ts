import type { Poller, Task } from '../../platform/jobs/worker.ts';
import type { GiftMailsService } from './gift-mails.service.ts';
import { type GiftMessage, giftMessages } from './gift-messages.ts';

export const giftMessagesTask = ({ send }: GiftMailsService): Task<GiftMessage> => ({ queue: giftMessages, run: send });

export const giftsPoller = ({ release }: GiftMailsService): Poller => ({
  name: 'gifts',
  everySeconds: 5,
  run: release,
});
