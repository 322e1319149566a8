import type { Language } from '@oyna/domain/constants';
import type { ClaimStatus, MessageStatus, PaymentStatus } from '@oyna/domain/states';
import { cx } from '@oyna/ui/class-names';
import { TextLink } from '@oyna/ui/text-link';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { LANGUAGE_NAMES, useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerSessions } from './customer-sessions.tsx';
import { type CustomerDetails, CustomerStatus } from './customer-status.tsx';
import styles from './customer-view.module.css';

/** One customer: orders, claims, messages, sessions and notes. */
export function CustomerView({ id }: { id: number }) {
  const t = useTexts('customers');
  const may = useMay();
  const query = useQuery({
    queryKey: ['customers', 'one', id],
    queryFn: () => callApi((api) => api.GET('/api/v1/customers/{id}', { params: { path: { id } } })),
    meta: { live: ['customer'], liveId: String(id) },
  });
  const customer = query.data;
  const back = { to: '/customers', text: t('title') };
  if (!customer) {
    return (
      <Page title={`#${id}`} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  const canWrite = may('customers:write') && !customer.erasedAt;
  return (
    <Page
      title={customer.login}
      note={<CustomerStatus customer={customer} />}
      back={back}
      actions={canWrite && <CustomerActions customer={customer} />}
      aside={
        <>
          <Section title={t('profile')}>
            <ProfileFacts customer={customer} />
          </Section>
          <CustomerNotes customer={customer} canWrite={canWrite} />
        </>
      }
    >
      <Section title={t('orders')}>
        <Rows
          empty={t('no-orders')}
          rows={customer.orders.map((order) => ({
            id: order.orderId,
            to: may('orders:read') ? `/orders/${order.orderId}` : undefined,
            title: order.number,
            status: t(`order-${order.status as PaymentStatus}`),
            at: order.createdAt,
            end: <Money amount={order.amount} currency={order.currency} />,
          }))}
        />
      </Section>
      <Section title={t('claims')}>
        <Rows
          empty={t('no-claims')}
          rows={customer.claims.map((claim) => ({
            id: String(claim.keyId),
            to: may('claims:read') ? `/claims/${claim.keyId}` : undefined,
            title: t('claim', { key: claim.keyId }),
            status: t(`claim-${claim.status as ClaimStatus}`),
            at: claim.createdAt,
          }))}
        />
      </Section>
      <Section title={t('messages')}>
        <Rows
          empty={t('no-messages')}
          rows={customer.messages.map((message) => ({
            id: String(message.id),
            to: may('messages:read') ? `/messages/${message.id}` : undefined,
            title: t('message', { id: message.id }),
            status: t(`message-${message.status as MessageStatus}`),
            at: message.createdAt,
          }))}
        />
      </Section>
      <CustomerSessions customer={customer} canWrite={canWrite} />
    </Page>
  );
}

function ProfileFacts({ customer }: { customer: CustomerDetails }) {
  const t = useTexts('customers');
  const { language } = useLanguage();
  return (
    <Facts
      facts={[
        { name: '#', value: String(customer.accountId) },
        { name: t('name'), value: `${customer.firstName} ${customer.lastName}`.trim() },
        { name: t('email'), value: customer.email },
        { name: t('phone'), value: customer.phone },
        { name: t('birth-date'), value: customer.birthDate && dayText(customer.birthDate, language) },
        { name: t('language'), value: LANGUAGE_NAMES[customer.language as Language] },
        { name: t('since'), value: <Moment at={customer.createdAt} /> },
        {
          name: t('signs-in'),
          value: [...(customer.hasPassword ? [t('password')] : []), ...customer.identities].join(', '),
        },
        { name: t('blocked-why'), value: customer.isBlocked && customer.blockedReason },
        {
          name: t('blocked-until'),
          value: customer.isBlocked && (customer.blockedUntil ? <Moment at={customer.blockedUntil} /> : t('forever')),
        },
      ]}
    />
  );
}

interface Row {
  id: string;
  to: string | undefined;
  title: string;
  status: string;
  at: string;
  end?: ReactNode;
}

function Rows({ rows, empty }: { rows: Row[]; empty: string }) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={cx(styles.rows, styles.columns)}>
      {rows.map(({ id, to, title, status, at, end }) => (
        <li key={id}>
          {to ? <TextLink to={to}>{title}</TextLink> : <span>{title}</span>}
          <StatusLabel>{status}</StatusLabel>
          <Moment at={at} />
          <span className={styles.end}>{end}</span>
        </li>
      ))}
    </ul>
  );
}
