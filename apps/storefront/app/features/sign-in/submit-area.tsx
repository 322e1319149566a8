import type { CallFault } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { AccountNotice } from './account-calls.ts';
import { accountErrorText, isKnownFault } from './account-texts.ts';

interface SubmitAreaProps {
  fault: CallFault | undefined;
  notice: AccountNotice | undefined;
  isBusy: boolean;
  /** The main button is elsewhere in the dialog. */
  isSecond?: boolean | undefined;
  children: ReactNode;
}

/** The button, and above it what became of the attempt. */
export function SubmitArea({ fault, notice, isBusy, isSecond, children }: SubmitAreaProps) {
  const { t } = useTranslation('sign-in');
  return (
    <div>
      <FormNotice
        error={accountErrorText(t, fault?.error)}
        success={notice && t(notice)}
        requestId={isKnownFault(fault?.error) ? undefined : fault?.requestId}
      />
      <Button type="submit" variant={isSecond ? 'secondary' : 'primary'} size="large" isWide isBusy={isBusy}>
        {children}
      </Button>
    </div>
  );
}
