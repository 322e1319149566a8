import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CreditCard, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { MaskedKey } from '../../components/masked-key.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { Timeline, type TimelineEvent } from '../../components/timeline.tsx';
import { useMay } from '../../lib/session.tsx';
import { useAction } from '../../lib/use-action.ts';
import { sampleServer } from './sample-server.ts';

/** One object: its history, its facts, and an action that asks first and can be taken back. */
export function PatternsDetail({ id }: { id: number }) {
  const may = useMay();
  const moneyText = useMoneyText();
  const [isRefunding, setRefunding] = useState(false);
  const { data: order } = useQuery({
    queryKey: ['patterns', 'order', id],
    queryFn: () => sampleServer.get(id),
    meta: { live: ['order'], liveId: String(id) },
  });
  const refund = useAction({
    run: () => sampleServer.refund(id),
    changes: [['patterns']],
    done: () => `Refunded #${id}`,
    undo: sampleServer.undo,
    onDone: () => setRefunding(false),
    isFaultShown: true,
  });
  if (!order) return null;
  const events: TimelineEvent[] = [
    { id: 'paid', at: order.at, icon: <CreditCard />, tone: 'info', title: 'Paid by card', actor: 'Customer' },
    {
      id: 'sent',
      at: order.at,
      icon: <BadgeCheck />,
      tone: 'success',
      title: 'Key delivered',
      text: 'The mail is sent.',
    },
  ];
  return (
    <>
      <Section
        title={`Order #${id}`}
        actions={
          may('orders:refund') && (
            <Button icon={<Undo2 size={16} />} onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )
        }
      >
        <Timeline label="History" events={events} />
      </Section>
      <Section title="Item">
        <Facts
          facts={[
            { name: 'Customer', value: order.email },
            { name: 'Key', value: <MaskedKey mask="•••••-•••••-••A7F" /> },
          ]}
        />
      </Section>
      <ConfirmDialog
        title="Refund the order"
        isOpen={isRefunding}
        onClose={() => setRefunding(false)}
        confirm={`Refund ${moneyText(order.amount, 'KZT')}`}
        isDangerous
        isBusy={refund.isPending}
        error={refund.error}
        onConfirm={() => refund.mutate(undefined)}
      >
        <p>The customer gets the money back on the card. The key returns to stock, because it was not opened.</p>
        <TextField label="Reason" name="reason" />
      </ConfirmDialog>
    </>
  );
}
