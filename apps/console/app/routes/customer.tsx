import { useParams } from 'react-router';
import { CustomerView } from '../features/customers/customer-view.tsx';

export default function CustomerRoute() {
  const id = Number(useParams()['id']);
  return <CustomerView key={id} id={id} />;
}
