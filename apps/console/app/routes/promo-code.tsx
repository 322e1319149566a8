import { useParams } from 'react-router';
import { PromoView } from '../features/promo/promo-view.tsx';

export default function PromoCode() {
  const id = Number(useParams()['id']);
  return <PromoView key={id} id={id} />;
}
