import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { DATA_SCRIPT_HASH, dataScripts } from './data-scripts.server.ts';

const PAGE = /^<script type="application\/json">(.*?)<\/script><script>(.*?)<\/script>$/s;

it('passes data to the browser that cannot end its script', async () => {
  const data = ['</script><b>', '<!-- <script>', '>&\u2028', 'ойна 😀'];
  const bytes = await dataScripts(new Blob([`${JSON.stringify(data)}\n`]).stream());
  const [, text = '', code = ''] = PAGE.exec(Buffer.concat(bytes).toString()) ?? [];
  expect(text).not.toContain('<');
  const received: string[] = [];
  const controller = { enqueue: (part: string) => received.push(part), close: () => received.push('closed') };
  new Function('window', 'document', code)(
    { __reactRouterContext: { streamController: controller } },
    { currentScript: { previousSibling: { textContent: text } } },
  );
  expect(received).toEqual([text, 'closed']);
  expect(text.endsWith('\n')).toBe(true);
  expect(JSON.parse(text)).toEqual(data);
  expect(DATA_SCRIPT_HASH).toBe(`sha256-${createHash('sha256').update(code).digest('base64')}`);
});
