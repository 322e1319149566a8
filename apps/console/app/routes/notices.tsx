import { Page } from '../components/page.tsx';
import { NoticeSettings } from '../features/notices/notice-settings.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Notices() {
  const t = useTexts('notices');
  return (
    <Page title={t('title')}>
      <p>{t('text')}</p>
      <NoticeSettings />
    </Page>
  );
}
