import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let manager: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ environment: { RATE_LIMITS: 'off' } });
  manager = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

const RULE = {
  platform: 'Steam',
  region: 'KZ',
  allowed: ['KZ'],
  excluded: [],
  otherwise: 'no',
  source: 'supplier',
  checkedOn: '2026-11-01',
};
const CONDITION = { ru: 'Только с аккаунтом KZ', en: 'Only with a KZ account', kz: 'KZ аккаунтымен ғана' };
const PATH = '/api/v1/activation-rules';

interface Listed {
  items: (typeof RULE & { id: number; version: number })[];
  missing: { platform: string; region: string; offers: number }[];
  names: { code: string; ru: string; en: string; kz: string }[];
  platforms: string[];
}
const list = async () => (await manager.get(PATH)).json() as Listed;
const find = async (region: string, platform = 'Steam') =>
  (await list()).items.find((rule) => rule.region === region && rule.platform === platform);
const create = (fields: object) => manager.call('POST', PATH, { ...RULE, ...fields });
const entries = () => store.database.selectFrom('audit_entry').selectAll().orderBy('id').execute();

const publicRules = async (headers: Record<string, string> = {}) =>
  (await store.server.inject({ url: '/api/v1/info/activation', headers })).json() as object[];

describe('an activation rule', () => {
  it('is created, read by the store in the language of the visitor, changed and deleted, each with one audit entry', async () => {
    const before = (await entries()).length;
    const created = await create({ region: 'TR', otherwise: 'condition', condition: CONDITION, allowed: ['TR'] });
    expect(created.statusCode, created.body).toBe(201);
    const { id } = created.json() as { id: number };
    const named = (await list()).names.filter(({ code }) => code === 'TR');
    expect(named).toEqual([{ code: 'TR', ru: 'Турция', en: 'Türkiye', kz: 'Түркия' }]);
    expect(await publicRules({ 'accept-language': 'kk' })).toContainEqual({
      platform: 'Steam',
      region: 'TR',
      allowed: ['TR'],
      excluded: [],
      otherwise: 'condition',
      condition: CONDITION.kz,
      checkedOn: '2026-11-01',
    });

    const { platform: _platform, region: _region, ...terms } = RULE;
    const change = (version: number, fields: object = {}) =>
      manager.call('PUT', `${PATH}/${id}`, { ...terms, allowed: ['TR'], version, ...fields });
    expect((await change(1, { excluded: ['RU'], otherwise: 'yes' })).statusCode).toBe(204);
    expect(await find('TR')).toMatchObject({ version: 2, excluded: ['RU'], otherwise: 'yes', condition: null });
    const stale = await change(1);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'changed-meanwhile',
      current: { version: 2, changedBy: manager.actor.name },
    });

    expect((await manager.call('DELETE', `${PATH}/${id}?version=1`)).statusCode).toBe(409);
    expect((await manager.call('DELETE', `${PATH}/${id}?version=2`)).statusCode).toBe(204);
    expect((await manager.call('DELETE', `${PATH}/${id}?version=2`)).statusCode).toBe(404);
    expect(await find('TR')).toBeUndefined();
    expect((await entries()).slice(before).map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
      'activation create: activation Steam TR',
      'activation change: activation Steam TR',
      'activation delete: activation Steam TR',
    ]);
  });

  it('exists once per platform and region, also when two operators create it at once', async () => {
    const colleague = await signInOperator(store, 'manager');
    const rule = { ...RULE, region: 'PL' };
    const answers = await Promise.all(
      [manager, colleague].map((operator) => operator.call('POST', PATH, rule, { isParallel: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const created = (await entries()).filter(({ subject }) => subject === 'activation Steam PL');
    expect(created).toHaveLength(1);
  });

  it.each([
    ['a country on both sides', { excluded: ['KZ'] }, 'invalid-parameter', 'excluded'],
    ['a condition without its text', { otherwise: 'condition' }, 'invalid-parameter', 'condition'],
    ['a text without a condition', { condition: CONDITION }, 'invalid-parameter', 'condition'],
    ['a country that the store does not know', { allowed: ['ZZ'] }, 'country-invalid', 'allowed'],
    ['a country in small letters', { allowed: ['kz'] }, 'invalid-parameter', 'allowed'],
    ['a blank source', { source: '  ' }, 'invalid-parameter', 'source'],
    ['a day that does not exist', { checkedOn: '2026-02-30' }, 'invalid-parameter', 'checkedOn'],
  ])('with %s is refused', async (_case, fields, code, field) => {
    const before = (await entries()).length;
    const answer = await create({ region: 'EU', ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field: expect.stringContaining(field) });
    expect(await find('EU')).toBeUndefined();
    expect(await entries()).toHaveLength(before);
  });

  it('that is missing for offers on sale is listed with their number', async () => {
    const { database } = store;
    const { id } = await database
      .selectFrom('product')
      .select('id')
      .where('type', '=', 'Key')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await database.updateTable('product').set({ region: 'MN', platform: 'GOG' }).where('id', '=', id).execute();
    expect((await list()).missing).toContainEqual({ platform: 'GOG', region: 'MN', offers: 1 });
    await create({ region: 'MN', platform: '*', allowed: ['MN'] });
    expect((await list()).missing.some(({ region }) => region === 'MN')).toBe(false);
  });

  it('can be for a platform without offers, which is then listed beside those that have some', async () => {
    const before = (await list()).platforms;
    expect(before).toContain('Steam');
    expect(before).not.toContain('*');
    await create({ region: 'BR', platform: 'Mini Disc' });
    expect((await list()).platforms).toEqual([...before, 'Mini Disc'].sort());
  });
});
