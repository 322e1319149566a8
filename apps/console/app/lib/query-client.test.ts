import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refetchChanged } from './query-client.ts';

const queryKey = ['news', 'list'];

it('drops the answer to a screen that was left before the change', async () => {
  const client = new QueryClient();
  const before = Promise.withResolvers<string>();
  const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? before.promise : Promise.resolve('after')));
  const screen = () => new QueryObserver(client, { queryKey, queryFn, staleTime: 10_000 });
  const leave = screen().subscribe(() => {});
  leave();
  await refetchChanged(client, [['news']]);

  const observer = screen();
  const shown = vi.fn();
  const end = observer.subscribe(({ data }) => shown(data));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  before.resolve('before');
  await before.promise;
  expect(observer.getCurrentResult().data).toBe('after');
  expect(shown).not.toHaveBeenCalledWith('before');
  end();
  client.clear();
});

it('fetches again what is on the screen', async () => {
  const client = new QueryClient();
  const queryFn = vi.fn(() => Promise.resolve(queryFn.mock.calls.length));
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 10_000 });
  const end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(1));
  await refetchChanged(client, [['news']]);
  expect(observer.getCurrentResult().data).toBe(2);
  end();
  client.clear();
});
