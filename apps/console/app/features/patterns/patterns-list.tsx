import { Package } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterDate, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { type Sample, sampleServer } from './sample-server.ts';

const TONES: Record<Sample['status'], Tone> = { paid: 'success', review: 'warning', refunded: 'neutral' };

const COLUMNS: readonly Column<Sample>[] = [
  { id: 'number', title: 'Number', cell: ({ id }) => `#${id}`, phone: 'title' },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => <StatusLabel tone={TONES[status]}>{status}</StatusLabel>,
    phone: 'note-end',
  },
  { id: 'email', title: 'Customer', cell: ({ email }) => email, phone: 'note' },
  { id: 'at', title: 'Time', cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'amount',
    title: 'Amount',
    cell: ({ amount }) => <Money amount={amount} currency="KZT" />,
    isNumber: true,
    phone: 'end',
  },
];

/** A list with filters in the address, pages and new rows. A real one calls `callApi` in `fetchPage`. */
export function PatternsList() {
  const filters = useFilters(['status', 'from']);
  const list = useList({
    queryKey: ['patterns', filters.values],
    fetchPage: (after) => sampleServer.listPage(filters.values.status, after),
    idOf: ({ id }) => id,
    live: ['order'],
  });
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="status"
          label="Status"
          choices={Object.keys(TONES).map((status) => ({ value: status, text: status }))}
        />
        <FilterDate filters={filters} name="from" label="Since" />
      </FilterBar>
      <DataList
        label="Orders"
        list={list}
        columns={COLUMNS}
        linkOf={({ id }) => `/patterns?order=${id}`}
        empty={{ icon: <Package size={22} />, text: 'Orders with this status appear here.' }}
      />
    </>
  );
}
