import { hashKey } from '@tanstack/react-query';

/** What the server has. `version` and `fingerprint` change with every save of a colleague. */
export interface Loaded<Data, Version = string | number> {
  version: Version;
  fingerprint?: string;
  data: Data;
}

/** What the operator has changed, and the state on which the edit was begun. */
export interface Edit<Data, Version = string | number> {
  base: Loaded<Data, Version>;
  data: Data;
}

export type Winner = 'mine' | 'theirs';

/** A field that a colleague has changed since the edit was begun. */
export interface Difference {
  path: string;
  theirs: string;
  /** Absent where the operator has not changed it. */
  mine?: string;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
const present = (value: unknown) => (isEmpty(value) ? '' : value);
/** The order of keys does not count, and what is empty may be absent. */
const isSame = (one: unknown, other: unknown) => hashKey([present(one)]) === hashKey([present(other)]);
const namesOf = (...all: Fields[]) => [...new Set(all.flatMap((fields) => Object.keys(fields)))];

export const isSameState = (one: Loaded<unknown>, other: Loaded<unknown>) =>
  one.version === other.version && one.fingerprint === other.fingerprint;

/** What was typed back to how it was is no change. */
export const isChangedEdit = ({ base, data }: Edit<unknown>) => !isSame(data, base.data);

/** A field that one side has changed has the value of that side; the winner decides about the others. A list is one field. */
export function mergeEdit<Data>(base: unknown, mine: Data, theirs: Data, winner: Winner): Data {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (!isFields(mine) || !isFields(theirs)) return winner === 'mine' ? mine : theirs;
  const before = isFields(base) ? base : {};
  const merged = namesOf(mine, theirs).map((name) => [name, mergeEdit(before[name], mine[name], theirs[name], winner)]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as Data;
}

/** What a colleague has changed and the operator does not have, by the same fields as `mergeEdit`. */
export function listDifferences(base: unknown, mine: unknown, theirs: unknown, path: string[] = []): Difference[] {
  if (isSame(theirs, base) || isSame(theirs, mine)) return [];
  if (isFields(mine) && isFields(theirs)) {
    const before = isFields(base) ? base : {};
    return namesOf(mine, theirs).flatMap((name) =>
      listDifferences(before[name], mine[name], theirs[name], [...path, name]),
    );
  }
  const isOwn = !isSame(mine, base);
  return [{ path: path.join('.'), theirs: textOf(theirs), ...(isOwn ? { mine: textOf(mine) } : {}) }];
}

/** After the operator's own save: what was typed while it was on its way stays, on top of what the server has now. */
export function settleEdit<Data, Version>(
  edit: Edit<Data, Version> | undefined,
  sent: Data,
  now: Loaded<Data, Version>,
): Edit<Data, Version> | undefined {
  if (!edit || edit.data === sent) return undefined;
  return { base: now, data: mergeEdit(sent, edit.data, now.data, 'mine') };
}

/** After the operator's choice the edit is one of the colleague's state. Nothing is left of it if that has all of it. */
export function resolveEdit<Data, Version>(
  { base, data }: Edit<Data, Version>,
  theirs: Loaded<Data, Version>,
  winner: Winner,
): Edit<Data, Version> | undefined {
  const merged = mergeEdit(base.data, data, theirs.data, winner);
  return isSame(merged, theirs.data) ? undefined : { base: theirs, data: merged };
}

/**
 * An edit of a form, which shows what `mergeEdit` gives. A field is begun on the value on the screen, and what is typed over the
 * value of a colleague is an own change, even if it is the value before.
 */
export function changeFields<Data extends object, Version>(
  edit: Edit<Data, Version> | undefined,
  now: Loaded<Data, Version>,
  part: Partial<Data>,
): Edit<Data, Version> {
  const { base, data } = edit ?? { base: now, data: now.data };
  const begun = { ...base.data };
  for (const name of Object.keys(part) as (keyof Data)[]) {
    if (isSame(data[name], base.data[name]) || isSame(part[name], base.data[name])) begun[name] = now.data[name];
  }
  return { base: { ...base, data: begun }, data: { ...data, ...part } };
}

/**
 * The version at the first change. After a refusal the one that the server has named, but never one whose fields are not on
 * the screen yet.
 */
export function versionToSend(
  now: Loaded<unknown, number>,
  base: Loaded<unknown, number> | undefined,
  refusal: { version?: number } | undefined,
): number {
  if (refusal) return Math.min(now.version, refusal.version ?? now.version);
  return base?.version ?? now.version;
}

/** Whether nothing was changed between the two: each change counts one. */
export const isNextVersion = ({ version }: Loaded<unknown, number>, own: number | undefined): boolean =>
  own === version + 1;

/**
 * The last change of what is edited, as the present state names it and as a refusal names it: the newer of the two, and
 * both when they name the same change.
 */
export function lastChange<Change extends object>(
  { version }: Loaded<unknown, number>,
  known: Change | undefined,
  refusal: (Partial<Change> & { version?: number }) | undefined,
): Partial<Change> {
  const refusedAt = refusal?.version ?? version;
  return { ...(refusedAt <= version && known), ...(refusedAt >= version && refusal) } as Partial<Change>;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(value.some(isFields) ? '\n' : ', ');
  if (isFields(value)) return Object.values(value).map(textOf).filter(Boolean).join(' · ');
  return String(value ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .trim();
}
