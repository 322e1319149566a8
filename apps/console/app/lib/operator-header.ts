import type { ConsoleSchemas } from '@oyna/api-client/console-client';

/**
 * Names the operator of the page. Another operator may have signed in in another tab: what this one typed is not saved in the
 * name of the other. A sign-out ends the session of the browser, also that of the other.
 */
export function nameOperator({ method, url, headers }: Request, session: ConsoleSchemas['Session'] | undefined): void {
  const isSignOut = method === 'DELETE' && new URL(url).pathname === '/api/v1/session';
  if (session && !isSignOut) headers.set('console-operator', String(session.operator.id));
}
