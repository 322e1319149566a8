import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { ButtonLink } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '../../components/filter-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { countText } from '../../lib/number-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { useRegionName } from '../../lib/use-region-name.ts';
import { ImportList } from './import-list.tsx';
import { Cents, DaysLeft, StockLabel } from './stock-labels.tsx';

type ProductStock = ConsoleSchemas['ProductStock'];

const SORTS = ['available', 'sold', 'name'] as const;

/** Every product that is sold by key: what is left, how fast it goes, what it costs and earns. */
export function StockList() {
  const t = useTexts('stock');
  const regionName = useRegionName();
  const may = useMay();
  const filters = useFilters(['search', 'low', 'platform', 'sort']);
  const { search = '', low, platform = '', sort } = filters.values;
  const { data: summary } = useQuery({
    queryKey: ['stock', 'summary'],
    queryFn: () => callApi((api) => api.GET('/api/v1/stock-summary')),
    meta: { live: ['job', 'order'] },
  });
  const list = useList({
    queryKey: ['stock', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/stock', {
          params: {
            query: {
              search,
              platform,
              low: low === 'true',
              sort: SORTS.find((name) => name === sort) ?? 'urgency',
              ...(after && { after: Number(after) }),
            },
          },
        }),
      ),
    idOf: ({ productId }) => productId,
    live: ['job'],
  });
  const columns: readonly Column<ProductStock>[] = [
    { id: 'name', title: t('product'), cell: ({ name }) => name, phone: 'title' },
    {
      id: 'platform',
      title: t('platform'),
      cell: ({ platform: name, region }) => `${name} · ${regionName(region)}`,
      phone: 'note',
      isWhole: true,
    },
    { id: 'state', title: t('state'), cell: (stock) => <StockLabel stock={stock} />, phone: 'note-end' },
    { id: 'available', title: t('available'), cell: ({ available }) => available, isNumber: true, phone: 'end' },
    { id: 'reserved', title: t('held'), cell: ({ reserved }) => reserved, isNumber: true },
    { id: 'sold', title: t('sold-7-30'), cell: ({ sold7, sold30 }) => `${sold7} / ${sold30}`, isNumber: true },
    { id: 'days', title: t('days-left'), cell: (stock) => <DaysLeft stock={stock} />, isNumber: true },
    { id: 'threshold', title: t('threshold'), cell: ({ threshold }) => threshold, isNumber: true },
    { id: 'cost', title: t('cost'), cell: ({ costCents }) => <Cents cents={costCents} />, isNumber: true },
    {
      id: 'margin',
      title: t('margin'),
      cell: ({ marginCents }) => <Cents cents={marginCents} isMargin />,
      isNumber: true,
    },
  ];
  return (
    <>
      {summary && summary.imports.length > 0 && <ImportList imports={summary.imports} />}
      <FilterBar filters={filters}>
        <FilterSearch filters={filters} name="search" label={t('search')} />
        <FilterSelect
          filters={filters}
          name="low"
          label={t('show')}
          choices={[{ value: 'true', text: t('low-only', { number: countText(summary?.low ?? 0) }) }]}
        />
        <FilterSelect
          filters={filters}
          name="platform"
          label={t('platform')}
          choices={(summary?.platforms ?? []).map((name) => ({ value: name, text: name }))}
        />
        <FilterSelect
          filters={filters}
          name="sort"
          label={t('sort')}
          all={t('sort-urgency')}
          choices={SORTS.map((name) => ({ value: name, text: t(`sort-${name}`) }))}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ productId }) => `/stock/${productId}`}
        empty={{
          icon: <Boxes size={22} />,
          text: low === 'true' ? t('empty-low') : t('empty'),
          action: may('keys:import') && !filters.isFiltered && (
            <ButtonLink to="/stock/import">{t('import')}</ButtonLink>
          ),
        }}
      />
    </>
  );
}
