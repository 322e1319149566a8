import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { dataScripts } from './data-scripts.server.ts';

it('passes data to the browser that cannot end its script', async () => {
  const data = '["</script><b>",">&\u2028"]\n';
  const { html, hashes } = await dataScripts(new Blob([data]).stream());
  const [, first = '', second = ''] = /^<script>(.*?)<\/script><script>(.*?)<\/script>$/s.exec(html) ?? [];
  const received: string[] = [];
  const controller = { enqueue: (text: string) => received.push(text), close: () => received.push('closed') };
  const run = (code: string) =>
    new Function('window', code)({ __reactRouterContext: { streamController: controller } });
  run(first);
  run(second);
  expect(received).toEqual([data, 'closed']);
  expect(hashes).toEqual([first, second].map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`));
  expect(first).not.toMatch(/[<&\u2028]/);
});
