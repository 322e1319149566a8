import { useState } from 'react';
import {
  type Edit,
  isChangedEdit,
  isSameState,
  type Loaded,
  resolveEdit,
  settleEdit,
  type Winner,
} from './edit-state.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Editing<Data> {
  /** What the screen shows. */
  data: Data | undefined;
  /** The same once the operator has changed something. */
  changed: Data | undefined;
  /** The state on which the edit was begun. Its version is sent. */
  base: Loaded<Data> | undefined;
  /** The state after the change of a colleague. The operator chooses in components/changed-meanwhile.tsx. */
  theirs: Loaded<Data> | undefined;
  change(part: Partial<Data>): void;
  undo(): void;
  /** After a save. What was typed while it was on its way stays. */
  settle(sent: Data, now: Loaded<Data>): void;
  resolve(winner: Winner): void;
}

/**
 * An edit of what the server has. It is sent with the version on which it was begun, so the server refuses it after the change
 * of a colleague, however often it is sent.
 */
export function useEdit<Data extends object>(loaded: Loaded<Data> | undefined): Editing<Data> {
  const [kept, setEdit] = useState<Edit<Data>>();
  // What was typed back is kept until the next state: a save that is on its way still has it otherwise.
  const edit = kept && isChangedEdit(kept) ? kept : undefined;
  if (kept && !edit && loaded && !isSameState(kept.base, loaded)) setEdit(undefined);
  useUnsaved(edit !== undefined);
  const theirs = edit && loaded && !isSameState(edit.base, loaded) ? loaded : undefined;
  return {
    data: edit?.data ?? loaded?.data,
    changed: edit?.data,
    base: edit?.base ?? loaded,
    theirs,
    change: (part) =>
      loaded && setEdit((now) => ({ base: now?.base ?? loaded, data: { ...(now?.data ?? loaded.data), ...part } })),
    undo: () => setEdit(undefined),
    settle: (sent, now) => setEdit((edited) => settleEdit(edited, sent, now)),
    resolve: (winner) => theirs && setEdit((now) => now && resolveEdit(now, theirs, winner)),
  };
}
