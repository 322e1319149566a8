/** A visitor at a sandbox's sign-in page: follows redirects, keeps cookies, fills in the form. Has no script. */

export interface Filled {
  email?: string;
  name?: string;
  unverified?: boolean;
  cancel?: boolean;
}

export interface Visitor {
  /** Signs in, or cancels, at the address; answers where the visitor is sent back to, which is not opened. */
  signIn(url: string, filled?: Filled): Promise<URL>;
  open(url: string, form?: URLSearchParams): Promise<Response>;
}

const MAX_REDIRECTS = 10;

export function createVisitor(): Visitor {
  const cookies = new Map<string, string>();

  async function open(url: string, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      ...(form ? { body: form } : {}),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  }

  /** Stops at a page, or where it would leave the site it is on. */
  async function follow(start: string, form?: URLSearchParams): Promise<{ url: URL; page?: string }> {
    let response = await open(start, form);
    let url = new URL(start);
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      const location = response.headers.get('location');
      if (!location) return { url, page: await response.text() };
      const next = new URL(location, url);
      if (next.origin !== url.origin) return { url: next };
      url = next;
      response = await open(url.href);
    }
    throw new Error(`more than ${MAX_REDIRECTS} redirects from ${start}`);
  }

  async function signIn(start: string, { email, name, unverified, cancel }: Filled = {}): Promise<URL> {
    const { url, page } = await follow(start);
    const action = /<form method="post" action="([^"]+)"/.exec(page ?? '')?.[1];
    if (!action || !page?.includes('data-testid="sign-in"')) throw new Error(`no sign-in page at ${url}: ${page}`);
    const form = new URLSearchParams();
    for (const [, key = '', value = ''] of page.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)) {
      if (key !== 'unverified') form.set(decodeHtml(key), decodeHtml(value));
    }
    if (email !== undefined) form.set('email', email);
    if (name !== undefined) form.set('name', name);
    if (unverified) form.set('unverified', '1');
    form.set('answer', cancel ? 'cancel' : 'sign-in');
    const end = await follow(new URL(decodeHtml(action), url).href, form);
    if (end.page !== undefined) throw new Error(`still at ${end.url}: ${end.page}`);
    return end.url;
  }

  return { signIn, open };
}

function decodeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));
}
