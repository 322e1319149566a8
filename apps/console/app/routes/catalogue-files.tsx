import { Page } from '../components/page.tsx';
import { CatalogueFiles } from '../features/catalogue/catalogue-files.tsx';
import { CatalogueTabs } from '../features/catalogue/catalogue-tabs.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function CatalogueFilesRoute() {
  const t = useTexts('catalogue');
  return (
    <Page title={t('title')}>
      <CatalogueTabs />
      <CatalogueFiles />
    </Page>
  );
}
