import { CLAIM_REASONS } from '@oyna/domain/replacement-policy';
import { sql } from 'kysely';
import { commandCaller } from '../../apps/server/src/features/approvals/approvals.service.ts';
import { send } from './random-order.buyers.ts';
import { drawRefund, refund } from './random-order.refunds.ts';
import {
  type Action,
  anyDone,
  type Buyer,
  type Chance,
  type NamedAction,
  OPERATOR,
  type World,
} from './random-order.world.ts';
import { pickRandom } from './test-environment.ts';

/** Operations on delivered keys: buyers open and claim them, operators answer, refunds withdraw them. */

interface DeliveredKey {
  keyId: number;
  orderId: string;
  amount: number;
  buyer: Buyer;
}

/** Includes keys that a refund has withdrawn. */
async function findDeliveredKey({ store, products, buyers }: World, chance: Chance): Promise<DeliveredKey | undefined> {
  const { rows } = await sql<{ keyId: number; orderId: string; amount: number; accountId: number }>`
    SELECT handed.key_id AS "keyId", order_id AS "orderId", payment.amount, account_id AS "accountId"
    FROM (SELECT key_id, order_item_id FROM delivery UNION ALL SELECT key_id, order_item_id FROM key_return) AS handed
    JOIN order_item ON order_item.id = handed.order_item_id AND product_id = ANY (${products}::bigint[])
    JOIN payment ON payment.id = order_item.payment_id
    ORDER BY md5(concat(handed.key_id, ${chance()}::float8)) LIMIT 1`.execute(store.database);
  const [key] = rows;
  const buyer = buyers.find(({ member }) => member.accountId === key?.accountId);
  return key && buyer && { keyId: key.keyId, orderId: key.orderId, amount: key.amount, buyer };
}

type KeyAction = (world: World, key: DeliveredKey, chance: Chance) => Promise<unknown>;

/** Usually by its buyer, sometimes by another account. */
const onKey =
  (act: KeyAction): Action =>
  async (world, chance) => {
    const key = await findDeliveredKey(world, chance);
    if (!key) return false;
    const buyer = chance() < 0.1 ? pickRandom(world.buyers, chance) : key.buyer;
    return (await act(world, { ...key, buyer }, chance)) !== false;
  };

const reveal: KeyAction = (world, { keyId, buyer }) => send(world, buyer, 'POST', `/api/v1/user/keys/${keyId}/reveal`);

const claim: KeyAction = (world, { keyId, buyer }, chance) =>
  send(world, buyer, 'POST', `/api/v1/user/keys/${keyId}/claim`, {
    reason: pickRandom(CLAIM_REASONS, chance),
    ...(chance() < 0.3 && { comment: 'test' }),
  });

const claimTwice: KeyAction = (world, key, chance) => anyDone([claim(world, key, chance), claim(world, key, chance)]);

const revealAndClaim: KeyAction = async (world, key, chance) =>
  (await reveal(world, key, chance)) && claim(world, key, chance);

function answer(world: World, keyId: number, chance: Chance): Promise<unknown> {
  const answers = world.store.claimAnswers;
  const kind = chance();
  if (kind < 0.4) return answers.replace(commandCaller(OPERATOR), { keyId });
  if (kind < 0.7) return answers.refund(commandCaller(OPERATOR), { keyId });
  return answers.refuse(OPERATOR, keyId, 'The key was opened.').then(() => true);
}

/** By one operator, or by two at once. */
const answerClaim: Action = async (world, chance) => {
  const open = await world.store.claimAnswers.list({ isOpen: true });
  if (open.length === 0) return false;
  const { keyId } = pickRandom(open, chance);
  const operators = chance() < 0.4 ? 2 : 1;
  return anyDone(Array.from({ length: operators }, () => answer(world, keyId, chance)));
};

/** An operator answers for any key, with or without an open claim. */
const answerAny: KeyAction = (world, { keyId }, chance) => answer(world, keyId, chance);

const refundOrder: KeyAction = (world, { orderId, amount }, chance) =>
  refund(world, orderId, drawRefund(amount, chance), chance);

const refundKey: KeyAction = (world, { orderId, keyId }, chance) =>
  refund(world, orderId, { kind: 'item', number: 1, count: 1, keyIds: [keyId] }, chance);

const KEY_ACTIONS = [reveal, claim, answerAny, refundOrder, refundKey];

/** Buyer and operators act on one key at the same moment. */
const actConcurrently: KeyAction = (world, key, chance) =>
  anyDone(Array.from({ length: 4 }, () => pickRandom(KEY_ACTIONS, chance)(world, key, chance)));

export const CLAIM_ACTIONS: NamedAction[] = [
  { name: 'reveal a key', weight: 4, action: onKey(reveal) },
  { name: 'claim a key', weight: 3, action: onKey(claim) },
  { name: 'claim a key twice at once', weight: 1, action: onKey(claimTwice) },
  { name: 'reveal a key and claim it', weight: 4, action: onKey(revealAndClaim) },
  { name: 'answer an open claim', weight: 5, action: answerClaim },
  { name: 'answer any claim', weight: 1, action: onKey(answerAny) },
  { name: 'do several things to one key at once', weight: 4, action: onKey(actConcurrently) },
];
