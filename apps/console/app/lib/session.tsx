import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { Permission } from '@oyna/domain/permissions';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callOnce, SESSION_KEY } from './api.ts';
import { queryClient } from './query-client.ts';

export type Session = ConsoleSchemas['Session'];

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async () => {
    const next = await callOnce((api) => api.GET('/api/v1/session'));
    const known = queryClient.getQueryData<Session>(SESSION_KEY);
    // The operator signs in again in a dialog over the screen, which keeps what is typed. Calls are refused until the second step.
    const isSecondStep = known?.secondFactor.state === 'proven' && next.secondFactor.state === 'needed';
    return isSecondStep && known.operator.id === next.operator.id ? known : next;
  },
  staleTime: 60_000,
});

/** Set by layout/signed-in.tsx: inside it there is always an operator. */
export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('only for screens of signed-in operators');
  return session;
}

/** Whether the operator's role allows it: `const may = useMay(); may('orders:refund')`. The words are the server's. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession().operator;
  return (permission) => permissions.includes(permission);
}

export function useSetSession(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => client.setQueryData(sessionQuery.queryKey, session);
}
