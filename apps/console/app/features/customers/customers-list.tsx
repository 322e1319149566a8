import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Users } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { CustomerStatus } from './customer-status.tsx';

type Customer = ConsoleSchemas['Customer'];

/** The newest customers, or those that a search finds. */
export function CustomersList() {
  const t = useTexts('customers');
  const filters = useFilters(['search', 'state']);
  const { search = '', state } = filters.values;
  const list = useList({
    queryKey: ['customers', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/customers', {
          params: {
            query: { search, state: state === 'blocked' ? 'blocked' : 'all', limit: 50, ...(after && { after }) },
          },
        }),
      ),
    idOf: ({ accountId }) => accountId,
  });
  const columns: readonly Column<Customer>[] = [
    { id: 'login', title: t('login'), cell: ({ login }) => login, phone: 'title' },
    { id: 'email', title: t('email'), cell: ({ email }) => email ?? '', phone: 'note' },
    { id: 'phone', title: t('phone'), cell: ({ phone }) => phone ?? '' },
    { id: 'status', title: t('status'), cell: (customer) => <CustomerStatus customer={customer} />, phone: 'note-end' },
    { id: 'since', title: t('since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'id', title: '#', cell: ({ accountId }) => accountId, isNumber: true, phone: 'end' },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSearch filters={filters} name="search" label={t('search')} />
        <FilterSelect
          filters={filters}
          name="state"
          label={t('status')}
          choices={[{ value: 'blocked', text: t('blocked') }]}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ accountId }) => `/customers/${accountId}`}
        empty={{ icon: <Users size={22} />, text: filters.isFiltered ? t('empty-search') : t('empty') }}
      />
    </>
  );
}
