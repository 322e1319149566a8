import { Page } from '../components/page.tsx';
import { PriceChangesList } from '../features/prices/price-changes-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function PriceChanges() {
  const t = useTexts('prices');
  return (
    <Page title={t('changes-title')} back={{ to: '/prices', text: t('title') }}>
      <PriceChangesList />
    </Page>
  );
}
