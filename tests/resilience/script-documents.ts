import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import type { Payload } from './script-payloads.ts';
import { type Finding, lookAt, watchScripts } from './script-watch.ts';

/** Documents that a browser opens without any policy. */

const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');
const written = (text: string, decode: string) =>
  `<body><script>const text = ${inScript(text)}; document.write(${decode})</script>`;
const FIELD = `(() => { const field = document.createElement('textarea'); field.innerHTML = text; return field.value; })()`;

/** Places of a page whose author forgets to escape. */
const UNPROTECTED: readonly ((text: string) => string)[] = [
  (text) => `<body>${text}`,
  (text) => `<body><input value="${text}">`,
  (text) => `<body><input value='${text}'>`,
  (text) => `<title>${text}</title>`,
  (text) => `<body><textarea>${text}</textarea>`,
  (text) => `<style>${text}</style>`,
  (text) => `<body><!--${text}-->`,
  (text) => `<body><script>var text = '${text}'</script>`,
  (text) => `<body><script>var text = "${text}"</script>`,
  (text) => `<body><script>var text = \`${text}\`</script>`,
  (text) => written(text, 'decodeURIComponent(text)'),
  (text) => written(text, FIELD),
  (text) => written(text, `JSON.parse('"' + text + '"')`),
  (text) => written(text, String.raw`text.replace(/\[(.*?)\]\((.*)\)/s, '<a href="$2">$1</a>')`),
  (text) =>
    written(
      text,
      `text.replace(/{{(.*?)}}/s, (_, code) => new Function('with (this) { return ' + code + ' }').call({}))`,
    ),
];

/** Opens each payload in every unprotected place, and returns those that ran or became markup. */
export async function findDangerous(browser: Browser, payloads: readonly Payload[]): Promise<Set<number>> {
  const documents = payloads.flatMap(({ id, text }) => UNPROTECTED.map((write) => ({ id, html: write(text) })));
  const findings = await openDocuments(browser, documents);
  const ids = findings.map(({ what, at }) => Number(/\((\d+)\) ran/.exec(what)?.[1] ?? at.split('/')[2]));
  return new Set(ids);
}

const AT_ONCE = 60;

/** Opens documents in frames, many on a page. The address of a frame is `/<index>/<id>`. */
export async function openDocuments(
  browser: Browser,
  documents: readonly { id: number; html: string }[],
): Promise<Finding[]> {
  const address = (index: number) => `/${index}/${documents[index]?.id}`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const [, place = '', number] = request.url?.split('/') ?? [];
    const indexes = Array.from({ length: AT_ONCE }, (_, index) => Number(number) + index);
    const frames = indexes.filter((index) => index < documents.length);
    if (place !== 'page') return response.end(`<!DOCTYPE html>${documents[Number(place)]?.html ?? ''}`);
    return response.end(
      `<!DOCTYPE html>${frames.map((index) => `<iframe src="${address(index)}"></iframe>`).join('')}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext();
  try {
    const findings = await watchScripts(context);
    for (let start = 0; start < documents.length; start += AT_ONCE) {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/page/${start}`, { waitUntil: 'load' });
      for (const frame of page.mainFrame().childFrames()) {
        // A frame whose document a payload has replaced cannot be read, and its script has reported.
        const { markup } = await lookAt(frame).catch(() => ({ markup: [] }));
        findings.push(...markup.map((what) => ({ what, at: new URL(frame.url()).pathname })));
      }
      await page.close();
    }
    return findings;
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}
