import { CalendarClock } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { Moment } from '../../components/moment.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useList } from '../../lib/use-list.ts';
import { PriceChangeStatus } from './price-change-status.tsx';
import type { PriceChange } from './prices-api.ts';

/** Every change of prices is one row: now, scheduled, ended, undone. */
export function PriceChangesList() {
  const t = useTexts('prices');
  const list = useList({
    queryKey: ['prices', 'changes'],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/price-changes', { params: { query: { limit: 30, ...(after && { after: Number(after) }) } } }),
      ),
    idOf: ({ id }: PriceChange) => id,
    live: ['price'],
  });
  const columns: readonly Column<PriceChange>[] = [
    { id: 'title', title: t('change-title'), cell: ({ title }) => title, phone: 'title' },
    {
      id: 'status',
      title: t('status'),
      phone: 'note-end',
      cell: ({ status, conflicts }) => (
        <>
          <PriceChangeStatus status={status} />
          {conflicts > 0 && <StatusLabel tone="warning">{t('conflicts', { count: conflicts })}</StatusLabel>}
        </>
      ),
    },
    { id: 'starts', title: t('starts'), cell: ({ startsAt }) => <Moment at={startsAt} />, phone: 'note' },
    { id: 'ends', title: t('ends'), cell: ({ endsAt }) => (endsAt ? <Moment at={endsAt} /> : '') },
    { id: 'author', title: t('author'), cell: ({ createdBy }) => createdBy },
    { id: 'offers', title: t('offers'), cell: ({ products }) => products, isNumber: true, phone: 'end', isNamed: true },
  ];
  return (
    <DataList
      label={t('changes-title')}
      list={list}
      columns={columns}
      linkOf={({ id }) => `/prices/changes/${id}`}
      empty={{ icon: <CalendarClock size={22} />, text: t('changes-empty') }}
    />
  );
}
