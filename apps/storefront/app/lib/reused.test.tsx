import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { I18nProvider } from './i18n/i18n-context.tsx';
import { serverTexts } from './i18n/texts.server.ts';
import { createMarkupReuse } from './reused.server.ts';
import { MarkupReuseContext, Reused } from './reused.tsx';

let rendered = 0;

function Part({ words }: { words: string[] }) {
  rendered++;
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

function Page({ of, id = '', words = ['ойна', '<b>'] }: { of: object; id?: string; words?: string[] }) {
  return (
    <I18nProvider i18n={serverTexts('ru')}>
      <h1>before</h1>
      <Reused of={of} id={id}>
        {() => <Part words={words} />}
      </Reused>
      <p>after</p>
    </I18nProvider>
  );
}

function renderReusing(page: React.ReactNode): string {
  const reuse = createMarkupReuse();
  const html = renderToString(<MarkupReuseContext value={reuse}>{page}</MarkupReuseContext>);
  return Buffer.concat(reuse.toBytes(html)).toString();
}

it('renders a part once for the same data, and every page is the same to the byte as without', () => {
  const data = {};
  const plain = renderToString(<Page of={data} />);
  rendered = 0;
  const pages = [1, 2, 3].map(() => renderReusing(<Page of={data} />));
  expect(rendered).toBe(1);
  for (const page of pages) expect(page).toBe(plain);
});

it('renders anew for other data and for another id', () => {
  const data = {};
  renderReusing(<Page of={data} />);
  rendered = 0;
  expect(renderReusing(<Page of={{}} words={['new']} />)).toContain('new');
  expect(renderReusing(<Page of={data} id="other" words={['other']} />)).toContain('other');
  expect(rendered).toBe(2);
});

it('does not take for a mark what a visitor has written', () => {
  const words = ['[abc here 0]', '[before 0]'];
  expect(renderReusing(<Page of={{}} words={words} />)).toBe(renderToString(<Page of={{}} words={words} />));
});

it('keeps a bounded number of parts of one thing', () => {
  const data = {};
  renderReusing(<Page of={data} id="first" />);
  for (let turn = 0; turn < 500; turn++) renderReusing(<Page of={data} id={`part ${turn}`} />);
  rendered = 0;
  renderReusing(<Page of={data} id="first" />);
  expect(rendered).toBe(1);
});
