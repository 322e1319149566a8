import { createVisitor, type Filled } from '@oyna/providers/sign-in.test-helper';
import type { TestStore } from './test-store.ts';

type Provider = 'google' | 'vk';

/** A browser at the store and at the sandboxes, with separate cookies for each. */
export function createSocialVisitor(store: TestStore, provider: Provider) {
  const outside = createVisitor();
  let cookie = '';

  async function begin(returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`;
    const answer = await store.server.inject({ url: `/api/v1/${provider}/oauth${query}`, headers: { cookie } });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
    cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return answer.body;
  }

  /** Brings what the provider gave back to the store. */
  const finish = (query: string, endpoint = provider) =>
    store.server.inject({ url: `/api/v1/${endpoint}/token${query}`, headers: { cookie, 'user-agent': 'Test' } });

  return {
    begin,
    finish,
    /** Signs in at the provider and returns the query of the redirect back to the store. */
    async fetchReturn(filled?: Filled, returnTo?: string): Promise<string> {
      return (await outside.signIn(await begin(returnTo), filled)).search;
    },
    async signIn(filled?: Filled, returnTo?: string) {
      return finish(await this.fetchReturn(filled, returnTo));
    },
    cookie: () => cookie,
    setCookie(value: string) {
      cookie = value;
    },
  };
}
