import { Page } from '../components/page.tsx';
import { CustomersList } from '../features/customers/customers-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Customers() {
  const t = useTexts('customers');
  return (
    <Page title={t('title')}>
      <CustomersList />
    </Page>
  );
}
