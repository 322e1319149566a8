import { Page } from '../components/page.tsx';
import { CatalogueTabs } from '../features/catalogue/catalogue-tabs.tsx';
import { GroupsEditor } from '../features/catalogue/groups-editor.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function GroupsEditorRoute() {
  const t = useTexts('catalogue');
  return (
    <Page title={t('title')}>
      <CatalogueTabs />
      <GroupsEditor />
    </Page>
  );
}
