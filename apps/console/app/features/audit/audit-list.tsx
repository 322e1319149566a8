import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterDate, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useActionText } from '../../lib/use-action-text.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import styles from './audit.module.css';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import { AuditEntry } from './audit-entry.tsx';
import { subjectOfText, subjectText } from './audit-subjects.ts';

type Entry = ConsoleSchemas['AuditEntry'];

/** What was done, the newest first, with the chosen entry beside it. */
export function AuditList() {
  const t = useTexts('audit');
  const actionText = useActionText();
  const filters = useFilters(['action', 'subject', 'from', 'to']);
  const [parameters] = useSearchParams();
  const chosen = Number(parameters.get('entry'));
  const list = useList<Entry>({
    queryKey: ['audit', filters.values],
    fetchPage: (after) => {
      const { subject, ...others } = filters.values;
      return callApi((api) =>
        api.GET('/api/v1/audit', {
          params: {
            query: {
              ...others,
              ...(subject && { subject: subjectOfText(subject, t) }),
              ...(after && { after }),
            },
          },
        }),
      );
    },
    idOf: ({ position }) => position,
  });
  const linkOf = ({ position }: Entry) => {
    const next = new URLSearchParams(parameters);
    next.set('entry', String(position));
    return `/audit?${next}`;
  };
  const columns: readonly Column<Entry>[] = [
    { id: 'action', title: t('action'), cell: ({ action }) => actionText(action), phone: 'title' },
    { id: 'subject', title: t('subject'), cell: ({ subject }) => subjectText(subject, t), phone: 'note' },
    { id: 'actor', title: t('actor'), cell: ({ actor }) => actor.name, phone: 'end' },
    { id: 'at', title: t('time'), cell: ({ at }) => <Moment at={at} />, phone: 'note-end' },
  ];
  const entry = list.rows?.find(({ position }) => position === chosen);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <FilterBar filters={filters}>
          <FilterSelect
            filters={filters}
            name="action"
            label={t('action')}
            choices={AUDIT_ACTIONS.map((value) => ({ value, text: actionText(value) })).toSorted((one, other) =>
              one.text.localeCompare(other.text),
            )}
          />
          <FilterText filters={filters} name="subject" label={t('subject')} />
          <FilterDate filters={filters} name="from" label={t('from')} />
          <FilterDate filters={filters} name="to" label={t('to')} />
        </FilterBar>
        <DataList
          label={t('title')}
          list={list}
          columns={columns}
          linkOf={linkOf}
          isChosen={({ position }) => position === chosen}
          empty={{ icon: <History size={22} />, text: t('empty') }}
        />
      </div>
      {entry && <AuditEntry entry={entry} />}
    </div>
  );
}
