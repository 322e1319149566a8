import { useParams } from 'react-router';
import { OrderPage } from '../features/orders/order-page.tsx';

export default function OrderScreen() {
  const { orderId = '' } = useParams();
  return <OrderPage key={orderId} orderId={orderId} />;
}
