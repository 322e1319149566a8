import { useState } from 'react';

/**
 * The item of a list whose dialog is open. A colleague may delete it: it then stays as it was until the dialog is closed, and
 * with it what the operator has typed.
 */
export function useOpened<Item extends { id: string | number }>(
  items: readonly Item[] | undefined,
  id: string | null | undefined,
): Item | undefined {
  const found = items?.find((item) => String(item.id) === id);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last && String(last.id) === id ? last : undefined);
}
