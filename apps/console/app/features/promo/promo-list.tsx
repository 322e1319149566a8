import { TicketPercent } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { callApi } from '../../lib/api.ts';
import { useWholePercentText } from '../../lib/percent-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { type PromoCode, useDollars } from './promo-api.ts';
import { PromoState } from './promo-state.tsx';

const STATES = ['active', 'coming', 'used-up', 'ended'] as const;

/** All promo codes with their use and what is left of their budget. */
export function PromoList() {
  const t = useTexts('promo');
  const dollars = useDollars();
  const percentText = useWholePercentText();
  const filters = useFilters(['search', 'state']);
  const { search = '', state } = filters.values;
  const known = STATES.find((name) => name === state);
  const list = useList({
    queryKey: ['promo', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/promo-codes', {
          params: {
            query: { search, limit: 50, ...(known && { state: known }), ...(after && { after: Number(after) }) },
          },
        }),
      ),
    idOf: ({ id }) => id,
  });
  const columns: readonly Column<PromoCode>[] = [
    { id: 'code', title: t('code'), cell: ({ code }) => <code>{code}</code>, phone: 'title' },
    {
      id: 'discount',
      title: t('discount'),
      cell: ({ percent, amountCents }) => (percent === null ? dollars(amountCents) : percentText(percent)),
      phone: 'end',
    },
    { id: 'state', title: t('state'), cell: ({ state: name }) => <PromoState state={name} />, phone: 'note-end' },
    { id: 'ends', title: t('expires'), cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : '') },
    {
      id: 'used',
      title: t('used'),
      isNumber: true,
      cell: ({ used, totalLimit }) => (totalLimit === null ? used : `${used} / ${totalLimit}`),
      phone: 'note',
      isNamed: true,
    },
    {
      id: 'spent',
      title: t('spent'),
      isNumber: true,
      cell: ({ spentCents, budgetCents }) =>
        budgetCents === null ? dollars(spentCents) : `${dollars(spentCents)} / ${dollars(budgetCents)}`,
    },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSearch filters={filters} name="search" label={t('search')} mayLookLikeKey />
        <FilterSelect
          filters={filters}
          name="state"
          label={t('state')}
          choices={STATES.map((name) => ({ value: name, text: t(`state-${name}`) }))}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/promo/${id}`}
        empty={{ icon: <TicketPercent size={22} />, text: t(filters.isFiltered ? 'empty-search' : 'empty') }}
      />
    </>
  );
}
