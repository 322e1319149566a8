import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { InvitationLink } from '../../components/invitation-link.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';

interface InviteDialogProps {
  isOpen: boolean;
  onClose(): void;
  roles: readonly { id: string; name: string }[];
}

/** The link is shown once: the server keeps its hash only. */
export function InviteDialog({ isOpen, onClose, roles }: InviteDialogProps) {
  const t = useTexts('team');
  const [link, setLink] = useState<string>();
  const invite = useAction({
    run: (body: { email: string; roleId: string }) => callApi((api) => api.POST('/api/v1/team/invitations', { body })),
    changes: [['team'], ['audit']],
    onDone: (invitation) => setLink(invitation.link),
    onWaiting: onClose,
    isFaultShown: true,
  });
  const close = () => {
    setLink(undefined);
    invite.reset();
    onClose();
  };
  if (link) return <InvitationLink link={link} onClose={close} />;
  return (
    <ConfirmDialog
      title={t('invite')}
      isOpen={isOpen}
      onClose={close}
      confirm={t('create-link')}
      isBusy={invite.isPending}
      error={invite.error}
      onConfirm={(fields) => invite.mutate({ email: textOf(fields, 'email').trim(), roleId: textOf(fields, 'role') })}
    >
      <TextField label={t('email')} name="email" type="email" autoComplete="off" required />
      <Select label={t('role')} name="role" defaultValue="support">
        {roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </ConfirmDialog>
  );
}
