import { type ChangeEvent, useState } from 'react';
import { useTexts } from './texts.tsx';
import { type ActionOptions, useAction } from './use-action.ts';
import {
  fieldsToSend,
  isBegunAnew,
  isNextVersion,
  lastChange,
  leftEdits,
  type Stored,
  theirFields,
  versionToSend,
} from './versioned-edits.ts';

type Sent<Fields, Values> = { fields: Fields; edits: Partial<Fields>; version: number; values: Values };

interface VersionedFormOptions<Fields, Values, Result>
  extends Omit<ActionOptions<Sent<Fields, Values>, Result>, 'run' | 'onFresh' | 'isFaultShown'> {
  /** The present state of what is edited. Queries and live events renew it while the operator types. */
  stored: Stored<Fields>;
  /** The version that the operator has made with another action on the screen. It is no change by others. */
  ownVersion?: number | undefined;
  /** Sends the fields with the version that the operator has seen. `values` says what else `send` was called with. */
  run(sent: { fields: Fields; version: number; values: Values }): Promise<Result>;
}

/**
 * A form for something that colleagues and customers may change meanwhile. What the operator types stays, the other fields
 * follow the present state. The server gets the version at the first change and refuses when it is not the present one; the
 * form then shows `<FormChanges>`, and the next try is made on the version that was shown.
 */
export function useVersionedForm<Fields extends object, Result, Values = undefined>(
  options: VersionedFormOptions<Fields, Values, Result>,
) {
  const { stored, ownVersion, run, ...action } = options;
  const t = useTexts('common');
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [begun, setBegun] = useState<Stored<Fields>>();
  const { mutate, reset, error, isPending } = useAction<Sent<Fields, Values>, Result>({
    ...action,
    run,
    onFresh: (sent) => {
      setEdits((now) => leftEdits(now, sent.edits));
      setBegun(undefined);
    },
    isFaultShown: true,
  });
  if (begun && isNextVersion(begun, ownVersion)) setBegun({ ...begun, version: begun.version + 1 });
  if (isBegunAnew(begun, edits)) setBegun(stored);
  const isRefused = error?.code === 'changed-meanwhile';
  const refusal: { version?: number } | undefined = isRefused ? (error.current ?? {}) : undefined;
  const version = versionToSend(stored, begun, refusal);
  const fields = fieldsToSend(stored, edits);
  const theirs: Partial<Fields> = begun ? theirFields(stored, begun, edits) : {};

  const change = (part: Partial<Fields>) => {
    const next = leftEdits({ ...edits, ...part }, stored.fields);
    setEdits(next);
    setBegun(Object.keys(next).length > 0 ? (begun ?? stored) : undefined);
  };

  return {
    fields,
    error,
    isPending,
    /** There is something that a reload would lose. */
    isEdited: Object.keys(leftEdits(edits, stored.fields)).length > 0,
    /** A colleague or a customer has changed it since the operator began. */
    isChangedMeanwhile: isRefused || (begun !== undefined && begun.version < stored.version && !isPending),
    /** The last change by others. `known` is what the present state says about it. */
    lastChange: <Change extends object>(known?: Change) => lastChange(stored, known, refusal as Partial<Change>),
    change,
    /** The props of a text field. Its hint names the value of a colleague that the operator has typed over. */
    field: (name: keyof Fields & string) => ({
      name: name as string,
      value: String(fields[name]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [name]: event.target.value } as Partial<Fields>),
      ...(name in theirs && { hint: t('theirs', { text: String(theirs[name]) }) }),
    }),
    /** The props of a check box. */
    box: (name: keyof Fields & string) => ({
      name: name as string,
      checked: Boolean(fields[name]),
      onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.checked } as Partial<Fields>),
    }),
    send(values: Values) {
      if (isPending) return;
      setBegun({ version, fields: isRefused || !begun ? stored.fields : begun.fields });
      mutate({ fields, edits, version, values });
    },
    /** Gives up what was typed. */
    drop() {
      setEdits({});
      setBegun(undefined);
      reset();
    },
  };
}
