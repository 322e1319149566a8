import { logFailure } from '../log.ts';
import { endSession, readToken } from './session.ts';

/** Ends the session here at once. The request to the server is sent even if the page is closed. */
export function signOut(): void {
  const token = readToken();
  if (token !== undefined) {
    const headers = { authorization: `Bearer ${token}` };
    fetch('/account/logout', { method: 'POST', headers, keepalive: true }).catch((error: unknown) =>
      logFailure('the sign-out could not be sent to the server', error),
    );
  }
  endSession();
}
