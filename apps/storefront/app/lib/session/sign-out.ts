import { logFailure } from '../log.ts';
import { endSession, readToken } from './session.ts';

/** Here it is over at once; the server is told without waiting for it, even if the page is closed meanwhile. */
export function signOut(): void {
  const token = readToken();
  if (token !== undefined) {
    const headers = { authorization: `Bearer ${token}` };
    fetch('/account/logout', { method: 'POST', headers, keepalive: true }).catch((error: unknown) =>
      logFailure('the server was not told of the sign-out', error),
    );
  }
  endSession();
}
