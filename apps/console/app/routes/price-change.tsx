import { useParams } from 'react-router';
import { PriceChangeView } from '../features/prices/price-change-view.tsx';

export default function PriceChange() {
  const id = Number(useParams()['id']);
  return <PriceChangeView key={id} id={id} />;
}
