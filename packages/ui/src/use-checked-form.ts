import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** `no-answer` is a lost network rather than a refusal. */
interface Fault<Code extends string> {
  error: Code | 'no-answer';
  /** The field at fault, where one is. */
  field: string | undefined;
  requestId: string | undefined;
}

type FieldFaults<Field extends string, Code extends string> = Partial<Record<Field, Fault<Code>['error']>>;

export interface CheckedForm<Field extends string, Code extends string> {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldFaults<Field, Code>;
  /** An error of the whole form. */
  fault: Fault<Code> | undefined;
  isBusy: boolean;
  onSubmit(event: FormEvent): void;
  /** Clears the error of a field while it is edited. */
  onInput(event: FormEvent): void;
  /** Runs another action under the same rules. */
  run(action: () => Promise<Fault<Code> | undefined>): void;
}

/**
 * Reads and validates the fields, focuses the first invalid one, and sends a valid form, one request at a time. `send`
 * returns the error, if there is one.
 */
export function useCheckedForm<Field extends string, Code extends string>(
  fieldNames: readonly Field[],
  check: (fields: FormData) => Partial<Record<Field, Code>>,
  send: (fields: FormData) => Promise<Fault<Code> | undefined>,
): CheckedForm<Field, Code> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldFaults<Field, Code>>({});
  const [attempts, setAttempts] = useState(0);
  const [fault, setFault] = useState<Fault<Code>>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const point = (faults: FieldFaults<Field, Code>) => {
    setErrors(faults);
    setAttempts((last) => last + 1);
  };
  const run = async (action: () => Promise<Fault<Code> | undefined>) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFault(undefined);
    const found = await action();
    isSending.current = false;
    setBusy(false);
    if (found && isOneOf(fieldNames, found.field)) point({ [found.field]: found.error } as FieldFaults<Field, Code>);
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
    if (name in errors) setErrors(({ [name as Field]: _fixed, ...rest }) => rest as FieldFaults<Field, Code>);
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
