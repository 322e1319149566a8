import { PricesView } from '../features/prices/prices-view.tsx';

export default function Prices() {
  return <PricesView />;
}
