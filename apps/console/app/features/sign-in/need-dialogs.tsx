import { Dialog } from '@oyna/ui/dialog';
import { useState, useSyncExternalStore } from 'react';
import { answer, currentNeed, subscribeToNeeds } from '../../lib/gate.ts';
import { type Session, useSetSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { forgetUnsaved } from '../../lib/use-unsaved.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import styles from './sign-in.module.css';

/** Opens over the screen when a call needs a sign-in or a fresh second factor. The screen and its forms stay. */
export function NeedDialogs({ session }: { session: Session }) {
  const t = useTexts('sign-in');
  const setSession = useSetSession();
  const need = useSyncExternalStore(subscribeToNeeds, currentNeed);
  const [begun, setBegun] = useState<Session>();

  const finish = (next: Session) => {
    if (next.operator.id !== session.operator.id) {
      // The screen of one operator does not stay under the session of another.
      forgetUnsaved();
      return location.reload();
    }
    if (need === 'sign-in' && next.secondFactor.state !== 'proven') return setBegun(next);
    setBegun(undefined);
    setSession(next);
    answer('sign-in', true);
    answer('second-factor', true);
  };
  const giveUp = () => {
    setBegun(undefined);
    if (need) answer(need, false);
  };
  const isSecondStep = need === 'second-factor' || begun !== undefined;
  return (
    <Dialog
      title={need === 'sign-in' ? t('session-ended') : t('confirm-title')}
      isOpen={need !== undefined}
      onClose={giveUp}
      startsInField
    >
      <div className={styles.form}>
        <p className={styles.reason}>{need === 'sign-in' ? t('session-ended-text') : t('confirm-text')}</p>
        {isSecondStep ? (
          <SecondFactorForm ways={(begun ?? session).secondFactor.ways} onSession={finish} />
        ) : (
          <PasswordForm email={session.operator.email} onSession={finish} />
        )}
      </div>
    </Dialog>
  );
}
