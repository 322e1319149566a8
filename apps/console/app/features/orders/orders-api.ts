import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

export type OrderLine = ConsoleSchemas['OrderLine'];
export type Order = ConsoleSchemas['ConsoleOrder'];
export type OrderStatus = Order['status'];
export type RefundPreview = ConsoleSchemas['RefundPreview'];

/** Everything that is left, pieces of items by number, or an amount as text. */
export type RefundRequest =
  | { kind: 'rest' }
  | { kind: 'items'; items: { number: number; count: number }[] }
  | { kind: 'amount'; amount: string };

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'one', orderId],
    queryFn: () => callApi((api) => api.GET('/api/v1/orders/{orderId}', { params: { path: { orderId } } })),
    meta: { live: ['order', 'claim', 'alert'] },
  });

export const refundPreviewQuery = (
  orderId: string,
  version: string,
  request: RefundRequest | undefined,
  isByHand: boolean,
) =>
  queryOptions({
    queryKey: ['orders', 'refund-preview', orderId, version, request, isByHand],
    queryFn: () =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/refunds/preview', {
          params: { path: { orderId } },
          body: { request: request ?? { kind: 'rest' }, isByHand },
        }),
      ),
    enabled: request !== undefined,
    retry: false,
    staleTime: 0,
  });
