import { useEffect, useEffectEvent, useState } from 'react';
import { type Draft, readDraft, type Service, saveDraft } from './top-up-draft.ts';

type Full<Known extends Draft> = Known & Pick<Draft, 'isGuest'>;

/** The entered values, stored across reloads. The server and the first render do not have them. */
export function useDraft<Known extends Draft>(
  service: Service,
  initial: Known,
  /** Values of the address win over stored ones. */
  wanted: Partial<Known> = {},
): [Full<Known>, (change: Partial<Full<Known>>) => void] {
  const [draft, setDraft] = useState<Full<Known>>({ ...initial, ...wanted });
  const restore = useEffectEvent(() => {
    const kept = readDraft(service);
    if (kept) setDraft({ ...draft, ...kept, ...wanted });
  });
  useEffect(() => restore(), []);
  const change = (changed: Partial<Full<Known>>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    saveDraft(service, next);
  };
  return [draft, change];
}
