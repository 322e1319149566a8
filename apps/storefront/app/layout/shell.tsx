import type { ReactNode } from 'react';
export function Shell({ children }: { store: unknown; children: ReactNode }) {
  return <main>{children}</main>;
}
