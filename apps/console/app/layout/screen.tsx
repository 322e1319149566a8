import { Outlet } from 'react-router';
import type { Route } from './+types/screen';
import { PageError } from './page-error.tsx';

export default function Screen() {
  return <Outlet />;
}

/** Inside the shell: the menu, the focus and the live connection stay when a screen fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />;
}
