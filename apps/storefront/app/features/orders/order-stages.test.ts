import { expect, it } from 'vitest';
import { orderStages } from './order-stages.ts';

const [CREATED, PAID, DELIVERED, REFUNDED] = ['2026-01-01T10:00', '2026-01-01T10:01', '2026-01-01T10:02', '2026-01-02'];
const item = (keys: number) =>
  ({ keys: Array.from({ length: keys }, () => ({ deliveredAt: DELIVERED })) }) as unknown as Parameters<
    typeof orderStages
  >[0]['items'][number];
const stagesOf = (state: Parameters<typeof orderStages>[0]['state'], keys = 0) =>
  orderStages({ state, createdAt: CREATED, paidAt: PAID, refundedAt: REFUNDED, items: [item(keys)] }).map((stage) =>
    [stage.name, stage.state, stage.at].join(' '),
  );

it('waits for the payment, then for the key', () => {
  expect(stagesOf('waiting')).toEqual([`placed done ${CREATED}`, 'paid now ', 'delivered ahead ']);
  expect(stagesOf('paid', 2)).toEqual([`placed done ${CREATED}`, `paid done ${PAID}`, `delivered done ${DELIVERED}`]);
});

it('ends where nothing was paid, and with the refund where there is one', () => {
  expect(stagesOf('failed').at(-1)).toBe('not-paid failed ');
  expect(stagesOf('refunding')).toEqual([`placed done ${CREATED}`, `paid done ${PAID}`, 'refunding now ']);
  expect(stagesOf('partly-refunded', 1).slice(2)).toEqual([`delivered done ${DELIVERED}`, `refunded done ${REFUNDED}`]);
  expect(stagesOf('refunded')).toHaveLength(3);
});
