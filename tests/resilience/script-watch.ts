import type { BrowserContext, Frame } from '@playwright/test';
import { FOREIGN_HOST, HOOK, MARK } from './script-payloads.ts';

/** A script that ran, a violation of the policy, an address that was loaded, or markup in the document. */
export interface Finding {
  what: string;
  /** The address of the frame. */
  at: string;
}

const REPORT = '__report';

/** Runs in each frame before its own scripts. A text, because the types of the store have no document. */
const IN_PAGE = `
  const say = (what) => globalThis.${REPORT}?.(what);
  for (const name of ['${HOOK}', 'alert', 'confirm', 'prompt'])
    Object.defineProperty(globalThis, name, { value: (id) => say(name + '(' + id + ') ran'), configurable: true });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    say('the policy stopped ' + effectiveDirective + ' ' + blockedURI + ' ' + sample));
`;

/** Elements that neither the store nor the console has. */
const FOREIGN_ELEMENTS = 'iframe, frame, object, embed, base, math, marquee, xss, animate, applet';
/** How the code of a payload begins. Data scripts of the store have texts of payloads too, but do not begin with them. */
const CODE = `/^\\s*(${HOOK}|window\\['__r|top\\.${HOOK}|self\\[.${HOOK}|alert\\(|setTimeout\\('${HOOK}|\\(\\(\\)=>${HOOK}|Reflect\\.apply\\(${HOOK})/`;

/** Looks for elements of payloads and for attributes that are scripts, and reads all texts. */
const LOOK = `(() => {
  const markup = new Set();
  const [texts, elements] = [[document.title], [...document.querySelectorAll('*')]];
  for (const element of elements) {
    const tag = '<' + element.localName;
    if (element.hasAttribute('${MARK}') || element.matches('${FOREIGN_ELEMENTS}')) markup.add(tag + '> of a payload');
    if (element.localName === 'script' && ${CODE}.test(element.textContent)) markup.add(tag + '> of a payload');
    for (const { name, value } of element.attributes) {
      const address = value.replace(/[\\u0000-\\u0020]/g, '').toLowerCase();
      const isAddress = /^(href|src|action|formaction|data|poster|xlink:href)$/.test(name);
      const isScript = isAddress && /^(javascript:|vbscript:|data:text\\/html|(https?:)?\\/\\/${FOREIGN_HOST})/.test(address);
      if (name.startsWith('on') || name === 'srcdoc' || isScript) markup.add(tag + ' ' + name + '=' + value.slice(0, 60) + '>');
    }
    if (/^(input|textarea)$/.test(element.localName)) texts.push(element.value);
    else if (!/^(script|style)$/.test(element.localName))
      for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
  }
  return { markup: [...markup], text: texts.join(' ') };
})()`;

/** Watches every frame that the context opens from now on. */
export async function watchScripts(context: BrowserContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  await context.exposeBinding(REPORT, ({ frame }, what: string) => {
    findings.push({ what, at: pathOf(frame.url()) });
  });
  await context.addInitScript(IN_PAGE);
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== FOREIGN_HOST) return;
    findings.push({ what: `${request.url()} was loaded`, at: pathOf(request.frame().url()) });
  });
  context.on('dialog', (dialog) => {
    findings.push({ what: `a dialog said ${dialog.message()}`, at: pathOf(dialog.page()?.url() ?? '') });
    void dialog.dismiss().catch(() => {});
  });
  return findings;
}

export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '').slice(0, 120);

interface Look {
  /** Elements and addresses of payloads in the document. A fault also when no script runs. */
  markup: string[];
  /** All texts of the document, with the values of fields. */
  text: string;
}

export const lookAt = (frame: Frame): Promise<Look> => frame.evaluate<Look>(LOOK);

/** Whether the page has its heading and its data. */
export const IS_LOADED = `document.querySelector('h1, h2, [role="alert"]') !== null &&
  document.querySelector('main [aria-busy="true"]') === null`;
