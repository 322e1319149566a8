import type { FieldErrors } from '@oyna/domain/errors';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { CallFault } from './call-fault.ts';

type FieldFaults<Field extends string> = Partial<Record<Field, CallFault['error']>>;

export interface CheckedForm<Field extends string> {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldFaults<Field>;
  /** An error of the whole form. */
  fault: CallFault | undefined;
  isBusy: boolean;
  onSubmit(event: FormEvent): void;
  /** Clears the error of a field while it is edited. */
  onInput(event: FormEvent): void;
  /** Runs another action under the same rules. */
  run(action: () => Promise<CallFault | undefined>): void;
}

/**
 * Reads and validates the fields, focuses the first invalid one, and sends a valid form, one request at a time. `send`
 * returns the error, if there is one.
 */
export function useCheckedForm<Field extends string>(
  fieldNames: readonly Field[],
  check: (fields: FormData) => FieldErrors<Field>,
  send: (fields: FormData) => Promise<CallFault | undefined>,
): CheckedForm<Field> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldFaults<Field>>({});
  const [attempts, setAttempts] = useState(0);
  const [fault, setFault] = useState<CallFault>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const point = (faults: FieldFaults<Field>) => {
    setErrors(faults);
    setAttempts((last) => last + 1);
  };
  const run = async (action: () => Promise<CallFault | undefined>) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFault(undefined);
    const found = await action();
    isSending.current = false;
    setBusy(false);
    if (found && isOneOf(fieldNames, found.field)) point({ [found.field]: found.error } as FieldFaults<Field>);
    else setFault(found);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending.current) return;
    const fields = new FormData(form.current);
    const faults = check(fields);
    point(faults);
    setFault(undefined);
    if (Object.keys(faults).length === 0) void run(() => send(fields));
  };
  const onInput = ({ target }: FormEvent) => {
    const { name: ownName, dataset } = target as HTMLInputElement;
    // Several controls may make up one field.
    const name = dataset['field'] ?? ownName;
    if (name in errors) setErrors(({ [name as Field]: _fixed, ...rest }) => rest as FieldFaults<Field>);
  };
  return { form, errors, fault, isBusy, onSubmit, onInput, run: (action) => void run(action) };
}

export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

function isOneOf<Field extends string>(names: readonly Field[], name: string | undefined): name is Field {
  return (names as readonly (string | undefined)[]).includes(name);
}
