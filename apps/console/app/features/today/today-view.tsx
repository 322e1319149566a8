import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { Page } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { LIVE_KINDS } from '../../lib/live.ts';
import { useTexts } from '../../lib/texts.tsx';
import { Figures } from './figures.tsx';
import { TaskList } from './task-list.tsx';

/** What waits for a person, oldest first, and the figures of the day beside it. */
export function TodayView() {
  const t = useTexts('today');
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    queryKey: ['today'],
    queryFn: () => callApi((api) => api.GET('/api/v1/today')),
    meta: { live: LIVE_KINDS },
  });
  return (
    <Page title={t('title')} aside={data?.figures && <Figures {...data.figures} />}>
      {error && !data && <ErrorState title={t('title')} text={errorText(error)} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton shape="title" />}
      {data?.tasks.length === 0 && <EmptyState icon={<CalendarCheck size={22} />} text={t('nothing-waits')} />}
      {data && data.tasks.length > 0 && <TaskList tasks={data.tasks} />}
    </Page>
  );
}
