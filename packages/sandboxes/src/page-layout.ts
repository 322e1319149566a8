/** What the pages of the sandboxes have in common: no script, one card, light or dark, in the language of the browser. */

export type PageLanguage = 'ru' | 'en' | 'kk';

interface PageContent {
  language: PageLanguage;
  title: string;
  /** The provider's colour. The text on it is white. */
  accent: string;
  body: string;
  /** Something to read rather than a form. */
  isWide?: boolean;
}

/** Of pages that are the demo's own rather than a provider's. */
export const STORE_ACCENT = '#5b3cde';
const LANGUAGES: readonly string[] = ['ru', 'en', 'kk'] satisfies PageLanguage[];

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f4f8;--card:#fff;--text:#141726;--soft:#5e6275;--line:#d6d9e3;--edge:#878c9f}
@media(prefers-color-scheme:dark){:root{--bg:#0c0e16;--card:#141621;--text:#f2f3f8;--soft:#b6bac8;--line:#333748;--edge:#6d7287}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:20px;overflow:hidden}
header{padding:16px 24px;background:var(--accent);color:#fff}h1{margin:0;font-size:16px;line-height:24px}
.wide main{max-width:44rem}.wide{place-items:start center}
section{padding:24px}.sum{display:block;font-size:34px;line-height:40px;font-variant-numeric:tabular-nums}
dl{margin:16px 0 24px}dt{color:var(--soft);font-size:13px}dd{margin:0 0 12px;overflow-wrap:anywhere}
label{display:block;margin-top:16px;font-size:14px}
input:not([type=checkbox]){display:block;width:100%;min-height:48px;margin-top:4px;padding:12px;border:1px solid var(--edge);border-radius:14px;background:none;color:inherit;font:inherit}
.check{display:flex;gap:12px;align-items:center;min-height:44px}.check input{width:20px;height:20px;margin:0;accent-color:var(--accent)}
button,a{display:block;width:100%;min-height:48px;margin-top:12px;padding:12px;border-radius:14px;border:1px solid var(--edge);background:none;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{background:var(--accent);border-color:var(--accent);color:#fff}
:focus-visible{outline:2px solid #1b6fe0;outline-offset:2px}
p{margin:20px 0 0;color:var(--soft);font-size:13px}p:first-child{margin-top:0}
details{margin:12px 0 0;border:1px solid var(--line);border-radius:14px;overflow:hidden}
summary{padding:12px 16px;cursor:pointer;overflow-wrap:anywhere}summary small{display:block;color:var(--soft)}
ul{margin:0;padding:0 16px 12px 36px;overflow-wrap:anywhere}code{font-size:13px}
iframe{display:block;width:100%;height:34rem;border:0;border-top:1px solid var(--line);background:#fff}
pre{margin:0;padding:16px;border-top:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
};

/** By `Accept-Language`, which browsers write with the best one first. */
export function readPageLanguage(accepted: string | null | undefined): PageLanguage {
  const wanted = (accepted ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return (wanted.find((language) => LANGUAGES.includes(language)) ?? 'ru') as PageLanguage;
}

export function layOutPage({ language, title, accent, body, isWide = false }: PageContent): string {
  const name = escapeHtml(title);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title><style>${STYLE}:root{--accent:${accent}}</style></head>
<body${isWide ? ' class="wide"' : ''}><main><header><h1>${name}</h1></header><section>${body}</section></main></body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
