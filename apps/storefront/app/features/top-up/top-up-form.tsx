import type { TopUpProvider } from '@oyna/domain/top-up';
import type { ReactNode } from 'react';
import type { CallFault } from '~/lib/forms/call-fault.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { LastLook } from './last-look.tsx';
import { MethodChoice } from './method-choice.tsx';
import { RunningTopUp } from './running-top-up.tsx';
import { faultText } from './top-up-faults.ts';
import styles from './top-up-form.module.css';
import type { TopUpMethod } from './top-up-methods.ts';
import { TopUpSection } from './top-up-section.tsx';
import type { useBegun } from './use-begun.ts';
import type { Checkout } from './use-checkout.ts';

/** The dialog `not-payed` belongs to another feature, so the page brings it. */
export type FailureOf = (fault: CallFault | undefined, text: string | undefined, onClose: () => void) => ReactNode;

interface TopUpFormProps {
  checkout: Checkout;
  begun: ReturnType<typeof useBegun>;
  methods: readonly TopUpMethod[];
  method: TopUpProvider | undefined;
  onMethod(provider: TopUpProvider): void;
  account: { label: string; value: string };
  /** What will be credited, in words. */
  credited: string;
  /** What may be entered, for the faults that tell of it. */
  limits: string;
  failureOf: FailureOf;
  /** The price, beside the form. */
  panel: ReactNode;
  children: ReactNode;
}

/** What both forms have: the method after what is their own, the price beside it, the last look, and what went wrong. */
export function TopUpForm(props: TopUpFormProps) {
  const { checkout, begun, methods, method, onMethod, account, credited, limits, failureOf, panel, children } = props;
  const { t } = useTranslation('top-up');
  const isSignedIn = useIsSignedIn();
  const { errors, check, quoting, fault } = checkout;
  return (
    <>
      {begun.begun && <RunningTopUp topUp={begun.begun} onDismiss={begun.dismiss} />}
      <form
        ref={checkout.form}
        method="post"
        noValidate
        className={styles.columns}
        onSubmit={(event) => {
          event.preventDefault();
          checkout.submit();
        }}
      >
        <div className={styles.main}>
          {children}
          <TopUpSection title={t('method')}>
            <MethodChoice
              methods={methods}
              chosen={method}
              onChoose={(provider) => {
                checkout.clear('method');
                onMethod(provider);
              }}
              error={errors.method && faultText(t, errors.method, limits)}
            />
          </TopUpSection>
        </div>
        {panel}
      </form>
      <LastLook
        look={checkout.look}
        accountLabel={account.label}
        account={account.value}
        check={check}
        credited={credited}
        quoting={quoting}
        hasEmail={isSignedIn === false}
      />
      {failureOf(fault, fault && faultText(t, fault.error, limits), checkout.dismiss)}
    </>
  );
}
