import { callOnce } from '../../lib/api.ts';
import type { Session } from '../../lib/session.tsx';

/** In the demo an operator without a second factor proves themselves with the password, which was entered just now. */
export async function proveWithPassword(session: Session, password: string): Promise<Session> {
  const { state, ways } = session.secondFactor;
  const isPasswordEnough = state === 'needed' && ways.length === 1 && ways[0] === 'password';
  if (!isPasswordEnough) return session;
  return callOnce((api) => api.POST('/api/v1/session/second-factor', { body: { password } }));
}
