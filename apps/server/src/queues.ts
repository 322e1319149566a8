import { accountMessages } from './features/account-messages/account-messages.service.ts';
import { claimMessages } from './features/delivery/claim-messages.ts';
import { orderMessages } from './features/payment/order-messages.ts';
import { supportMessages } from './features/support/support-messages.ts';
import { topUpMessages } from './features/top-up/top-up-messages.ts';

/** Everything that can be sent; made ready before the first thing is. */
export const QUEUES = [accountMessages, claimMessages, orderMessages, supportMessages, topUpMessages];
