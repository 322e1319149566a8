import { data } from 'react-router';

/** Any address outside the route table: a true 404, inside the shell. */
export function loader() {
  throw data({ code: 'not-found', requestId: undefined }, { status: 404 });
}

export default function NotFound() {
  return null;
}
