import type { CallFault } from '@oyna/api-client/call-fault';
import type { TopUpProvider } from '@oyna/domain/top-up';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { MethodChoice } from './method-choice.tsx';
import { RunningTopUp } from './running-top-up.tsx';
import { faultText } from './top-up-faults.ts';
import styles from './top-up-form.module.css';
import type { TopUpMethod } from './top-up-methods.ts';
import { TopUpSection } from './top-up-section.tsx';
import type { Checkout } from './use-checkout.ts';
import type { useOpenTopUp } from './use-open-top-up.ts';

/** The dialog `not-payed` belongs to another feature, so the page brings it. */
export type FailureOf = (fault: CallFault | undefined, text: string | undefined, onClose: () => void) => ReactNode;

interface TopUpFormProps {
  checkout: Checkout;
  openTopUp: ReturnType<typeof useOpenTopUp>;
  methods: readonly TopUpMethod[];
  method: TopUpProvider | undefined;
  onMethod(provider: TopUpProvider): void;
  account: { label: string; value: string };
  /** What will be credited, in words. */
  credited: string;
  /** The limits, for error messages that name them. */
  limits: string;
  failureOf: FailureOf;
  /** The price, beside the form. */
  panel: ReactNode;
  children: ReactNode;
}

/** The common part of both forms: payment method, price, confirmation and errors. */
export function TopUpForm(props: TopUpFormProps) {
  const { checkout, openTopUp, methods, method, onMethod, account, credited, limits, failureOf, panel, children } =
    props;
  const { t } = useTranslation('top-up');
  const isSignedIn = useIsMember();
  const { errors, check, quoting, fault } = checkout;
  return (
    <>
      {openTopUp.topUp && <RunningTopUp topUp={openTopUp.topUp} onDismiss={openTopUp.dismiss} />}
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
      <ConfirmDialog
        confirmation={checkout.confirmation}
        accountLabel={account.label}
        account={account.value}
        check={check}
        credited={credited}
        quoting={quoting}
        limits={limits}
        hasEmail={isSignedIn === false}
      />
      {failureOf(fault, fault && faultText(t, fault.error, limits), checkout.dismiss)}
    </>
  );
}
