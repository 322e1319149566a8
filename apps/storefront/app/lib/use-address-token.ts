import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The token of a link in a mail. It is removed from the address and the history, because it is secret. */
export function useAddressToken(): string {
  const [parameters] = useSearchParams();
  const [token] = useState(() => parameters.get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
