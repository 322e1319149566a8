import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createFragmentCache } from './fragment-cache.server.ts';
import { CachedFragment, FragmentCacheContext, pack, unpack } from './fragment-cache.tsx';
import { I18nProvider } from './i18n/i18n-context.tsx';
import { serverTexts } from './i18n/texts.server.ts';

let renderCount = 0;

function List({ words }: { words: string[] }) {
  renderCount++;
  return (
    <ul id={useId()}>
      {words.map((word) => (
        <li key={word}>
          {word} · {words.length}
        </li>
      ))}
    </ul>
  );
}

interface PageProps {
  data: object;
  id?: string;
  language?: 'ru' | 'en';
  words?: string[];
}

function Page({ data, id = '', language = 'ru', words = ['ойна', '<b>'] }: PageProps) {
  return (
    <I18nProvider i18n={serverTexts(language)}>
      <h1>before</h1>
      <CachedFragment data={data} id={id}>
        {() => <List words={words} />}
      </CachedFragment>
      <p>after</p>
    </I18nProvider>
  );
}

function renderCached(page: React.ReactNode): string {
  const cache = createFragmentCache();
  const html = renderToString(<FragmentCacheContext value={cache}>{page}</FragmentCacheContext>);
  return Buffer.concat(cache.toBytes(html)).toString();
}

it('renders a fragment once for the same data, and every page has the same bytes as without the cache', () => {
  const data = {};
  const plain = renderToString(<Page data={data} />);
  renderCount = 0;
  const pages = [1, 2, 3].map(() => renderCached(<Page data={data} />));
  expect(renderCount).toBe(1);
  for (const page of pages) expect(page).toBe(plain);
});

it('renders again for other data, another id and another language', () => {
  const data = {};
  renderCached(<Page data={data} />);
  renderCount = 0;
  expect(renderCached(<Page data={{}} words={['new']} />)).toContain('new');
  expect(renderCached(<Page data={data} language="en" words={['other']} />)).toContain('other');
  expect(renderCached(<Page data={data} id="other" words={['another']} />)).toContain('another');
  expect(renderCount).toBe(3);
});

it('does not mistake text of a visitor for a marker', () => {
  const words = ['[abc cached 0]', '[start 0]'];
  expect(renderCached(<Page data={{}} words={words} />)).toBe(renderToString(<Page data={{}} words={words} />));
});

it('keeps a bounded number of fragments per object', () => {
  const data = {};
  renderCached(<Page data={data} id="first" />);
  for (let turn = 0; turn < 500; turn++) renderCached(<Page data={data} id={`part ${turn}`} />);
  renderCount = 0;
  renderCached(<Page data={data} id="first" />);
  expect(renderCount).toBe(1);
});

it('gives the page on the server the packed value itself', () => {
  const value = { games: [{ id: 1 }] };
  expect(unpack(pack(value))).toBe(value);
});

it('gives the page in a browser an equal value, the same one each time', () => {
  const value = { games: [{ id: 1, name: 'Ойна </script>', rating: null }], total: undefined };
  const received = JSON.parse(JSON.stringify(pack(value)));
  expect(unpack(received)).toEqual(value);
  expect(unpack(received)).toBe(unpack(received));
});
