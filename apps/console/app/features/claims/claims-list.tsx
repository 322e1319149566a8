import { isOneOf } from '@oyna/domain/constants';
import { BadgeCheck } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { type Claim, ClaimStatus } from './claim-labels.tsx';

const REASONS = ['used', 'invalid', 'wrong-region'] as const;

/** Open claims the oldest first, or decided ones. */
export function ClaimsList() {
  const t = useTexts('claims');
  const filters = useFilters(['state', 'reason', 'batchId', 'accountId']);
  const { state, reason, batchId, accountId } = filters.values;
  const isDecided = state === 'decided';
  const list = useList({
    queryKey: ['claims', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) =>
        api.GET('/api/v1/claims', {
          params: {
            query: {
              state: isDecided ? 'decided' : 'open',
              limit: 50,
              ...(isOneOf(REASONS, reason) && { reason }),
              ...(batchId && { batchId: Number(batchId) }),
              ...(accountId && { accountId: Number(accountId) }),
              ...(after && { after }),
            },
          },
        }),
      ),
    idOf: ({ keyId }) => keyId,
    live: ['claim'],
  });
  const columns: readonly Column<Claim>[] = [
    { id: 'product', title: t('product'), cell: ({ productName }) => productName, phone: 'title' },
    { id: 'status', title: t('status'), cell: (claim) => <ClaimStatus claim={claim} />, phone: 'note-end' },
    { id: 'reason', title: t('reason'), cell: (claim) => t(`reason-${claim.reason}`), phone: 'note' },
    {
      id: 'wait',
      title: t('why-person'),
      cell: ({ waitReason }) => (waitReason ? t(`wait-${waitReason}`) : ''),
    },
    { id: 'buyer', title: t('buyer'), cell: ({ email, login }) => email ?? login, isWhole: true, phone: 'note' },
    { id: 'order', title: t('order'), cell: ({ orderNumber }) => orderNumber, isWhole: true },
    {
      id: 'age',
      title: isDecided ? t('decided') : t('waits'),
      cell: ({ createdAt, resolvedAt }) => <Moment at={resolvedAt ?? createdAt} />,
      isWhole: true,
      phone: 'note',
    },
    {
      id: 'price',
      title: t('price'),
      cell: ({ price }) => <Money amount={price} currency="USD" />,
      isNumber: true,
      phone: 'end',
    },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="state"
          label={t('show')}
          all={t('state-open')}
          choices={[{ value: 'decided', text: t('state-decided') }]}
        />
        <FilterSelect
          filters={filters}
          name="reason"
          label={t('reason')}
          choices={REASONS.map((value) => ({ value, text: t(`reason-${value}`) }))}
        />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ keyId }) => `/claims/${keyId}`}
        empty={{ icon: <BadgeCheck size={22} />, text: isDecided ? t('empty-decided') : t('empty-open') }}
      />
    </>
  );
}
