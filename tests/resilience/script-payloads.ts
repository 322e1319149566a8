import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { pickRandom, shuffle } from './test-environment.ts';

/** A text that runs a script or becomes markup where a page takes it for markup. */
export interface Payload {
  id: number;
  kind: string;
  text: string;
}

/** The function that a payload calls with its id. The watched page defines it. */
export const HOOK = '__ran';
/** Elements of payloads have this attribute, so markup that runs nothing is noticed too. */
export const MARK = 'data-ran';
/** No such host exists: a request to it shows that an address of a payload was loaded. */
export const FOREIGN_HOST = 'foreign.invalid';

type Draw = () => number;

const CALLS: readonly ((id: number) => string)[] = [
  (id) => `${HOOK}(${id})`,
  (id) => `window['__r'+'an'](${id})`,
  (id) => `top.${HOOK}(${id})`,
  (id) => `self[\`${HOOK}\`](${id})`,
  (id) => `alert(${id})`,
  (id) => `setTimeout('${HOOK}(${id})')`,
  (id) => `(()=>${HOOK}(${id}))()`,
  (id) => `Reflect.apply(${HOOK},null,[${id}])`,
];

const EVENTS = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onpointerenter', 'onanimationstart', 'onbegin'];
const TAGS = [
  'img src=x',
  'svg',
  'video src=x',
  'details open',
  'input autofocus',
  'body',
  'iframe',
  'audio src=x',
  'marquee',
  'object data=x',
];
/** What may be in front: it ends an attribute, an element, a comment, a script or a text of JSON. */
const EXITS = [
  '',
  '">',
  "'>",
  '`>',
  '</title>',
  '</textarea>',
  '</script>',
  '-->',
  ']]>',
  '</style>',
  '</noscript>',
  '</template>',
  '"}]}',
  "');",
  '\u2028',
  '<b ',
  '<!--',
  '&lt;/p&gt;',
  '\\"',
  '${`',
  '{{',
  '</p></div></main>',
];
const SPACES = [' ', '/', '\t', '\n', ' / '];
const QUOTES = ['"', "'", ''];
const ADDRESSES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\nscript:',
  ' javascript:',
  '&#106;avascript:',
  'data:text/html,<script>',
  'vbscript:',
];

const quoted = (call: string) => call.replaceAll('"', '&quot;');
const unquoted = (call: string) => quoted(call).replaceAll(' ', '');

