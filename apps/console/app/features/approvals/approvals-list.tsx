import { Button } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { InvitationLink } from '../../components/invitation-link.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Facts } from '../../components/page.tsx';
import { PresentState } from '../../components/present-state.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { type Approval, WhatHappens } from './approval-facts.tsx';
import styles from './approvals.module.css';

const TONES: Record<Approval['status'], Tone> = {
  waiting: 'warning',
  approved: 'info',
  done: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** Requests that wait for a second operator, or decided ones. */
export function ApprovalsList() {
  const t = useTexts('approvals');
  const tCommon = useTexts('common');
  const filters = useFilters(['state']);
  const isDecided = filters.values.state === 'decided';
  const [chosen, setChosen] = useState<{ approval: Approval; verdict: 'approve' | 'refuse' }>();
  const [link, setLink] = useState<string>();
  const { query, rows } = useList({
    queryKey: ['approvals', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/approvals', {
          params: { query: { state: isDecided ? 'decided' : 'waiting', limit: 50, ...(after && { after }) } },
        }),
      ),
    idOf: ({ id }) => id,
    live: ['approval'],
  });
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="state"
          label={t('show')}
          all={t('state-waiting')}
          choices={[{ value: 'decided', text: t('state-decided') }]}
        />
      </FilterBar>
      {!rows && <Loading query={query} shape="rows" />}
      {rows?.length === 0 && (
        <EmptyState icon={<UserCheck size={22} />} text={isDecided ? t('empty-decided') : t('empty-waiting')} />
      )}
      <ul className={styles.list} aria-label={t('title')}>
        {rows?.map((approval) => (
          <Request key={approval.id} approval={approval} onDecide={(verdict) => setChosen({ approval, verdict })} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {tCommon('show-more')}
        </Button>
      )}
      {chosen && <Decision {...chosen} onClose={() => setChosen(undefined)} onLink={setLink} />}
      {link && <InvitationLink link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}

interface RequestProps {
  approval: Approval;
  onDecide(verdict: 'approve' | 'refuse'): void;
}

function Request({ approval, onDecide }: RequestProps) {
  const t = useTexts('approvals');
  const isOwn = useSession().operator.id === approval.requestedBy;
  const { kind, status, reason, requester, requestedAt, expiresAt, decider, decidedAt, note } = approval;
  const isWaiting = status === 'waiting';
  return (
    <li className={styles.request}>
      <div className={styles.what}>
        <span className={styles.kind}>
          <strong>{t(`kind-${kind}`)}</strong>
          <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>
        </span>
        <div className={styles.happens}>
          <WhatHappens approval={approval} />
        </div>
        {reason && <q className={styles.reason}>{reason}</q>}
      </div>
      <Facts
        facts={[
          { name: t('asked-by'), value: requester },
          { name: t('asked'), value: <Moment at={requestedAt} /> },
          { name: t('expires'), value: isWaiting && <Moment at={expiresAt} /> },
          { name: t('decided-by'), value: decider },
          { name: t('decided'), value: decidedAt && <Moment at={decidedAt} /> },
          { name: t('note'), value: note },
        ]}
      />
      {isWaiting && (
        <div className={styles.actions}>
          {!isOwn && (
            <Button variant="primary" onClick={() => onDecide('approve')}>
              {t('approve')}
            </Button>
          )}
          <Button onClick={() => onDecide('refuse')}>{isOwn ? t('withdraw') : t('refuse')}</Button>
        </div>
      )}
    </li>
  );
}

interface DecisionProps {
  approval: Approval;
  verdict: 'approve' | 'refuse';
  onClose(): void;
  onLink(link: string): void;
}

function Decision({ approval, verdict, onClose, onLink }: DecisionProps) {
  const t = useTexts('approvals');
  const isOwn = useSession().operator.id === approval.requestedBy;
  const params = { path: { approvalId: approval.id } };
  const decide = useAction({
    run: async (note: string) => {
      if (verdict === 'approve')
        return (await callApi((api) => api.POST('/api/v1/approvals/{approvalId}/approve', { params }))).link;
      await callApi((api) => api.POST('/api/v1/approvals/{approvalId}/refuse', { params, body: { note } }));
      return null;
    },
    changes: [['approvals'], ['today'], ['orders'], ['claims'], ['team'], ['audit']],
    done: () => (verdict === 'approve' ? t('done-approve') : t('done-refuse')),
    onDone: (link) => {
      onClose();
      if (link) onLink(link);
    },
    isFaultShown: true,
  });
  const refusal = isOwn ? t('withdraw') : t('refuse');
  return (
    <ConfirmDialog
      title={t(`kind-${approval.kind}`)}
      isOpen
      onClose={onClose}
      confirm={verdict === 'approve' ? t('approve') : refusal}
      isDangerous={verdict === 'refuse'}
      isBusy={decide.isPending}
      error={decide.error}
      changed={(current) => <Changed current={current} />}
      onConfirm={(fields) => decide.mutate(textOf(fields, 'note'))}
    >
      <div className={styles.happens}>
        <WhatHappens approval={approval} />
      </div>
      <p>{verdict === 'approve' ? t('approve-preview', { name: approval.requester }) : t('refuse-preview')}</p>
      {verdict === 'refuse' && (
        <TextField label={t('note')} name="note" required={!isOwn} maxLength={500} autoComplete="off" />
      )}
    </ConfirmDialog>
  );
}

/** A colleague has decided, or what the request is about is another one now. */
function Changed({ current }: { current: unknown }) {
  const t = useTexts('approvals');
  const { approvalId, status, decider, decidedAt, note } = (current ?? {}) as Partial<Approval> & {
    approvalId?: number;
  };
  if (approvalId === undefined || status === undefined) return <p>{t('outdated')}</p>;
  return <PresentState status={t(`status-${status}`)} by={decider} at={decidedAt} text={note} />;
}
