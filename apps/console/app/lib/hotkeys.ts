import { useEffect, useEffectEvent } from 'react';

/** Keys and what they do: `{ 'g o': openOrders, '?': showHelp, 'mod+k': search }`. */
export type Hotkeys = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1_000;
/** The first key of every sequence. */
const LEADER = 'g';
const FIELDS = 'input, textarea, select, [contenteditable="true"], dialog[open]';

let lastPressed = { name: '', at: 0 };

/**
 * Listens while the component is on the screen. Keys in a field or a dialog are the field's, except with Ctrl or ⌘.
 * Letters go by their place on the keyboard, so that they work with a Russian or Kazakh layout.
 */
export function useHotkeys(keys: Hotkeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    if (!name || event.defaultPrevented || event.isComposing) return;
    if (!name.startsWith('mod+') && isInField(event)) return;
    const action = actionOf(keys, name, isAfterLeader(event));
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * After the first key of a sequence only sequences count: a list must not take the `k` of `g k` for its own key, whichever
 * of the two listens first.
 */
export const actionOf = (keys: Hotkeys, name: string, isSecond: boolean): (() => void) | undefined =>
  isSecond && name.length === 1 ? keys[`${LEADER} ${name}`] : keys[name];

export const isAfterLeader = ({ timeStamp }: { timeStamp: number }): boolean =>
  lastPressed.name === LEADER && timeStamp - lastPressed.at < SEQUENCE_MS;

const isInField = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  Boolean((target as Element | null)?.closest?.(FIELDS));

/** The second key of a sequence is not the first one of the next, and a key in a field is text. */
export function rememberKey(event: PressedKey & Pick<KeyboardEvent, 'target' | 'timeStamp'>): void {
  const isFirst = !isAfterLeader(event) && !isInField(event);
  lastPressed = { name: (isFirst && nameOf(event)) || '', at: event.timeStamp };
}

/** Once for the whole console, after all others: remembers the first key of a sequence. */
export function rememberKeys(): () => void {
  window.addEventListener('keydown', rememberKey);
  return () => window.removeEventListener('keydown', rememberKey);
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function nameOf(event: PressedKey) {
  if (event.altKey) return undefined;
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return isMod ? undefined : '?';
  if (event.key === '/' || event.code === 'Slash') return isMod ? undefined : '/';
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const name = letter ?? event.key;
  if (isMod) return `mod+${name}`;
  return event.shiftKey && letter ? undefined : name;
}