const KINDS: Record<string, (call: string, draw: Draw, id: number) => string> = {
  'event attribute': (call, draw, id) => {
    const quote = pickRandom(QUOTES, draw);
    const code = quote === '' ? unquoted(call) : call.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;');
    const [space, event] = [pickRandom(SPACES, draw), pickRandom(EVENTS, draw)];
    return `<${mixCase(pickRandom(TAGS, draw), draw)} ${MARK}=${id}${space}${event}=${quote}${code}${quote}>`;
  },
  script: (call) => `<script>${call}</script>`,
  'script without an end': (call, _draw, id) => `<script ${MARK}=${id}>${call}//`,
  'script in mixed case': (call, draw) => `<${mixCase('script', draw)}\n>${call}</${mixCase('script', draw)}\n>`,
  'foreign script': (_call, _draw, id) => `<script src=//${FOREIGN_HOST}/${id}.js></script>`,
  'foreign picture': (_call, _draw, id) => `<img ${MARK}=${id} src=http://${FOREIGN_HOST}/${id}.png>`,
  'foreign style': (_call, _draw, id) => `<link rel=stylesheet href=//${FOREIGN_HOST}/${id}.css>`,
  link: (call, draw, id) => `<a ${MARK}=${id} href="${pickRandom(ADDRESSES, draw)}${quoted(call)}">x</a>`,
  frame: (call, draw, id) => `<iframe ${MARK}=${id} src="${pickRandom(ADDRESSES, draw)}${quoted(call)}">`,
  'document of a frame': (call, _draw, id) => `<iframe ${MARK}=${id} srcdoc="<script>${quoted(call)}</script>">`,
  'svg animation': (call, _draw, id) => `<svg><animate ${MARK}=${id} onbegin="${quoted(call)}" attributeName=x dur=1s>`,
  'svg script': (call, _draw, id) => `<svg><script ${MARK}=${id}>${call.replaceAll('&', '&amp;')}</script></svg>`,
  'math and style': (call, _draw, id) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--><img ${MARK}=${id} src=x onerror=${unquoted(call)}>">`,
  'form in a form': (call, _draw, id) =>
    `<form ${MARK}=${id}><math><mtext></form><form><mglyph><style></math><img src onerror=${unquoted(call)}>`,
  noscript: (call, _draw, id) => `<noscript><p title="</noscript><img ${MARK}=${id} src=x onerror=${unquoted(call)}>">`,
  refresh: (call, _draw, id) =>
    `<meta ${MARK}=${id} http-equiv=refresh content="0;url=javascript:${call.replaceAll('"', '')}">`,
  base: (call, _draw, id) => `<base ${MARK}=${id} href="javascript:${call.replaceAll('"', '')}//">`,
  'address of a form': (call, _draw, id) => `<button ${MARK}=${id} formaction="javascript:${quoted(call)}">x</button>`,
  "end of a text in '": (call) => `';${call};//`,
  'end of a text in "': (call) => `";${call};//`,
  'end of a text in `': (call) => `\`;${call};\``,
  'expression in `': (call) => `\${${call}}`,
  'expression of a template': (call) => `{{constructor.constructor('${call.replaceAll("'", "\\'")}')()}}`,
  'end of a script': (call) => `</script><script>${call}</script>`,
  'script in a comment': (call) => `<!--<script>${call}//--></script><script>${call}</script>`,
  'percent signs': (call) => `%3Cscript%3E${encodeURIComponent(call)}%3C/script%3E`,
  entities: (call) => `&lt;script&gt;${call}&lt;/script&gt;`,
  'entities by number': (call) => `&#60;img src=x onerror=${unquoted(call)}&#62;`,
  'signs of JSON': (call) => `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  markdown: (call) => `[x](javascript:${call})`,
  'unknown element': (call, _draw, id) =>
    `<xss ${MARK}=${id} style="animation-name:x" onanimationstart="${quoted(call)}">`,
  'unusual space': (call, draw, id) =>
    `<img${pickRandom(['\t', '\n', '\r', '\f'], draw)}${MARK}=${id} src=x onerror=${unquoted(call)}>`,
};

/** Different texts of all kinds in turns, drawn from the seed. */
export function createPayloads(count: number, seed: number): Payload[] {
  const draw = createRandom(seed);
  const kinds = Object.entries(KINDS);
  const payloads = Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const [kind, make] = kinds[index % kinds.length] as (typeof kinds)[number];
    return { id, kind, text: pickRandom(EXITS, draw) + make(pickRandom(CALLS, draw)(id), draw, id) };
  });
  return shuffle(payloads, draw);
}

const mixCase = (word: string, draw: Draw): string =>
  word.replace(/^\w+/, (name) => [...name].map((sign) => (draw() < 0.3 ? sign.toUpperCase() : sign)).join(''));

/** As many whole payloads as fit, from `start` on and then from the beginning. */
export function joinPayloads(payloads: readonly Payload[], length: number, start = 0): string {
  let text = '';
  for (const { text: next } of [...payloads.slice(start), ...payloads.slice(0, start)])
    if (text.length + 1 + next.length <= length) text += ` ${next}`;
  return text;
}

/** Texts that a spreadsheet takes for a formula where they begin a cell. */
export const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("http://foreign.invalid","x")',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  'x;=1+1',
  'x,=1+1',
  'x\t=1+1',
  'x";=1+1',
  'x",=1+1',
  'x\n=1+1',
  '"=1+1',
];

/** The cells of a file that a spreadsheet would calculate, with each of the signs that it may separate cells by. */
export function findFormulas(csv: string): string[] {
  return [',', ';', '\t'].flatMap((separator) =>
    splitCells(csv, separator).filter((cell) => /^["\s]*[=+\-@＝＋－＠](?!\d+([.,]\d+)?$)/u.test(cell)),
  );
}

/** A quote begins a quoted text only at the beginning of a cell, as in spreadsheets. */
function splitCells(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const sign of csv.replace('\u{feff}', '')) {
    if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}
