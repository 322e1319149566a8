import { type ChangeEvent, useState } from 'react';
import {
  changeFields,
  type Edit,
  isChangedEdit,
  isNextVersion,
  type Loaded,
  lastChange,
  listDifferences,
  mergeEdit,
  resolveEdit,
  settleEdit,
  versionToSend,
} from './edit-state.ts';
import { useTexts } from './texts.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

/** `typed` is what the operator has typed; `fields` has the changes of colleagues in the other fields, too. */
type Sent<Fields, Values> = { fields: Fields; typed: Fields; version: number; values: Values };

interface VersionedFormOptions<Fields, Values, Result>
  extends Omit<ActionOptions<Sent<Fields, Values>, Result>, 'run' | 'onFresh' | 'isFaultShown'> {
  /** The present state of what is edited. Queries and live events renew it while the operator types. */
  loaded: Loaded<Fields, number>;
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
  const { loaded, ownVersion, run, ...action } = options;
  const t = useTexts('common');
  const [kept, setEdit] = useState<Edit<Fields, number>>();
  const [saved, setSaved] = useState<Fields>();
  const { mutate, reset, error, isPending } = useAction<Sent<Fields, Values>, Result>({
    ...action,
    run,
    onFresh: ({ typed }) => setSaved(typed),
    isFaultShown: true,
  });
  const edit = kept && isChangedEdit(kept) ? kept : undefined;
  if (saved) {
    setSaved(undefined);
    setEdit(settleEdit(kept, saved, loaded));
  } else if (kept && isNextVersion(kept.base, ownVersion)) {
    setEdit({ ...kept, base: { ...kept.base, version: kept.base.version + 1 } });
  } else if (kept && !edit && !isPending) {
    setEdit(undefined);
  }
  const isRefused = error?.code === 'changed-meanwhile';
  const refusal: { version?: number } | undefined = isRefused ? (error.current ?? {}) : undefined;
  const version = versionToSend(loaded, edit?.base, refusal);
  const fields = edit ? mergeEdit(edit.base.data, edit.data, loaded.data, 'mine') : loaded.data;
  // With the same version only the language of the form has changed, and with it the text of sums.
  const isOlder = edit !== undefined && edit.base.version < loaded.version;
  const differences = isOlder ? listDifferences(edit.base.data, edit.data, loaded.data) : [];

  const change = (part: Partial<Fields>) => setEdit((now) => changeFields(now, loaded, part));

  return {
    fields,
    error,
    isPending,
    /** There is something that a reload would lose. */
    isEdited: isChangedEdit({ base: loaded, data: fields }),
    /** A colleague or a customer has changed it since the operator began. */
    isChangedMeanwhile: isRefused || (isOlder && !isPending),
    /** The last change by others. `known` is what the present state says about it. */
    lastChange: <Change extends object>(known?: Change) => lastChange(loaded, known, refusal as Partial<Change>),
    change,
    /**
     * The props of a text field or a choice. Its hint names the value of a colleague that the operator has typed over, in
     * the words of `textOf`.
     */
    field: (name: keyof Fields & string, textOf: (value: string) => string = String) => ({
      name: name as string,
      value: String(fields[name]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        change({ [name]: event.target.value } as Partial<Fields>),
      ...(differences.some(({ path, mine }) => path === name && mine !== undefined) && {
        hint: t('theirs', { text: textOf(String(loaded.data[name])) }),
      }),
    }),
    /** The props of a check box. */
    box: (name: keyof Fields & string) => ({
      name: name as string,
      checked: Boolean(fields[name]),
      onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.checked } as Partial<Fields>),
    }),
    send(values: Values) {
      if (isPending) return;
      // After a refusal the operator has seen the present state and sends the same text again.
      const sent = edit && isRefused ? resolveEdit(edit, { version, data: loaded.data }, 'mine') : edit;
      setEdit(sent);
      mutate({ fields, typed: sent?.data ?? loaded.data, version, values });
    },
    /** Gives up what was typed. */
    drop() {
      setEdit(undefined);
      reset();
    },
  };
}
