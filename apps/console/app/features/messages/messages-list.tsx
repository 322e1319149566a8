import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { isOneOf } from '@oyna/domain/constants';
import { Inbox } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { MessageStatus } from './message-status.tsx';

type Message = ConsoleSchemas['Message'];

const TOPICS = ['order', 'payment', 'top-up', 'account', 'partnership', 'other'] as const;

/** Open messages the oldest first, mine, or the answered ones. */
export function MessagesList() {
  const t = useTexts('messages');
  const filters = useFilters(['queue', 'topic']);
  const { topic } = filters.values;
  const queue = filters.values.queue === 'mine' || filters.values.queue === 'answered' ? filters.values.queue : 'open';
  const list = useList({
    queryKey: ['messages', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/messages', {
          params: {
            query: {
              queue,
              limit: 50,
              ...(isOneOf(TOPICS, topic) && { topic }),
              ...(after && { after }),
            },
          },
        }),
      ),
    idOf: ({ id }) => id,
    live: ['message'],
  });
  const columns: readonly Column<Message>[] = [
    { id: 'name', title: t('writer'), cell: ({ name }) => name, phone: 'title' },
    { id: 'topic', title: t('topic'), cell: (message) => t(`topic-${message.topic}`), phone: 'note' },
    { id: 'message', title: t('message'), cell: ({ message }) => message.slice(0, 120), phone: 'note' },
    { id: 'status', title: t('status'), cell: (message) => <MessageStatus message={message} />, phone: 'note-end' },
    { id: 'assigned', title: t('assigned'), cell: ({ assignedTo }) => assignedTo?.name ?? '' },
    { id: 'at', title: t('received'), cell: ({ createdAt }) => <Moment at={createdAt} />, phone: 'end' },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="queue"
          label={t('show')}
          all={t('queue-open')}
          choices={[
            { value: 'mine', text: t('queue-mine') },
            { value: 'answered', text: t('queue-answered') },
          ]}
        />
        <FilterSelect
          filters={filters}
          name="topic"
          label={t('topic')}
          choices={TOPICS.map((value) => ({ value, text: t(`topic-${value}`) }))}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/messages/${id}`}
        empty={{ icon: <Inbox size={22} />, text: t(`empty-${queue}`) }}
      />
    </>
  );
}
