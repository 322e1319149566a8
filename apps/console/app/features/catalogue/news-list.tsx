import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Newspaper } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { callApi } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useList } from '../../lib/use-list.ts';
import { DraftStatus } from './draft-status.tsx';

type News = ConsoleSchemas['CatalogueNews'];

/** News and drafts of news, the newest first. */
export function NewsList() {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const list = useList({
    queryKey: ['catalogue', 'news', 'list'],
    fetchPage: async () => ({ ...(await callApi((api) => api.GET('/api/v1/catalogue/news'))), next: null }),
    idOf: ({ id }) => id,
  });
  const titleOf = ({ title }: News) => title[language] || title['ru'] || title['en'] || title['kz'] || '—';
  const columns: readonly Column<News>[] = [
    { id: 'title', title: t('news-title'), cell: titleOf, phone: 'title' },
    {
      id: 'day',
      title: t('published-on'),
      cell: ({ publishedOn }) => (publishedOn ? dayText(publishedOn, language) : ''),
      phone: 'note',
    },
    { id: 'state', title: t('state'), cell: (news) => <DraftStatus {...news} />, phone: 'note-end' },
    { id: 'id', title: '#', cell: ({ id }) => id, isNumber: true, phone: 'end' },
  ];
  return (
    <DataList
      label={t('news')}
      list={list}
      columns={columns}
      linkOf={({ id }) => `/catalogue/news/${id}`}
      empty={{ icon: <Newspaper size={22} />, text: t('no-news') }}
    />
  );
}
