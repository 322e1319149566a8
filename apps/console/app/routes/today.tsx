import { EmptyState } from '@oyna/ui/empty-state';
import { CalendarCheck } from 'lucide-react';
import { Page } from '../components/page.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Today() {
  const t = useTexts('today');
  return (
    <Page title={t('title')}>
      <EmptyState icon={<CalendarCheck size={22} />} text={t('nothing-waits')} />
    </Page>
  );
}
