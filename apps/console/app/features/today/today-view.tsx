import { EmptyState } from '@oyna/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { Loading, LoadingShape } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { LIVE_KINDS } from '../../lib/live.ts';
import { useTexts } from '../../lib/texts.tsx';
import { Figures } from './figures.tsx';
import { TaskList } from './task-list.tsx';

/** What waits for a person, oldest first, and the figures of the day beside it. */
export function TodayView() {
  const t = useTexts('today');
  const query = useQuery({
    queryKey: ['today'],
    queryFn: () => callApi((api) => api.GET('/api/v1/today')),
    meta: { live: LIVE_KINDS },
  });
  const { data } = query;
  return (
    <Page
      title={t('title')}
      aside={data ? data.figures && <Figures {...data.figures} /> : !query.error && <LoadingShape shape="sections" />}
    >
      {!data && <Loading query={query} shape="rows" />}
      {data?.tasks.length === 0 && <EmptyState icon={<CalendarCheck size={22} />} text={t('nothing-waits')} />}
      {data && data.tasks.length > 0 && <TaskList tasks={data.tasks} />}
    </Page>
  );
}
