import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadRouteModule, ScreenUnreachable } from './route-modules.ts';

const present = { id: 'orders', module: 'data:text/javascript,export const name = "orders"' };
const missing = { id: 'stock', module: 'data:text/javascript,throw new Error("missing")' };
const kept = new Map<string, string>();
const reload = vi.fn();
const answer = vi.fn<() => Promise<{ ok: boolean }>>();

beforeEach(() => {
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  kept.clear();
});

it('loads a screen once', async () => {
  const loaded: Record<string, object> = {};
  const screen = await loadRouteModule(present, loaded);
  expect(screen).toHaveProperty('name', 'orders');
  expect(await loadRouteModule({ ...present, module: 'elsewhere' }, loaded)).toBe(screen);
});

it('says that the store cannot be reached, and leaves the page', async () => {
  answer.mockRejectedValue(new TypeError('no network'));
  await expect(loadRouteModule(missing, {})).rejects.toBeInstanceOf(ScreenUnreachable);
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page of a new version, once for each script', async () => {
  answer.mockResolvedValue({ ok: true });
  void loadRouteModule(missing, {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await expect(loadRouteModule(missing, {})).rejects.toThrow('missing');
  expect(reload).toHaveBeenCalledOnce();
});
