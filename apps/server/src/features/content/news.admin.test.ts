import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsData } from '../../testing/test-content.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createDraftsService } from '../catalogue/catalogue-drafts.service.ts';

let store: TestStore;
let manager: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
  manager = await signInOperator(store, 'manager');
  colleague = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

const NEWS = '/api/v1/catalogue/news';
interface Shown {
  id: number;
  version: number;
  fingerprint: string;
}
const create = async (path: string, data: object) => (await manager.call('POST', path, data)).json();
const publish = (path: string, { id, version, fingerprint }: Shown, more: object = {}) =>
  manager.call('POST', `${path}/${id}/publish`, { version, fingerprint, ...more });
const save = (path: string, { id, version, fingerprint }: Shown, data: object) =>
  manager.call('PUT', `${path}/${id}`, { version, fingerprint, data });

describe('news', () => {
  const drafts = () => createDraftsService(store.database);
  const newest = async () => (await store.server.inject('/api/v1/news')).json()[0];

  it('is published at its time, once, by any worker', async () => {
    const before = await newest();
    const draft = await create(NEWS, newsData('Tomorrow'));
    const at = new Date(Date.now() + 86_400_000).toISOString();
    expect((await publish(NEWS, draft, { at })).json()).toMatchObject({
      publishAt: at,
      isPublished: false,
      version: 2,
    });
    expect(await drafts().publishDue()).toBe(false);
    expect(await newest()).toEqual(before);
    await sql`UPDATE catalogue_draft SET publish_at = now() WHERE id = ${draft.id}`.execute(store.database);
    const results = await Promise.all([drafts().publishDue(), drafts().publishDue(), drafts().publishDue()]);
    expect(results.toSorted()).toEqual([false, false, true]);
    expect(await newest()).toMatchObject({ id: draft.id, title: 'Tomorrow' });
    const { rows } = await sql`
      SELECT FROM audit_entry WHERE subject = ${`news ${draft.id}`} AND action = 'news publish'`.execute(
      store.database,
    );
    expect(rows).toHaveLength(1);
  });

  it('that cannot be published at its time says why, and is not tried again', async () => {
    const draft = await create(NEWS, newsData('Broken'));
    await publish(NEWS, draft, { at: new Date(Date.now() + 60_000).toISOString() });
    await sql`UPDATE catalogue_draft SET publish_at = now(), data = data || '{"summary": {"ru": "", "en": "", "kz": ""}}'
      WHERE id = ${draft.id} AND kind = 'news'`.execute(store.database);
    expect(await drafts().publishDue()).toBe(true);
    expect(await drafts().publishDue()).toBe(false);
    const seen = (await manager.get(`${NEWS}/${draft.id}`)).json();
    expect(seen).toMatchObject({ isPublished: false, publishAt: null, fault: 'draft-incomplete: summary.en' });
  });

  const withdraw = ({ id, version, fingerprint }: Shown, operator = manager, isParallel = false) =>
    operator.call('POST', `${NEWS}/${id}/withdraw`, { version, fingerprint }, { isParallel });
  const itemInStore = async (id: number) => (await store.server.inject(`/api/v1/news/${id}`)).statusCode;

  it('is withdrawn as a draft, and comes back with its day when it is published again', async () => {
    const draft = await create(NEWS, newsData('Too Early'));
    const news = (await publish(NEWS, draft)).json();
    await sql`UPDATE news SET published_on = '2026-01-05' WHERE id = ${news.id}`.execute(store.database);
    expect(await itemInStore(news.id)).toBe(200);
    expect((await withdraw(news)).statusCode).toBe(409);
    const dated = (await manager.get(`${NEWS}/${news.id}`)).json();
    const taken = await withdraw(dated);
    expect(taken.json()).toMatchObject({ isPublished: false, hasDraft: true, version: 1, gaps: [] });
    expect(await itemInStore(news.id)).toBe(404);
    expect((await withdraw(dated)).json()).toMatchObject({
      code: 'changed-meanwhile',
      current: { version: 1, isPublished: false },
    });
    const again = (await publish(NEWS, taken.json())).json();
    expect(again).toMatchObject({ isPublished: true, hasDraft: false, data: { published: '2026-01-05' } });
    expect((await store.server.inject(`/api/v1/news/${news.id}?lng=en`)).json().title).toBe('Too Early');
  });

  it('is withdrawn with its draft, which keeps its changes and loses its time', async () => {
    const news = (await publish(NEWS, await create(NEWS, newsData('Old Text')))).json();
    const data = newsData('New Text');
    const saved = (await save(NEWS, news, data)).json();
    const timed = (await publish(NEWS, saved, { at: new Date(Date.now() + 3_600_000).toISOString() })).json();
    expect((await withdraw(news)).statusCode).toBe(409);
    const taken = (await withdraw(timed)).json();
    expect(taken).toMatchObject({ isPublished: false, publishAt: null, data: { title: { en: 'New Text' } } });
    const { rows } = await sql<{ before: { title: object } }>`
      SELECT before FROM audit_entry WHERE subject = ${`news ${news.id}`} AND action = 'news withdraw'`.execute(
      store.database,
    );
    expect(rows).toMatchObject([{ before: { title: { en: 'Old Text' } } }]);
    expect((await publish(NEWS, taken)).statusCode).toBe(200);
  });

  it('is withdrawn once by two operators', async () => {
    const news = (await publish(NEWS, await create(NEWS, newsData('Twice')))).json();
    const answers = await Promise.all([manager, colleague, manager].map((operator) => withdraw(news, operator, true)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect((await withdraw({ ...news, id: 999_999 })).statusCode).toBe(404);
  });

  it('that is incomplete gets no time, and a time can be taken back', async () => {
    const draft = await create(NEWS, { ...newsData('Later'), summary: { ru: '', en: '', kz: '' } });
    const at = new Date(Date.now() + 60_000).toISOString();
    expect((await publish(NEWS, draft, { at })).json().code).toBe('draft-incomplete');
    const good = await create(NEWS, newsData('Maybe'));
    const timed = (await publish(NEWS, good, { at })).json();
    expect((await publish(NEWS, timed, { at: null })).json()).toMatchObject({ publishAt: null, version: 3 });
  });
});
