import { useEffect, useEffectEvent, useState } from 'react';
import { type Draft, keepDraft, readDraft, type Service } from './top-up-draft.ts';

type Full<Known extends Draft> = Known & Pick<Draft, 'isGuest'>;

/** What is entered, kept over a refresh. The server and the first render know nothing of it. */
export function useDraft<Known extends Draft>(
  service: Service,
  initial: Known,
  /** What the address asks for wins over what was entered before. */
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
    keepDraft(service, next);
  };
  return [draft, change];
}
