import { type DateRange, nextSort, type Sort } from '@oyna/domain/list-filters';
import { Button } from '@oyna/ui/button';
import { RunningNotice } from '@oyna/ui/running-notice';
import { useState } from 'react';
import { CheckoutPanel, CheckoutRows } from '~/components/checkout-panel.tsx';
import { ListControls } from '~/components/list-controls.tsx';
import { UndoStrip } from '~/components/undo-strip.tsx';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

/** Without the bar of sum and button, which on phones would stay at the bottom of this page too. */
export function Checkout() {
  const [sort, setSort] = useState<Sort>({ field: 'date', direction: 'desc' });
  const [range, setRange] = useState<DateRange>({});
  const [isRemoved, setRemoved] = useState(true);
  return (
    <Section title="Checkout and lists">
      <RunningNotice title="A payment has been begun" text="Epoint, 3.57 AZN">
        <Button variant="brand">Continue</Button>
        <Button variant="quiet">Give it up</Button>
      </RunningNotice>
      <div className={styles.grid}>
        <CheckoutPanel title="Summary">
          <CheckoutRows>
            <div>
              <dt>Two products</dt>
              <dd>12 490 ₸</dd>
            </div>
            <div>
              <dt>Promo code OYNA10</dt>
              <dd>−1 249 ₸</dd>
            </div>
          </CheckoutRows>
        </CheckoutPanel>
        {isRemoved ? (
          <UndoStrip text="The Witcher 3 was removed" action="Undo" onUndo={() => setRemoved(false)} />
        ) : (
          <Button onClick={() => setRemoved(true)}>Remove</Button>
        )}
      </div>
      <ListControls
        t={(word) => word}
        sort={sort}
        onSort={(field) => setSort(nextSort(sort, field))}
        range={range}
        onRange={setRange}
      />
    </Section>
  );
}
