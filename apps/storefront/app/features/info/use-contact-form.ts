import type { ErrorCode } from '@oyna/domain/errors';
import type { SupportMessage } from '@oyna/domain/support-message';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';

type Field = keyof SupportMessage;
type FieldFault = Extract<ErrorCode, 'name-err' | 'email-invalid' | 'topic-invalid' | 'message-invalid'>;

/** A hidden field for bots; see the support routes of the server. */
export const TRAP_FIELD = 'website';

interface ContactFormState {
  form: RefObject<HTMLFormElement | null>;
  errors: Partial<Record<Field, FieldFault>>;
  failure: 'too-many-requests' | 'send-failed' | undefined;
  isBusy: boolean;
  /** The sender's address, once the message is sent. */
  sentTo: string | undefined;
  onFocus(): void;
  onSubmit(event: FormEvent): void;
  onInput(event: FormEvent): void;
  startAgain(): void;
}

/** The rules are loaded when the form is first used, because most visitors only read the page. */
const loadRules = () => import('@oyna/domain/support-message');

/** Validates like the server, focuses the first invalid field, and keeps the input if sending fails. */
export function useContactForm(): ContactFormState {
  const callApi = useApi();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactFormState['errors']>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<ContactFormState['failure']>();
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const submit = async (fields: FormData) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { cleanSupportMessage, validateSupportMessage } = await loadRules();
      const message = cleanSupportMessage(readMessage(fields));
      const faults = validateSupportMessage(message);
      setErrors(faults as ContactFormState['errors']);
      setAttempts((count) => count + 1);
      if (Object.keys(faults).length === 0) {
        const body = { ...message, [TRAP_FIELD]: textOf(fields, TRAP_FIELD) };
        await callApi((api) => api.POST('/api/v1/support/message', { body }));
        setSentTo(message.email);
      }
    } catch (error) {
      setFailure(isTooMany(error) ? 'too-many-requests' : 'send-failed');
    }
    setBusy(false);
  };

  return {
    form,
    errors,
    failure,
    isBusy,
    sentTo,
    onFocus: () => void loadRules().catch(() => {}),
    onSubmit(event) {
      event.preventDefault();
      if (form.current && !isBusy) void submit(new FormData(form.current));
    },
    onInput({ target }) {
      const { name } = target as HTMLInputElement;
      if (name in errors) setErrors(({ [name as Field]: _fixed, ...rest }) => rest);
    },
    startAgain: () => setSentTo(undefined),
  };
}

function readMessage(fields: FormData): SupportMessage {
  const text = (name: Field) => textOf(fields, name);
  return { name: text('name'), email: text('email'), topic: text('topic'), message: text('message') };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

function isTooMany(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'too-many-requests';
}
