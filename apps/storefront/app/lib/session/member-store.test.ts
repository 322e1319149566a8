import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../storage-test-helper.ts';
import { createMemberStore } from './member-store.ts';
import { endSession, startSession } from './session.ts';

const expired = new Date(Date.now() + 86_400_000).toISOString();
const named = (name: string) => ({ name });
type Thing = ReturnType<typeof named>;

beforeEach(() => {
  stubStorage();
  startSession({ token: 'first', expired });
});
afterEach(() => void vi.unstubAllGlobals());

it('loads once for all readers, and again for another language', async () => {
  const store = createMemberStore<Thing>();
  const ask = vi.fn(async () => named('aida'));
  await Promise.all([store.load(ask, 'ru'), store.load(ask, 'ru')]);
  await store.load(ask, 'ru');
  expect(ask).toHaveBeenCalledOnce();
  expect(store.read().data?.name).toBe('aida');
  await store.load(ask, 'kz');
  await store.load(ask, 'kz', true);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('loads nothing without a session', async () => {
  endSession();
  const ask = vi.fn(async () => named('aida'));
  await createMemberStore<Thing>().load(ask, 'ru');
  expect(ask).not.toHaveBeenCalled();
});

it('drops the data at the end of the session, and a late response with it', async () => {
  const store = createMemberStore<Thing>();
  const stop = store.subscribe(() => {});
  await store.load(async () => named('aida'), 'ru');
  const late = Promise.withResolvers<Thing>();
  const loading = store.load(() => late.promise, 'en');
  endSession();
  expect(store.read().data).toBeUndefined();
  startSession({ token: 'second', expired });
  late.resolve(named('aida'));
  await loading;
  expect(store.read().data).toBeUndefined();
  stop();
});

it('notifies of the loaded data', async () => {
  const onLoaded = vi.fn();
  await createMemberStore<Thing>(onLoaded).load(async () => named('aida'), 'ru');
  expect(onLoaded).toHaveBeenCalledExactlyOnceWith('first', { name: 'aida' });
});

it('keeps the last data after a failure and reports the failure', async () => {
  const store = createMemberStore<Thing>();
  await store.load(async () => named('aida'), 'ru');
  await store.load(() => Promise.reject(new Error('offline')), 'ru', true);
  expect(store.read()).toMatchObject({ data: { name: 'aida' }, failure: new Error('offline') });
});
