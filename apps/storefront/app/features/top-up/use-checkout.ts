import type { CallFault } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import type { ErrorCode, FieldErrors } from '@oyna/domain/errors';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { takePendingAction } from '~/lib/session/pending-action.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { isSameSum } from './quote-time.ts';
import { saveRecent } from './recent-top-ups.ts';
import type { Service } from './top-up-draft.ts';
import { fieldOf, type TopUpField } from './top-up-faults.ts';
import type { TopUpMethod } from './top-up-methods.ts';
import { type AccountCheck, useAccountCheck } from './use-account-check.ts';
import { type Quoting, useQuote } from './use-quote.ts';
import { useTopUpPayment } from './use-top-up-payment.ts';

interface CheckoutParts {
  service: Service;
  /** The product or service, and whole units of what the method's cards have; undefined while they cannot be priced. */
  selection: { id: number; amount: number } | undefined;
  /** The method whose price is shown: the chosen one or, before the choice, the most likely one. */
  method: TopUpMethod | undefined;
  account: string;
  /** By which the supplier of the service is found. */
  checkedBy: number | undefined;
  isAccountPossible: boolean;
  validate(): FieldErrors<TopUpField>;
  isGuest: boolean;
  onGuest(): void;
  onReturn(): void;
}

export interface Checkout {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<TopUpField>;
  /** Clears the error of a field while it is edited. */
  clear(field: TopUpField): void;
  check: AccountCheck;
  quoting: Quoting;
  isChecking: boolean;
  submit(): void;
  confirmation: { isOpen: boolean; isBusy: boolean; isChanged: boolean; confirm(email: string): void; close(): void };
  /** For the dialog `not-payed`. */
  fault: CallFault | undefined;
  dismiss(): void;
}

/** The steps of both forms: validate, sign in or continue as a guest, confirm, pay. */
export function useCheckout(parts: CheckoutParts): Checkout {
  const { service, selection, method, account, isAccountPossible } = parts;
  const { t } = useTranslation('top-up');
  const { ask } = useSignInPrompt();
  const isSignedIn = useIsMember();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<TopUpField>>({});
  const [attempts, setAttempts] = useState(0);
  const [isChecking, setChecking] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const isSubmitting = useRef(false);

  const quoting = useQuote(selection && method && { ...selection, provider: method.provider });
  const { check, ensure } = useAccountCheck(parts.checkedBy, isAccountPossible ? account : undefined);
  const { isBusy, pay } = useTopUpPayment({
    service,
    onPaymentCreated() {
      const { quote } = quoting;
      if (isSignedIn || !quote) return;
      const name = check.state === 'valid' ? check.name : null;
      saveRecent({ service, account, name, productId: quote.id, amount: quote.amount, currency: quote.currency });
    },
    onReturn() {
      setConfirming(false);
      parts.onReturn();
    },
  });

  useEffect(() => {
    if (attempts > 0) focusFault(form.current);
  }, [attempts]);

  const point = (faults: FieldErrors<TopUpField>) => {
    setErrors(faults);
    setAttempts((last) => last + 1);
  };
  const openConfirmation = () => {
    setChanged(false);
    setConfirming(true);
  };

  const validateAndConfirm = async () => {
    const faults = parts.validate();
    point(faults);
    if (Object.keys(faults).length > 0) return;
    setChecking(true);
    const answer = await ensure();
    setChecking(false);
    if (answer.state === 'wrong') {
      point({ account: answer.error });
      return;
    }
    if (isSignedIn || parts.isGuest) {
      openConfirmation();
      return;
    }
    ask(
      t('sign-in-why'),
      openConfirmation,
      { kind: 'top-up', id: selection?.id ?? 0 },
      {
        text: t('without-account'),
        onChoose() {
          parts.onGuest();
          openConfirmation();
        },
      },
    );
  };

  const submit = () => {
    if (isSubmitting.current || isBusy) return;
    isSubmitting.current = true;
    void validateAndConfirm().finally(() => {
      isSubmitting.current = false;
    });
  };

  // The customer returned from Google or VK; the entered values are restored.
  const resumeAfterSignIn = useEffectEvent(() => {
    if (takePendingAction('top-up')?.id === selection?.id) submit();
  });
  const isReady = isSignedIn && isAccountPossible && selection !== undefined;
  useEffect(() => {
    if (isReady) resumeAfterSignIn();
  }, [isReady]);

  const confirm = async (email: string) => {
    const { quote } = quoting;
    if (!quote) return;
    setChanged(false);
    const found = await payOnce(quote, email);
    if (!found) return;
    const field = fieldOf(found.error);
    if (found.error === 'quote-expired') {
      setChanged(true);
      return;
    }
    setConfirming(false);
    // Calls that do not belong to the form have other codes for the same fault (a product or method that is gone).
    if (field) point({ [field]: found.error as ErrorCode });
    else setFault(found);
  };

  /** An expired price that has not changed needs no second confirmation. */
  const payOnce = async (quote: TopUpQuote, email: string): Promise<CallFault | undefined> => {
    const found = await pay(quote, account, email);
    if (found?.error !== 'quote-expired') return found;
    const next = await quoting.renew();
    return next && isSameSum(quote, next) ? pay(next, account, email) : found;
  };

  return {
    form,
    errors,
    clear(field) {
      if (field in errors) setErrors(({ [field]: _fixed, ...rest }) => rest);
    },
    check,
    quoting,
    isChecking,
    submit,
    confirmation: {
      isOpen: isConfirming,
      isBusy,
      isChanged,
      confirm: (email) => void confirm(email),
      close: () => setConfirming(false),
    },
    fault,
    dismiss: () => setFault(undefined),
  };
}

/** An invalid choice is not focusable; its first option is. */
function focusFault(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = wrong?.matches('input') ? wrong : wrong?.querySelector('input');
  wrong?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
