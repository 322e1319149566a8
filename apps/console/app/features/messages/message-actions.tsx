import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedMessage, type Thread } from './message-status.tsx';

interface MessageActionsProps {
  thread: Thread;
  /** With the version that the action has made. */
  onDone(version: number): void;
}

/** Who answers, and whether the message is done. */
export function MessageActions({ thread, onDone }: MessageActionsProps) {
  const t = useTexts('messages');
  const { operator } = useSession();
  const [isAssigning, setAssigning] = useState(false);
  const { id, version, status, assignedTo } = thread;
  const path = { params: { path: { id } } };
  const assign = useAction({
    run: (operatorId: number | null) =>
      callApi((api) => api.POST('/api/v1/messages/{id}/assign', { ...path, body: { version, operatorId } })),
    changes: [['messages']],
    done: () => t('assigned-done'),
    onDone: (changed) => {
      setAssigning(false);
      onDone(changed.version);
    },
    isFaultShown: isAssigning,
  });
  const move = useAction({
    run: (action: 'close' | 'reopen') =>
      callApi((api) => api.POST(`/api/v1/messages/{id}/${action}`, { ...path, body: { version } })),
    changes: [['messages']],
    done: ({ status: next }) => t(`status-${next}`),
    onDone: (changed) => onDone(changed.version),
  });
  const { data } = useQuery({
    queryKey: ['messages', 'assignees'],
    queryFn: () => callApi((api) => api.GET('/api/v1/messages/assignees')),
    enabled: isAssigning,
  });
  return (
    <>
      {status === 'open' && assignedTo?.id !== operator.id && (
        <Button isBusy={assign.isPending} onClick={() => assign.mutate(operator.id)}>
          {t('take')}
        </Button>
      )}
      <Button onClick={() => setAssigning(true)}>{t('assign')}</Button>
      <Button isBusy={move.isPending} onClick={() => move.mutate(status === 'closed' ? 'reopen' : 'close')}>
        {status === 'closed' ? t('reopen') : t('close')}
      </Button>
      <ConfirmDialog
        title={t('assign')}
        isOpen={isAssigning}
        onClose={() => setAssigning(false)}
        confirm={t('assign')}
        isBusy={assign.isPending || !data}
        error={assign.error}
        changed={(current) => <ChangedMessage current={current} />}
        onConfirm={(fields) => assign.mutate(Number(fields.get('operator')) || null)}
      >
        <Select
          label={t('assigned')}
          name="operator"
          defaultValue={String(assignedTo?.id ?? '')}
          key={data?.items.length}
        >
          <option value="">{t('unassigned')}</option>
          {data?.items.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </Select>
      </ConfirmDialog>
    </>
  );
}
