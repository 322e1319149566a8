import { useParams } from 'react-router';
import { StockView } from '../features/stock/stock-view.tsx';

export default function StockProduct() {
  const productId = Number(useParams()['productId']);
  return <StockView key={productId} productId={productId} />;
}
