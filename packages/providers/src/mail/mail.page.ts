/** A mail or a text message, as a person sees it. */
export interface Message {
  to: string;
  from: string;
  subject: string;
  text: string;
  /** Empty for a text message. */
  html: string;
  at: string;
}

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f4f8;--card:#fff;--text:#141726;--soft:#5e6275;--line:#d6d9e3}
@media(prefers-color-scheme:dark){:root{--bg:#0c0e16;--card:#141621;--text:#f2f3f8;--soft:#b6bac8;--line:#333748}}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:24px 16px}h1{font-size:24px}
details{margin:12px 0;background:var(--card);border:1px solid var(--line);border-radius:14px}
summary{padding:12px 16px;cursor:pointer;overflow-wrap:anywhere}summary small{display:block;color:var(--soft)}
iframe{display:block;width:100%;height:34rem;border:0;border-top:1px solid var(--line);border-radius:0 0 14px 14px;background:#fff}
pre{margin:0;padding:16px;border-top:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
p{color:var(--soft)}`;

// The letters are shown in frames of their own without script, and may load nothing but what they carry.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function mailboxPage(messages: readonly Message[]): Response {
  const list = messages.map(letter).join('') || '<p>Nothing has been sent yet.</p>';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mailbox</title><style>${STYLE}</style><main><h1>Mailbox</h1>
<p>Nothing leaves this machine: here is what the store would have sent, newest first. Reload to look again.</p>${list}</main></html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
  });
}

function letter({ to, from, subject, text, html, at }: Message, index: number): string {
  const body = html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`
    : `<pre>${escapeHtml(text)}</pre>`;
  return `<details${index === 0 ? ' open' : ''} data-testid="message"><summary><b>${escapeHtml(subject || text)}</b>
<small>${escapeHtml(to)} · ${escapeHtml(from)} · ${escapeHtml(at.slice(0, 19).replace('T', ' '))}</small></summary>${body}</details>`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
