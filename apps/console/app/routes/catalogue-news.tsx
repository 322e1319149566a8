import { Page } from '../components/page.tsx';
import { CatalogueTabs } from '../features/catalogue/catalogue-tabs.tsx';
import { NewNewsButton } from '../features/catalogue/new-draft-buttons.tsx';
import { NewsList } from '../features/catalogue/news-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function NewsListRoute() {
  const t = useTexts('catalogue');
  return (
    <Page title={t('title')} actions={<NewNewsButton />}>
      <CatalogueTabs />
      <NewsList />
    </Page>
  );
}
