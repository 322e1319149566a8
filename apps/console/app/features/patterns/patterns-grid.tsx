import { Grid3x3 } from 'lucide-react';
import { useState } from 'react';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import type { GridColumn } from '../../components/grid/grid-column.ts';
import { useGridRows } from '../../components/grid/use-grid-rows.ts';
import { useSelection } from '../../components/grid/use-selection.ts';
import { type SampleOffer, sampleServer } from './sample-server.ts';

/** Twenty thousand rows that can be chosen and edited. A real grid calls `callApi` in `fetchIndex` and `fetchRows`. */
export function PatternsGrid() {
  const selection = useSelection();
  const [prices, setPrices] = useState<ReadonlyMap<number, string>>(new Map());
  const rows = useGridRows({
    queryKey: ['patterns', 'offers'],
    fetchIndex: sampleServer.listOffers,
    fetchRows: sampleServer.getOffers,
    idOf: ({ id }: SampleOffer) => id,
  });
  const priceOf = ({ id, price }: SampleOffer) => prices.get(id) ?? price;
  const columns: GridColumn<SampleOffer>[] = [
    { id: 'name', title: 'Offer', cell: ({ name }) => name, width: 240, isWide: true, narrow: 'line' },
    { id: 'platform', title: 'Platform', cell: ({ platform }) => platform, width: 120, narrow: 'cell' },
    {
      id: 'price',
      title: 'Price, $',
      cell: priceOf,
      width: 120,
      isNumber: true,
      narrow: 'cell',
      edit: {
        label: ({ name }) => `Price of ${name}`,
        text: priceOf,
        save: ({ id }, text) => setPrices((before) => new Map(before).set(id, text)),
      },
    },
  ];
  return (
    <DataGrid
      label="Offers"
      rows={rows}
      columns={columns}
      nameOf={({ name }) => name}
      selection={selection}
      isMarked={({ id }) => prices.has(id)}
      empty={{ icon: <Grid3x3 size={22} />, text: 'Offers appear here.' }}
    />
  );
}
