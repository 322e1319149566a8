import { expect, it } from 'vitest';
import { dataScripts } from './data-scripts.server.ts';

it('hands the data over without letting it out of its script', async () => {
  const data = '["</script><b>",">&\u2028"]\n';
  const html = String(await dataScripts(new Blob([data]).stream()));
  const [, first = '', second = ''] = /^<script>(.*?)<\/script><script>(.*?)<\/script>$/s.exec(html) ?? [];
  const received: string[] = [];
  const controller = { enqueue: (text: string) => received.push(text), close: () => received.push('closed') };
  const run = (code: string) =>
    new Function('window', code)({ __reactRouterContext: { streamController: controller } });
  run(first);
  run(second);
  expect(received).toEqual([data, 'closed']);
  expect(first).not.toMatch(/[<&\u2028]/);
});
