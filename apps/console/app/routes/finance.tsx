import { ButtonLink } from '@oyna/ui/button';
import { Page } from '../components/page.tsx';
import { SalesDownload, SalesReport } from '../features/finance/sales-report.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Finance() {
  const t = useTexts('finance');
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <SalesDownload />
          <ButtonLink to="/finance/reconciliation">{t('reconciliation')}</ButtonLink>
        </>
      }
    >
      <SalesReport />
    </Page>
  );
}
