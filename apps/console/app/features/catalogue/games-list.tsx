import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useQuery } from '@tanstack/react-query';
import { Gamepad2 } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '../../components/filter-bar.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { DraftStatus } from './draft-status.tsx';
import { readCategories } from './use-draft.ts';

type Game = ConsoleSchemas['CatalogueGame'];
const PAGE = 100;

/** Games and drafts of games by name. */
export function GamesList() {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const { data: categories } = useQuery({ queryKey: ['catalogue', 'categories'], queryFn: readCategories });
  const titleOf = (category: string | null) =>
    categories?.items.find(({ name }) => name === category)?.title[language] ?? category;
  const filters = useFilters(['search', 'state']);
  const { search = '', state } = filters.values;
  const list = useList({
    queryKey: ['catalogue', 'games', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/catalogue/games', {
          params: { query: { search, state: stateOf(state), limit: PAGE, ...(after && { after }) } },
        }),
      ),
    idOf: ({ id }) => id,
  });
  const columns: readonly Column<Game>[] = [
    { id: 'name', title: t('name'), cell: ({ name }) => name || '—', phone: 'title' },
    { id: 'category', title: t('category'), cell: ({ category }) => titleOf(category), phone: 'note' },
    { id: 'offers', title: t('offers'), cell: ({ offers }) => offers, isNumber: true },
    {
      id: 'languages',
      title: t('missing-languages'),
      cell: ({ missingLanguages }) =>
        missingLanguages.length > 0 && <StatusLabel tone="warning">{missingLanguages.join(', ')}</StatusLabel>,
    },
    {
      id: 'pictures',
      title: t('pictures'),
      cell: ({ hasCover, pictures }) => (hasCover ? pictures : t('generated')),
      isNumber: true,
    },
    { id: 'state', title: t('state'), cell: (game) => <DraftStatus {...game} />, phone: 'note-end' },
    { id: 'id', title: '#', cell: ({ id }) => id, isNumber: true, phone: 'end' },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSearch filters={filters} name="search" label={t('search-games')} />
        <FilterSelect
          filters={filters}
          name="state"
          label={t('state')}
          choices={[
            { value: 'draft', text: t('with-draft') },
            { value: 'published', text: t('without-draft') },
          ]}
        />
      </FilterBar>
      <DataList
        label={t('games')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/catalogue/${id}`}
        empty={{ icon: <Gamepad2 size={22} />, text: filters.isFiltered ? t('no-games-found') : t('no-games') }}
      />
    </>
  );
}

const stateOf = (state: string | undefined) => (state === 'draft' || state === 'published' ? state : 'all');
