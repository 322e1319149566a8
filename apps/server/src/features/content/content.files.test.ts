import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** What operators do with the whole catalogue. It has one screen: each call reads and writes all of it. */

let store: TestStore;
let manager: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty', cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
  await importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE });
  await sql`INSERT INTO operator_role (id, name, permissions) VALUES
    ('editor-of-content', 'Editor', '{content:read,content:write}')`.execute(store.database);
  manager = await signInOperator(store, 'manager');
  colleague = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

describe('groups and categories', () => {
  it('keep the order of a group, and refuse a stale one', async () => {
    const { version, items } = (await manager.get('/api/v1/catalogue/groups')).json();
    const groups = items.map(({ name, title, games }: { name: string; title: object; games: { id: number }[] }) => ({
      name,
      title,
      games: games.map(({ id }) => id).toReversed(),
    }));
    const saved = await manager.call('PUT', '/api/v1/catalogue/groups', { version, groups });
    expect(saved.json().items[0].games.map(({ id }: { id: number }) => id)).toEqual(groups[0].games);
    const stale = await colleague.call('PUT', '/api/v1/catalogue/groups', { version, groups });
    expect(stale.json().code).toBe('changed-meanwhile');
    const shown = (await store.server.inject('/api/v1/Recomendation')).json();
    const group = shown.find(({ name }: { name: string }) => name === groups[0].name);
    expect(group.games.map(({ id }: { id: number }) => id)).toEqual(groups[0].games);
  });

  it('keep titles and order of the categories, and refuse a stale or a partial list', async () => {
    const CATEGORIES = '/api/v1/catalogue/categories';
    const { version, items } = (await manager.get(CATEGORIES)).json();
    const categories: { id: number; title: { ru: string; en: string; kz: string } }[] = items
      .map(({ id, title }: { id: number; title: object }) => ({ id, title }))
      .toReversed();
    const [first, ...others] = categories;
    if (!first) throw new Error('no categories');
    const wanted = [{ ...first, title: { ru: 'Новое', en: 'New Title', kz: 'Жаңа' } }, ...others];
    const save = (body: object, operator = manager) => operator.call('PUT', CATEGORIES, { version, ...body });
    expect((await save({ categories: others })).statusCode).toBe(400);
    expect((await save({ categories: [...others, { ...first, id: 999_999 }] })).statusCode).toBe(400);
    expect((await save({ categories: [{ ...first, title: { ...first.title, kz: ' ' } }, ...others] })).statusCode).toBe(
      400,
    );
    const saved = await save({ categories: wanted });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await save({ categories }, colleague)).json()).toMatchObject({ code: 'changed-meanwhile' });
    const shown = (await store.server.inject('/api/v1/info/categories?lng=en')).json();
    expect(shown.map(({ id }: { id: number }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(JSON.stringify(shown[0])).toContain('New Title');
  });
});

describe('files', () => {
  it('change prices only with the permission for prices', async () => {
    const editor = await signInOperator(store, 'editor-of-content');
    const content = (await manager.get('/api/v1/catalogue/export')).body;
    const apply = (text: string) =>
      editor.call('POST', '/api/v1/catalogue/import', { files: [{ name: 'all.yaml', content: text }] });
    const refused = await apply(content.replace(/priceWithDiscount: [\d.]+/, 'priceWithDiscount: 0.02'));
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'permission-missing', field: 'prices:write' });
    expect((await manager.get('/api/v1/catalogue/export')).body).toBe(content);
    expect((await apply(content)).statusCode).toBe(200);
  });

  it('show what a file would change, and change it', async () => {
    const content = (await manager.get('/api/v1/catalogue/export')).body;
    const check = async (text: string) =>
      (
        await manager.call('POST', '/api/v1/catalogue/import/check', { files: [{ name: 'all.yaml', content: text }] })
      ).json();
    const same = { faults: [], added: [], changed: [], missing: [] };
    expect(await check(content)).toMatchObject(same);
    // As large as the demo catalogue.
    expect(await check(`${content}# ${'-'.repeat(1_000_000)}\n`)).toMatchObject(same);
    const dearer = content.replace(/priceWithDiscount: [\d.]+/, 'priceWithDiscount: 0.01');
    const report = await check(dearer);
    expect(report.changed).toHaveLength(1);
    expect(report.warnings).not.toEqual([]);
    expect((await check('games: [')).faults).toHaveLength(1);
    const apply = (text: string) =>
      manager.call('POST', '/api/v1/catalogue/import', { files: [{ name: 'all.yaml', content: text }] });
    expect((await apply('games: 1')).json()).toMatchObject({
      code: 'catalogue-file-invalid',
      current: { faults: [expect.any(String)] },
    });
    const done = await apply(dearer);
    expect(done.statusCode, done.body.slice(0, 300)).toBe(200);
    expect(await check(dearer)).toMatchObject({ changed: [], faults: [] });
  });
});
