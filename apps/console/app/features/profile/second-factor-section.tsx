import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { PasskeySetUp } from '../../components/passkey-set-up.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { TotpSetUp } from '../../components/totp-set-up.tsx';
import { callApi } from '../../lib/api.ts';
import { sessionQuery } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './profile.module.css';

const CHANGES = [['profile'], sessionQuery.queryKey];

/** Without a passkey it is the authenticator app. */
interface Removal {
  passkey?: { id: string; name: string };
}
type Asked = Removal | 'new-codes';

/** Authenticator app, passkeys and recovery codes. */
export function SecondFactorSection({ profile }: { profile: ConsoleSchemas['Profile'] }) {
  const t = useTexts('profile');
  const client = useQueryClient();
  const [isAddingApp, setAddingApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const added = (recoveryCodes: string[] | null) => {
    setAddingApp(false);
    if (recoveryCodes) setCodes(recoveryCodes);
    for (const queryKey of CHANGES) void client.invalidateQueries({ queryKey });
  };
  const [asked, setAsked] = useState<Asked>();
  const remove = useAction({
    run: ({ passkey }: Removal): Promise<unknown> => {
      if (!passkey) return callApi((api) => api.DELETE('/api/v1/profile/totp'));
      const params = { path: { passkeyId: passkey.id } };
      return callApi((api) => api.DELETE('/api/v1/profile/passkeys/{passkeyId}', { params }));
    },
    changes: CHANGES,
    done: () => t('removed'),
    onDone: () => setAsked(undefined),
    isFaultShown: true,
  });
  const renewCodes = useAction({
    run: () => callApi((api) => api.POST('/api/v1/profile/recovery-codes')),
    changes: CHANGES,
    onDone: ({ recoveryCodes }) => {
      setAsked(undefined);
      setCodes(recoveryCodes);
    },
    isFaultShown: true,
  });
  const ask = (question: Asked) => {
    remove.reset();
    renewCodes.reset();
    setAsked(question);
  };
  const hasAny = profile.hasTotp || profile.passkeys.length > 0;
  return (
    <Section title={t('second-step')}>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <strong>{t('app')}</strong>
          <StatusLabel tone={profile.hasTotp ? 'success' : 'neutral'}>
            {profile.hasTotp ? t('on') : t('off')}
          </StatusLabel>
          {profile.hasTotp ? (
            <Button aria-label={t('remove-name', { name: t('app') })} onClick={() => ask({})}>
              {t('remove')}
            </Button>
          ) : (
            <Button onClick={() => setAddingApp(true)}>{t('set-up')}</Button>
          )}
        </li>
        {profile.passkeys.map(({ id, name, usedAt, createdAt }) => (
          <li key={id} className={styles.row}>
            <strong>{name}</strong>
            <span>
              <Moment at={usedAt ?? createdAt} />
            </span>
            <Button aria-label={t('remove-name', { name })} onClick={() => ask({ passkey: { id, name } })}>
              {t('remove')}
            </Button>
          </li>
        ))}
        {hasAny && (
          <li className={styles.row}>
            <strong>{t('recovery-codes')}</strong>
            <span>{t('codes-left', { count: profile.recoveryCodes })}</span>
            <Button onClick={() => ask('new-codes')}>{t('new-codes')}</Button>
          </li>
        )}
      </ul>
      <PasskeySetUp onDone={added} />
      {asked === 'new-codes' && (
        <ConfirmDialog
          title={t('new-codes')}
          isOpen
          onClose={() => setAsked(undefined)}
          confirm={t('new-codes')}
          isDangerous
          isBusy={renewCodes.isPending}
          error={renewCodes.error}
          onConfirm={() => renewCodes.mutate(undefined)}
        >
          <p>{t('new-codes-preview')}</p>
        </ConfirmDialog>
      )}
      {asked && asked !== 'new-codes' && (
        <ConfirmDialog
          title={t('remove-name', { name: asked.passkey?.name ?? t('app') })}
          isOpen
          onClose={() => setAsked(undefined)}
          confirm={t('remove')}
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(asked)}
        >
          <p>{asked.passkey ? t('remove-passkey-preview') : t('remove-app-preview')}</p>
        </ConfirmDialog>
      )}
      <Dialog title={t('app')} isOpen={isAddingApp} onClose={() => setAddingApp(false)}>
        <TotpSetUp onDone={added} />
      </Dialog>
      <Dialog title={t('recovery-codes')} isOpen={codes !== undefined} onClose={() => setCodes(undefined)}>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </Section>
  );
}
