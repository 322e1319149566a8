import { hasKey } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { CommandError } from '../../commands/command-error.ts';
import type { CustomerFacts, CustomerFault, CustomerSummary, CustomersService } from './customers.service.ts';

/** One customer, never the first of several. */
export async function getOnlyCustomer(service: CustomersService, query: string): Promise<CustomerSummary> {
  const [customer, ...others] = await service.search(query);
  if (!customer) throw new CommandError(`There is no customer ${query}`);
  if (others.length === 0) return customer;
  const lines = [customer, ...others].map(describeCustomerLine);
  throw new CommandError(['Several customers match. Name one by its #id:', ...lines].join('\n'));
}

export function describeCustomerLine(customer: CustomerSummary): string {
  const parts = [
    `#${customer.accountId}`,
    customer.login,
    customer.email && `${customer.email}${customer.isEmailConfirmed ? '' : ' (not confirmed)'}`,
    customer.isGuest && 'guest',
    customer.phone,
    `since ${customer.createdAt.toISOString()}`,
    customer.blockedAt && `BLOCKED since ${customer.blockedAt.toISOString()}: ${customer.blockedReason}`,
    customer.erasedAt && `ERASED ${customer.erasedAt.toISOString()}`,
  ];
  return parts.filter(Boolean).join('  ');
}

export function describeCustomer(customer: CustomerFacts): string[] {
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  const entries = [customer.hasPassword && 'password', ...customer.identities].filter(Boolean);
  return [
    describeCustomerLine(customer),
    `  ${[name, customer.birthDate, `language ${customer.language}`].filter(Boolean).join('  ')}`,
    `  signs in with ${entries.join(', ') || 'nothing'}`,
    ...customer.orders.map(
      (order) =>
        `  order ${order.number}  ${order.orderId}  ${order.createdAt.toISOString()}  ${order.provider}  ${order.status}  ${order.amount} ${order.currency}${order.isTopUp ? '  top-up' : ''}`,
    ),
    ...customer.claims.map(
      ({ keyId, reason, status, createdAt }) =>
        `  claim about key ${keyId}  ${createdAt.toISOString()}  ${reason}  ${status}`,
    ),
    ...customer.sessions.map(
      ({ address, userAgent, usedAt }) => `  session  ${usedAt.toISOString()}  ${address}  ${userAgent}`,
    ),
  ];
}

export const previewErasing = (customer: CustomerFacts): string[] => [
  describeCustomerLine(customer),
  `Name, login, addresses, password, picture, sign-in by ${customer.identities.join(', ') || 'other sites'}, favourites and notifications are removed for good`,
  `${customer.sessions.length} sessions end; ${customer.orders.length} orders stay without personal data`,
  ...(customer.sameAddress.length === 0
    ? []
    : [`Others with this address are not erased with it: ${customer.sameAddress.map((id) => `#${id}`).join(', ')}`]),
  ...describeOpenBusiness(customer.open),
];

function describeOpenBusiness({ payments, refunds, claims, topUps }: CustomerFacts['open']): string[] {
  const parts = [
    payments > 0 && `${payments} payments`,
    refunds > 0 && `${refunds} refunds`,
    claims > 0 && `${claims} claims`,
    topUps > 0 && `${topUps} top-ups`,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [`It is refused while these are open: ${parts.join(', ')}`];
}

const FAULTS: Record<CustomerFault, string> = {
  'blocked-already': 'The customer is blocked already',
  'not-blocked': 'The customer is not blocked',
  'erased-already': 'The customer is erased',
  'open-business': 'The customer has open payments, refunds, claims or top-ups: end them first',
};

/** Turns the refusal of the service into a line for the operator. */
export async function explainCustomerFault<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof AppError ? error.details?.['reason'] : undefined;
    if (typeof reason === 'string' && hasKey(FAULTS, reason)) throw new CommandError(FAULTS[reason]);
    throw error;
  }
}
