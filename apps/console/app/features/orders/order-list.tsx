import { needsOperator, PAYMENT_STATUSES } from '@oyna/domain/states';
import { Package } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { FilterBar, FilterDate, FilterSelect } from '../../components/filter-bar.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { providerChoices, providerLabel } from '../../lib/payment-provider.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useList } from '../../lib/use-list.ts';
import { OrderStatusLabel } from './order-status.tsx';
import type { OrderLine, OrderStatus } from './orders-api.ts';

const CURRENCIES = ['KZT', 'RUB', 'USD', 'AZN'];
const NAMES = ['status', 'provider', 'currency', 'kind', 'from', 'to', 'product', 'buyer', 'needsPerson'] as const;

const asChoices = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

/** All orders, the newest first, with filters in the address. */
export function OrderList() {
  const t = useTexts('orders');
  const filters = useFilters(NAMES);
  const list = useList({
    queryKey: ['orders', 'list', filters.values],
    fetchPage: (after) =>
      callApi((api) => api.GET('/api/v1/orders', { params: { query: queryOf(filters.values, after) } })),
    idOf: ({ orderId }) => orderId,
    live: ['order', 'claim', 'alert'],
  });
  const columns: readonly Column<OrderLine>[] = [
    {
      id: 'number',
      title: t('number'),
      cell: ({ number }) => number,
      isWhole: true,
      phone: 'title',
    },
    { id: 'status', title: t('status'), cell: (order) => <Status order={order} />, phone: 'note-end' },
    { id: 'name', title: t('items'), cell: nameOf, phone: 'note' },
    { id: 'buyer', title: t('buyer'), cell: ({ email, login }) => email ?? login ?? '–', isWhole: true },
    { id: 'provider', title: t('provider'), cell: ({ provider }) => providerLabel(provider) },
    { id: 'at', title: t('time'), cell: ({ createdAt }) => <Moment at={createdAt} />, isWhole: true },
    {
      id: 'amount',
      title: t('amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      isNumber: true,
      phone: 'end',
    },
  ];
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="needsPerson"
          label={t('attention')}
          choices={[{ value: 'true', text: t('needs-person') }]}
        />
        <FilterSelect
          filters={filters}
          name="status"
          label={t('status')}
          choices={PAYMENT_STATUSES.map((status) => ({ value: status, text: t(`status-${status}`) }))}
        />
        <FilterSelect filters={filters} name="provider" label={t('provider')} choices={providerChoices()} />
        <FilterSelect filters={filters} name="currency" label={t('currency')} choices={asChoices(CURRENCIES)} />
        <FilterSelect
          filters={filters}
          name="kind"
          label={t('kind')}
          choices={[
            { value: 'basket', text: t('kind-basket') },
            { value: 'top-up', text: t('kind-top-up') },
          ]}
        />
        <FilterDate filters={filters} name="from" label={t('from')} />
        <FilterDate filters={filters} name="to" label={t('to')} />
      </FilterBar>
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ orderId }) => `/orders/${orderId}`}
        empty={{ icon: <Package size={22} />, text: filters.isFiltered ? t('none-match') : t('none') }}
      />
    </>
  );
}

function Status({ order: { status, needsPerson } }: { order: OrderLine }) {
  const t = useTexts('orders');
  return (
    <>
      <OrderStatusLabel status={status} />{' '}
      {needsPerson && !needsOperator(status) && <StatusLabel tone="warning">{t('needs-person')}</StatusLabel>}
    </>
  );
}

const nameOf = ({ name, itemCount }: OrderLine) => (itemCount > 1 ? `${name ?? ''} +${itemCount - 1}` : (name ?? '–'));

function queryOf(values: Partial<Record<(typeof NAMES)[number], string>>, after: string | undefined) {
  const { product, buyer, needsPerson, status, kind, ...texts } = values;
  return {
    ...texts,
    ...(status && { status: status as OrderStatus }),
    ...(kind && { kind: kind as 'basket' | 'top-up' }),
    ...(product && { product: Number(product) }),
    ...(buyer && { buyer: Number(buyer) }),
    ...(needsPerson && { needsPerson: true }),
    ...(after && { after }),
  };
}
