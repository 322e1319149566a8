/** The state of what is edited. The version changes with every change by anyone. */
export interface Stored<Fields> {
  version: number;
  fields: Fields;
}

/** Those of the present state, and over them what the operator has typed. */
export const fieldsToSend = <Fields extends object>({ fields }: Stored<Fields>, edits: Partial<Fields>): Fields => ({
  ...fields,
  ...edits,
});

/**
 * The version at the first change. After a refusal the one that the server has named, but never one whose fields are not on
 * the screen yet.
 */
export function versionToSend(
  stored: Stored<unknown>,
  begun: Stored<unknown> | undefined,
  refusal: { version?: number } | undefined,
): number {
  if (refusal) return Math.min(stored.version, refusal.version ?? stored.version);
  return begun?.version ?? stored.version;
}

/** Whether nothing was changed between the two: each change counts one. */
export const isNextVersion = ({ version }: Stored<unknown>, own: number | undefined): boolean => own === version + 1;

/** What was typed while a form was sent is begun on the state after it. */
export const isBegunAnew = (begun: Stored<unknown> | undefined, edits: object): boolean =>
  begun === undefined && Object.keys(edits).length > 0;

/**
 * The last change of what is edited, as the present state names it and as a refusal names it: the newer of the two, and
 * both when they name the same change.
 */
export function lastChange<Change extends object>(
  { version }: Stored<unknown>,
  known: Change | undefined,
  refusal: (Partial<Change> & { version?: number }) | undefined,
): Partial<Change> {
  const refusedAt = refusal?.version ?? version;
  return { ...(refusedAt <= version && known), ...(refusedAt >= version && refusal) } as Partial<Change>;
}

/** The edits that differ from these fields: what is typed while a form is sent stays. */
export const leftEdits = <Fields extends object>(edits: Partial<Fields>, fields: Partial<Fields>): Partial<Fields> =>
  pick(edits, (name) => edits[name] !== fields[name]);

/** What a colleague has written into the fields that the operator has typed over. */
export const theirFields = <Fields extends object>(
  { fields: now }: Stored<Fields>,
  { fields: before }: Stored<Fields>,
  edits: Partial<Fields>,
): Partial<Fields> => pick(now, (name) => name in edits && now[name] !== before[name] && now[name] !== edits[name]);

function pick<Fields extends object>(fields: Partial<Fields>, isWanted: (name: keyof Fields) => boolean) {
  const entries = Object.entries(fields).filter(([name]) => isWanted(name as keyof Fields));
  return Object.fromEntries(entries) as Partial<Fields>;
}
