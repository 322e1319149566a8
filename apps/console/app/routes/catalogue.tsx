import { Page } from '../components/page.tsx';
import { CatalogueTabs } from '../features/catalogue/catalogue-tabs.tsx';
import { GamesList } from '../features/catalogue/games-list.tsx';
import { NewGameButton } from '../features/catalogue/new-draft-buttons.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function GamesListRoute() {
  const t = useTexts('catalogue');
  return (
    <Page title={t('title')} actions={<NewGameButton />}>
      <CatalogueTabs />
      <GamesList />
    </Page>
  );
}
