import { Page } from '../components/page.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Orders() {
  return (
    <Page title={useTexts('orders')('title')}>
      <OrderList />
    </Page>
  );
}
