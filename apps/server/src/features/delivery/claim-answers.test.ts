import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import type { Actor } from '../../platform/audit.ts';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { buyKeys, claimKey, keyStatus, type Purchase, revealKey } from '../../testing/test-claims.ts';
import { createMember } from '../../testing/test-member.ts';
import { call, getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { commandCaller } from '../approvals/approvals.service.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { type ClaimAnswersService, countOpenClaims } from './claim-answers.service.ts';
import { answerClaim, describeClaimAlerts } from './claims.commands.ts';

const operator = (name: string): Actor => ({ kind: 'command', id: null, name });
const [AIGUL, MARAT, IVAN] = [operator('Айгуль'), operator('Марат'), operator('Иван')];
const OPERATOR = 'claims@oyna.example';
let store: TestStore;
let service: ClaimAnswersService;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({
    listen: true,
    worker: true,
    environment: { RATE_LIMITS: 'off', SUPPORT_EMAIL: OPERATOR },
  });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 40);
  service = store.claimAnswers;
});
afterAll(() => store.close());

const replace = (keyId: number) => service.replace(commandCaller(AIGUL), { keyId });

/** An opened key with an open claim. */
async function claimed(language: Language = 'ru', count = 1): Promise<Purchase & { keyId: number; email: string }> {
  const member = await createMember(store);
  const { email } = await store.database
    .updateTable('account')
    .set({ language })
    .where('id', '=', member.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  const purchase = await buyKeys(store, member, productId, count);
  const [keyId = 0] = purchase.keyIds;
  await revealKey(store, member, keyId);
  expect((await claimKey(store, member, keyId)).body.status).toBe('open');
  return { ...purchase, keyId, email: email ?? '' };
}
const claimOf = async ({ member, orderId }: Purchase) => (await getOrder(store, member, orderId)).items[0]?.keys[0];
const auditOf = async (keyId: number) =>
  store.database.selectFrom('audit_entry').select(['action', 'actor']).where('subject', '=', `key ${keyId}`).execute();
const noticesOf = async ({ member }: Purchase) =>
  (await call<{ kind: string; data: object }[]>(store, member, 'GET', '/api/v1/user/notifications')).body.filter(
    ({ kind }) => kind === 'claim',
  );

const letterWith = (email: string, text: string) =>
  eventually(async () => {
    const found = (await lettersTo(store, email)).find((letter) => letter.text.includes(text));
    expect(found, text).toBeDefined();
    return found as NonNullable<typeof found>;
  });

describe('an open claim', () => {
  it('reaches the operator by mail, in the list, in the metrics and as an alert', async () => {
    const { keyId, orderId, email } = await claimed();
    const { orderNumber } = await service.get(keyId);
    const letter = await letterTo(store, OPERATOR, `Ключ не работает: заказ ${orderNumber}`);
    expect(letter.text).toContain(`claims show ${keyId}`);
    expect(letter.text).toContain(email);
    expect(await service.list({ isOpen: true })).toContainEqual(
      expect.objectContaining({ keyId, orderId, status: 'open', waitReason: 'new-account', isOverdue: false }),
    );
    expect(await describeClaimAlerts(service)).toContainEqual(
      expect.stringContaining(`claim-open: order ${orderNumber}`),
    );
    const metrics = await store.server.inject({ url: '/metrics' });
    expect(metrics.body).toMatch(/oyna_claims\{state="open"\} [1-9]/);
  });

  it('is an overdue alert after the promised time', async () => {
    const { keyId } = await claimed();
    await sql`UPDATE key_claim SET created_at = now() - interval '48 hours 1 minute' WHERE key_id = ${keyId}`.execute(
      store.database,
    );
    expect(await describeClaimAlerts(service)).toContainEqual(expect.stringMatching(`claim-overdue: .*key ${keyId}`));
    expect((await countOpenClaims(store.database)).overdue).toBe(1);
    await service.refuse(AIGUL, keyId, 'Ключ активирован на вашем аккаунте.');
    expect((await countOpenClaims(store.database)).overdue).toBe(0);
  });
});

describe('an operator', () => {
  it.each<[Language, string, string]>([
    ['ru', 'Новый ключ по заказу', 'мы заменили ключ'],
    ['en', 'A new key for order', 'we have replaced your key'],
    ['kz', 'бойынша жаңа кілт', 'кілтті ауыстырдық'],
  ])('replaces the key, and the buyer reads it in their language: %s', async (language, subject, text) => {
    const purchase = await claimed(language);
    const newKeyId = (await replace(purchase.keyId)).answer?.newKeyId ?? 0;
    expect(await keyStatus(store, newKeyId)).toBe('sold');
    expect(await claimOf(purchase)).toMatchObject({ id: purchase.keyId, claim: 'replaced' });
    expect((await revealKey(store, purchase.member, newKeyId)).status).toBe(200);
    expect(await auditOf(purchase.keyId)).toEqual([{ action: 'claim replace', actor: AIGUL.name }]);
    expect(await service.get(purchase.keyId)).toMatchObject({ resolvedBy: 'Айгуль', newKeyId });
    const { orderId } = purchase;
    expect(await noticesOf(purchase)).toMatchObject([{ data: { orderId, outcome: 'replaced' } }]);
    expect((await letterWith(purchase.email, text)).subject).toContain(subject);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('refunds the price of the key alone, and the key is revoked', async () => {
    const purchase = await claimed('en', 3);
    const preview = await service.previewRefund(purchase.keyId);
    const { answer: refund } = await service.refund(commandCaller(AIGUL), { keyId: purchase.keyId });
    expect(refund).toEqual(preview);
    expect(refund).toMatchObject({ revokedKeys: [purchase.keyId], returnedKeys: [], parts: [{ number: 1, count: 1 }] });
    expect(await keyStatus(store, purchase.keyId)).toBe('revoked');
    expect(await keyStatus(store, purchase.keyIds[1])).toBe('sold');
    expect(await claimOf(purchase)).toMatchObject({ claim: 'refunded', isRevoked: true });
    expect(await noticesOf(purchase)).toMatchObject([{ data: { outcome: 'refunded' } }]);
    expect(await auditOf(purchase.keyId)).toEqual([{ action: 'claim refund', actor: AIGUL.name }]);
    expect((await letterWith(purchase.email, 'we are refunding your key')).subject).toContain('A refund for your key');
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, purchase.member, purchase.orderId)).refundedAmount).toBe(refund?.amount);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('gets a clear line while another refund of the order is on its way', async () => {
    const purchase = await claimed('ru', 2);
    await sql`UPDATE payment SET status = 'refunding' WHERE order_id = ${purchase.orderId}`.execute(store.database);
    const late = answerClaim(service, purchase.keyId, () =>
      service.refund(commandCaller(AIGUL), { keyId: purchase.keyId }),
    );
    await expect(late).rejects.toThrow('A refund of this order is on its way');
    expect((await service.get(purchase.keyId)).status).toBe('open');
    await store.database.transaction().execute(async (transaction) => {
      await sql`ALTER TABLE payment DISABLE TRIGGER payment_transition`.execute(transaction);
      await sql`UPDATE payment SET status = 'paid' WHERE order_id = ${purchase.orderId}`.execute(transaction);
      await sql`ALTER TABLE payment ENABLE TRIGGER payment_transition`.execute(transaction);
    });
  });

  it('refuses the claim with a text for the buyer, who keeps the key', async () => {
    const purchase = await claimed('en');
    await service.refuse(AIGUL, purchase.keyId, '  It was activated from your account.\nSee the screenshot. ');
    const answer = 'It was activated from your account.\nSee the screenshot.';
    expect(await claimOf(purchase)).toMatchObject({ claim: 'refused', claimAnswer: answer });
    expect(await keyStatus(store, purchase.keyId)).toBe('sold');
    expect(await auditOf(purchase.keyId)).toEqual([{ action: 'claim refuse', actor: AIGUL.name }]);
    expect(await noticesOf(purchase)).toMatchObject([{ data: { outcome: 'refused' } }]);
    expect((await letterWith(purchase.email, 'It was activated from your account.')).text).toContain(
      'See the screenshot.',
    );
    expect((await claimKey(store, purchase.member, purchase.keyId)).body.status).toBe('refused');
  });

  it.each(['', '   ', 'x'.repeat(1_001)])('cannot refuse with a text that is empty or too long', async (text) => {
    const { keyId } = await claimed();
    await expect(service.refuse(AIGUL, keyId, text)).rejects.toMatchObject({ code: 'message-invalid' });
    expect((await service.get(keyId)).status).toBe('open');
  });

  it('gets a clear line when a concurrent operator answered first', async () => {
    const { keyId } = await claimed();
    const results = await Promise.allSettled([
      answerClaim(service, keyId, () => replace(keyId)),
      answerClaim(service, keyId, () => service.refund(commandCaller(MARAT), { keyId })),
      answerClaim(service, keyId, () => service.refuse(IVAN, keyId, 'Ключ исправен.')),
    ]);
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(2);
    for (const { reason } of failed)
      expect(String(reason)).toMatch(/The claim is answered already: (replaced|refunded|refused) by/);
    expect(await auditOf(keyId)).toHaveLength(1);
    const { rows } = await sql`SELECT FROM delivery WHERE replaces_key_id = ${keyId}`.execute(store.database);
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it('cannot answer a claim that a refund has answered', async () => {
    const purchase = await claimed();
    await store.payments.refunds.refund(AIGUL, purchase.orderId);
    const late = answerClaim(service, purchase.keyId, () => replace(purchase.keyId));
    await expect(late).rejects.toThrow('The claim is answered already: refunded');
    expect((await claimOf(purchase))?.claim).toBe('refunded');
  });

  it('leaves either a refund or a replacement when both are requested at once', async () => {
    for (let round = 0; round < 5; round++) {
      const purchase = await claimed();
      await Promise.allSettled([store.payments.refunds.refund(AIGUL, purchase.orderId), replace(purchase.keyId)]);
      expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
    }
  });

  it('gets a clear line when there is no claim or no other key', async () => {
    const missing = answerClaim(service, 999_999, () => replace(999_999));
    await expect(missing).rejects.toThrow('There is no claim about key 999999');
    const scarce = await stockProduct(store.database, 1);
    const { member, keyIds } = await buyKeys(store, await createMember(store), scarce);
    await claimKey(store, member, keyIds[0]);
    const none = answerClaim(service, keyIds[0] ?? 0, () => replace(keyIds[0] ?? 0));
    await expect(none).rejects.toThrow('There is no other key of this product');
    expect((await service.get(keyIds[0] ?? 0)).status).toBe('open');
  });

  it('changes nothing when the audit entry cannot be written', async () => {
    const purchase = await claimed();
    await sql`ALTER TABLE audit_entry ADD CONSTRAINT is_full CHECK (false) NOT VALID`.execute(store.database);
    try {
      await expect(replace(purchase.keyId)).rejects.toThrow(/is_full/);
      await expect(service.refuse(AIGUL, purchase.keyId, 'Нет.')).rejects.toThrow(/is_full/);
    } finally {
      await sql`ALTER TABLE audit_entry DROP CONSTRAINT is_full`.execute(store.database);
    }
    expect((await service.get(purchase.keyId)).status).toBe('open');
    expect(await noticesOf(purchase)).toEqual([]);
  });
});
