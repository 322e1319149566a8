import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { type Review, ReviewStatus } from './review-status.tsx';
import styles from './reviews.module.css';

const OTHERS = ['unanswered', 'published', 'hidden'] as const;

/** Waiting reviews the oldest first, others the newest first. */
export function ReviewsList() {
  const t = useTexts('reviews');
  const filters = useFilters(['queue', 'gameId']);
  const { gameId } = filters.values;
  const queue = OTHERS.find((known) => known === filters.values.queue) ?? 'waiting';
  const { data } = useQuery({
    queryKey: ['reviews', 'waiting'],
    queryFn: () => callApi((api) => api.GET('/api/v1/reviews', { params: { query: { limit: 1 } } })),
    meta: { live: ['review'] },
  });
  const list = useList({
    queryKey: ['reviews', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/reviews', {
          params: {
            query: {
              queue,
              limit: 50,
              ...(gameId && /^\d{1,9}$/.test(gameId) && { gameId: Number(gameId) }),
              ...(after && { after }),
            },
          },
        }),
      ),
    idOf: ({ id }) => id,
    live: ['review'],
  });
  const columns: readonly Column<Review>[] = [
    { id: 'game', title: t('game'), cell: ({ game }) => game.name, phone: 'title' },
    { id: 'rating', title: t('rating'), cell: ({ rating }) => `${rating} ★`, phone: 'end', isWhole: true },
    { id: 'text', title: t('text'), cell: ({ text }) => text.slice(0, 120), phone: 'note' },
    { id: 'nickname', title: t('author'), cell: ({ nickname }) => nickname },
    { id: 'status', title: t('status'), cell: ({ status }) => <ReviewStatus status={status} />, phone: 'note-end' },
    { id: 'held', title: t('held'), cell: ({ heldFor }) => heldFor.map((reason) => t(`held-${reason}`)).join(', ') },
    { id: 'at', title: t('written'), cell: ({ createdAt }) => <Moment at={createdAt} />, isWhole: true, phone: 'note' },
  ];
  return (
    <>
      <p className={styles.note} role="status">
        {data && t('waiting-count', { count: data.waiting })}
      </p>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="queue"
          label={t('show')}
          all={t('queue-waiting')}
          choices={OTHERS.map((value) => ({ value, text: t(`queue-${value}`) }))}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/reviews/${id}`}
        empty={{ icon: <Star size={22} />, text: t(`empty-${queue}`) }}
      />
    </>
  );
}
