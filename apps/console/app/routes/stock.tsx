import { ButtonLink } from '@oyna/ui/button';
import { Page } from '../components/page.tsx';
import { StockList } from '../features/stock/stock-list.tsx';
import { useMay } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Stock() {
  const t = useTexts('stock');
  const may = useMay();
  return (
    <Page
      title={t('title')}
      actions={
        may('keys:import') && (
          <ButtonLink variant="primary" to="/stock/import">
            {t('import')}
          </ButtonLink>
        )
      }
    >
      <StockList />
    </Page>
  );
}
