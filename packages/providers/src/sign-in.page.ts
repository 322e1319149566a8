/** The page on which a stand-in asks who is there. A plain form, so that it works without script. */

interface SignInPage {
  title: string;
  action: string;
  /** Sent back with the form, unseen. */
  hidden?: Record<string, string>;
  email: string;
  name: string;
  /** Whether everybody has an address here, and can say that it was never verified. */
  asksUnverified?: boolean;
}

/** What a visitor chose on it. */
export interface SignInChoice {
  cancelled: boolean;
  email: string;
  firstName: string;
  lastName: string;
  unverified: boolean;
}

const PEOPLE = [
  ['aruzhan@example.com', 'Аружан Сейтқали'],
  ['timur@example.com', 'Тимур Ахметов'],
  ['alex@example.com', 'Alex Morgan'],
] as const;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:8vh auto;padding:0 1rem}' +
  'label{display:block;margin:1rem 0}input:not([type=checkbox]){display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem}' +
  'button{font:inherit;padding:.7rem 1.2rem;margin-right:.5rem}';

export const DEFAULT_PERSON = { email: PEOPLE[0][0], name: PEOPLE[0][1] };

export function signInPage({ title, action, hidden = {}, email, name, asksUnverified = false }: SignInPage): string {
  const fields = Object.entries(hidden).map(
    ([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`,
  );
  const options = (index: 0 | 1) => PEOPLE.map((person) => `<option value="${escapeHtml(person[index])}">`).join('');
  return document(
    title,
    `<p>This stands in for the real one: nobody is asked for a password. Be whoever you like.</p>
<form method="post" action="${escapeHtml(action)}">${fields.join('')}
<label>E-mail <input name="email" type="email" maxlength="254"${asksUnverified ? ' required' : ''} list="emails" value="${escapeHtml(email)}"></label>
<label>Name <input name="name" maxlength="200" required list="names" value="${escapeHtml(name)}"></label>
<datalist id="emails">${options(0)}</datalist><datalist id="names">${options(1)}</datalist>
${asksUnverified ? '<label><input type="checkbox" name="unverified" value="1" data-testid="unverified"> The address was never verified</label>' : ''}
<button name="answer" value="sign-in" data-testid="sign-in">Sign in</button>
<button name="answer" value="cancel" data-testid="cancel" formnovalidate>Cancel</button>
</form>`,
  );
}

export const faultPage = (title: string, fault: string): string => document(title, `<p>${escapeHtml(fault)}</p>`);

export function readChoice(form: URLSearchParams): SignInChoice {
  const [firstName = '', ...rest] = (form.get('name') ?? '').trim().split(/\s+/);
  return {
    cancelled: form.get('answer') === 'cancel',
    email: (form.get('email') ?? '').trim(),
    firstName,
    lastName: rest.join(' '),
    unverified: form.has('unverified'),
  };
}

/** No script, no picture, no frame: only the form. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
};

function document(title: string, body: string): string {
  const heading = escapeHtml(title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
