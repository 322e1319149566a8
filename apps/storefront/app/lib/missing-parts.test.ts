import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadWithoutParts } from './missing-parts.ts';

const BUILD = 'https://store.test/assets/entry.client-A.js';

/** A page whose imports fail. A test changes what it shows, what is stored, and whether the store answers. */
let page: {
  view: EventTarget;
  marks: Map<string, string>;
  lost: string | undefined;
  answer: () => Promise<{ ok: boolean }>;
  reload: ReturnType<typeof vi.fn>;
  loadClient: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
};

beforeEach(() => {
  const view = new EventTarget();
  const marks = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => marks.get(key) ?? null,
    setItem: (key: string, value: string) => void marks.set(key, value),
  };
  page = {
    view,
    marks,
    lost: undefined,
    answer: async () => ({ ok: true }),
    reload: vi.fn(),
    loadClient: vi.fn(async () => {}),
  };
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  vi.stubGlobal('window', { sessionStorage });
  vi.stubGlobal('location', { reload: page.reload });
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector === page.lost ? {} : null) });
  vi.stubGlobal('fetch', () => page.answer());
  reloadWithoutParts(BUILD, page.loadClient);
});
afterEach(() => void vi.unstubAllGlobals());

async function failImport(): Promise<void> {
  page.view.dispatchEvent(new Event('vite:preloadError'));
  // The answer of the store comes in a later task.
  await new Promise((resolve) => setImmediate(resolve));
}

/** A field as the listeners see it. `place` is what `closest` finds around it. */
function field(value: string, place: 'main' | undefined, isConnected = true) {
  const matches = () => true;
  return Object.assign(new EventTarget(), { value, isConnected, matches, closest: () => place });
}
function send(type: string, target: object): void {
  page.view.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }));
}

it('loads the page again when an import fails and the store answers', async () => {
  await failImport();
  expect(page.reload).toHaveBeenCalledOnce();
});

it('loads the page again once per build, also when two imports fail at once', async () => {
  page.view.dispatchEvent(new Event('vite:preloadError'));
  await failImport();
  await failImport();
  expect(page.reload).toHaveBeenCalledOnce();
  page.marks.clear();
  page.marks.set('https://store.test/assets/entry.client-B.js', 'reloaded');
  await failImport();
  expect(page.reload).toHaveBeenCalledTimes(2);
});

it('keeps the page when the reload could not be counted', async () => {
  page.marks.set = () => {
    throw new Error('the storage is full');
  };
  await failImport();
  expect(page.reload).not.toHaveBeenCalled();
});

it('keeps the page when the store does not answer', async () => {
  page.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await failImport();
  page.answer = async () => ({ ok: false });
  await failImport();
  expect(page.reload).not.toHaveBeenCalled();
  expect(page.marks.size).toBe(0);
});

it('keeps the page while a button is busy or a key is shown', async () => {
  page.lost = 'button[aria-busy], main code';
  await failImport();
  expect(page.reload).not.toHaveBeenCalled();
});

it('keeps the page while a field has text, and not after the field is gone or empty', async () => {
  const typed = field('Hello', 'main');
  send('input', typed);
  await failImport();
  expect(page.reload).not.toHaveBeenCalled();
  for (const gone of [field('Hello', 'main', false), field('', 'main'), field('a search', undefined)]) {
    page.reload.mockClear();
    page.marks.clear();
    send('input', gone);
    await failImport();
    expect(page.reload).toHaveBeenCalledOnce();
  }
});

it('loads the client of the API before a form is filled in', () => {
  send('focusin', field('', 'main'));
  expect(page.loadClient).toHaveBeenCalledOnce();
  send('focusin', { matches: () => false });
  expect(page.loadClient).toHaveBeenCalledOnce();
});
