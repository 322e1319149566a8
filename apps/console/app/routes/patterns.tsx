import { Button } from '@oyna/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Page } from '../components/page.tsx';
import { PatternsDetail } from '../features/patterns/patterns-detail.tsx';
import { PatternsGrid } from '../features/patterns/patterns-grid.tsx';
import { PatternsList } from '../features/patterns/patterns-list.tsx';
import { sampleServer } from '../features/patterns/sample-server.ts';

/** A worked example of every pattern, with made-up data. No menu leads here. */
export default function Patterns() {
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const id = Number(parameters.get('order') ?? 1040);
  const add = async () => {
    sampleServer.addOrders(3);
    await client.invalidateQueries({ queryKey: ['patterns'] });
  };
  return (
    <Page
      title="Patterns"
      actions={<Button onClick={add}>Add three orders</Button>}
      aside={<PatternsDetail key={id} id={id} />}
    >
      {parameters.has('grid') ? <PatternsGrid /> : <PatternsList />}
    </Page>
  );
}
