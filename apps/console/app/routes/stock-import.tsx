import { ImportView } from '../features/stock/import-view.tsx';

export default function StockImport() {
  return <ImportView />;
}
