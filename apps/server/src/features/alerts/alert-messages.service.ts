import type { OldPricePolicy } from '@oyna/domain/pricing';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { HAND_OVER_MS, inTransactionOnce } from '../../platform/database/transaction.ts';
import type { AlertChannel } from './alert-channels.ts';
import { contentOf } from './alert-content.ts';
import * as queries from './alert-messages.queries.ts';
import { listOffers, listRates } from './alert-offers.queries.ts';
import type { StopTokens } from './stop-token.ts';

interface MessageParts {
  db: Database;
  channels: readonly AlertChannel[];
  tokens: StopTokens;
  oldPricePolicy: OldPricePolicy;
  publicUrl: string;
  handOverMs?: number;
}

export type AlertMessagesService = ReturnType<typeof createAlertMessagesService>;

/**
 * Sends one message. The alert is locked while it is handed over, and price, stock and discount are read under the lock: what
 * is not true any more is not sent, and neither is anything after a stop.
 */
export function createAlertMessagesService(parts: MessageParts) {
  const { db, channels, tokens, oldPricePolicy, publicUrl, handOverMs = HAND_OVER_MS } = parts;

  /** Returns why it could not be handed over for now. What the channel noted about that is kept. */
  async function send(transaction: Connection, messageId: number): Promise<{ failure: unknown } | undefined> {
    const message = await queries.lockMessage(transaction, messageId);
    if (!message) return undefined;
    const channel = channels.find(({ name }) => name === message.channel);
    const refusal = refusalOf(message) ?? (channel ? undefined : 'no-channel');
    if (refusal || !channel) {
      await queries.setDropped(transaction, message.id, refusal ?? 'no-channel');
      return undefined;
    }
    const [offer] = await listOffers(transaction, [message.product_id]);
    const rate = (await listRates(transaction)).get(message.currency);
    const endsAt = message.price_change_id === null ? undefined : await queries.findEnd(transaction, message);
    const content = contentOf(message, { offer, rate, endsAt, policy: oldPricePolicy });
    if (!content || !offer) {
      await queries.dropEvent(transaction, message);
      return undefined;
    }
    const stopToken = tokens.create(message.alert_id);
    const sent = {
      id: message.id,
      alertId: message.alert_id,
      accountId: message.account_id,
      email: message.email,
      language: message.language,
      ...content,
      url: `${publicUrl}/catalog/${offer.game_id}#offer-${offer.id}`,
      stopUrl: `${publicUrl}/alerts/stop?token=${stopToken}`,
      stopToken,
    };
    const signal = AbortSignal.timeout(handOverMs);
    const outcome = await channel
      .send(transaction, message.target, sent, signal)
      .catch((failure: unknown) => ({ failure }));
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'sent') await queries.setSent(transaction, message);
    else await queries.setDropped(transaction, message.id, outcome);
    return undefined;
  }

  return {
    /** Once: the message may be on its way when a conflict is found. */
    async send(messageId: number): Promise<void> {
      const failed = await inTransactionOnce(db, (transaction) => send(transaction, messageId));
      if (failed) throw failed.failure;
    },

    /** After its last try, so that the next event of the alert makes messages again. */
    giveUp: (messageId: number): Promise<void> => queries.setDropped(db, messageId, 'failed'),
  };
}

function refusalOf(message: queries.WaitingMessage): string | undefined {
  if (message.is_stopped) return 'stopped';
  if (message.is_blocked) return 'blocked';
  return message.is_late ? 'late' : undefined;
}
