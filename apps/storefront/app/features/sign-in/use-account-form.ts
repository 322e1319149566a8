import type { ErrorCode, FieldErrors } from '@oyna/domain/errors';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type AccountAnswer, type AccountRequest, sendAccountRequest } from './account-calls.ts';

interface AccountForm<Field extends string> {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Field>;
  /** What to say of the attempt as a whole. */
  answer: AccountAnswer | undefined;
  isBusy: boolean;
  onSubmit(event: FormEvent): void;
  /** A field that is being put right is not called wrong any more. */
  onInput(event: FormEvent): void;
  send(request: AccountRequest): Promise<void>;
}

/** Reads the fields, checks them, moves the focus to the first one at fault, and sends what is in order. */
export function useAccountForm<Field extends string>(
  check: (fields: FormData) => FieldErrors<Field>,
  toRequest: (fields: FormData) => AccountRequest,
): AccountForm<Field> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [attempts, setAttempts] = useState(0);
  const [answer, setAnswer] = useState<AccountAnswer>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const send = async (request: AccountRequest) => {
    setBusy(true);
    setAnswer(undefined);
    setAnswer(
      await sendAccountRequest(request).catch(() => ({ error: 'sign-in-failed' }) satisfies { error: ErrorCode }),
    );
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isBusy) return;
    const fields = new FormData(form.current);
    const faults = check(fields);
    setErrors(faults);
    setAttempts(attempts + 1);
    setAnswer(undefined);
    if (Object.keys(faults).length === 0) void send(toRequest(fields));
  };
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    if (name in errors) setErrors(({ [name as Field]: _fixed, ...rest }) => rest as FieldErrors<Field>);
  };
  return { form, errors, answer, isBusy, onSubmit, onInput, send };
}

export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
