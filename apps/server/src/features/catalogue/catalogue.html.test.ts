import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** Texts from outside are HTML. They are cleaned when they are stored and again when they are sent. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE });
});
afterAll(() => store.close());

const HOSTILE: [what: string, html: string, clean: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in disguise', '<p>a<scr<script>ipt>alert(1)</scr</script>ipt></p>', '<p>aipt&gt;alert(1)ipt&gt;</p>'],
  ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a handler on a picture', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  ['a link that runs', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['a link that runs, written oddly', '<p><a href=" jAvA\tscript:alert(1)">a</a></p>', '<p>a</p>'],
  ['a frame', '<p>a</p><iframe src="https://evil.example"></iframe>', '<p>a</p>'],
  ['a style', '<p style="position:fixed">a</p><style>*{display:none}</style>', '<p>a</p>'],
  ['a form', '<form action="https://evil.example"><p>a</p><input name="password"></form>', '<p>a</p>'],
  ['a drawing', '<svg><animate onbegin=alert(1)></svg><p>a</p>', '<p>a</p>'],
  ['an embedded thing', '<object data="x"></object><embed src="x"><p>a</p>', '<p>a</p>'],
  [
    'a base and a redirect',
    '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=x"><p>a</p>',
    '<p>a</p>',
  ],
  ['a comment with a tail', '<!--><img src=x onerror=alert(1)>--><p>a</p>', '--&gt;<p>a</p>'],
  [
    'what should stay',
    '<h3>a</h3><ol><li><strong>b</strong> <em>c</em><br></li></ol><ul><li>d</li></ul>',
    '<h3>a</h3><ol><li><strong>b</strong> <em>c</em><br /></li></ol><ul><li>d</li></ul>',
  ],
  ['signs that are only signs', '<p>5 &lt; 6 &amp; 7 > 2</p>', '<p>5 &lt; 6 &amp; 7 &gt; 2</p>'],
];
const DANGER = /<(script|iframe|svg|img|object|embed|form|style|base|meta|a)\b|on\w+=|javascript:/i;
const inAll = (html: string) => JSON.stringify({ ru: html, en: html, kz: html });

let visit = 0;
/** A different address each time, so that no answer comes from the cache. */
const get = async (url: string) =>
  (await store.server.inject(`${url}${url.includes('?') ? '&' : '?'}visit=${visit++}`)).json();

async function textsShown(): Promise<Record<string, string>> {
  const [game, product, offers, news] = [
    await get('/api/v1/game/10'),
    await get('/api/v1/products/101'),
    await get('/api/v1/products?gameid=10'),
    await get('/api/v1/news/1'),
  ];
  return {
    'description of a game': game.description,
    'description of an offer': product.description,
    'instruction of an offer': product.instruction,
    'description in a list': offers.items[0].description,
    'instruction in a list': offers.items[0].instruction,
    'body of news': news.body,
  };
}

describe('written by an import', () => {
  it.each(HOSTILE)('%s is cleaned in the database', async (_, html, clean) => {
    const yaml = SAMPLE_CATALOGUE.replace(/description:\n(.*\n){3}/, `description: ${inAll(html)}\n`)
      .replace(/steam-key: \{.*\}/, `steam-key: ${inAll(html)}`)
      .replace(/body: \{.*\}/, `body: ${inAll(html)}`);
    await importFiles(store.database, { 'hostile.yaml': yaml });
    const stored = await sql<{ text: Record<string, string> }>`
      SELECT description::jsonb AS text FROM game WHERE id = 10
      UNION ALL SELECT body::jsonb FROM instruction UNION ALL SELECT body::jsonb FROM news`.execute(store.database);
    expect(stored.rows).toHaveLength(3);
    for (const { text } of stored.rows) expect(text).toEqual({ ru: clean, en: clean, kz: clean });
  });
});

describe('written past the import', () => {
  it.each(HOSTILE)('%s is cleaned in every answer', async (_, html, clean) => {
    await sql`UPDATE game SET description = ${inAll(html)}::jsonb WHERE id = 10`.execute(store.database);
    await sql`UPDATE instruction SET body = ${inAll(html)}::jsonb`.execute(store.database);
    await sql`UPDATE news SET body = ${inAll(html)}::jsonb`.execute(store.database);
    // A cached answer is replaced when the node is notified of the change.
    await eventually(async () => {
      for (const [place, shown] of Object.entries(await textsShown())) {
        expect(shown, place).toBe(clean);
        expect(shown, place).not.toMatch(DANGER);
      }
    });
  });
});
