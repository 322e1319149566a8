import { cx } from '@oyna/ui/class-names';
import { TextLink } from '@oyna/ui/text-link';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageReply } from './message-reply.tsx';
import { MessageStatus, type Thread } from './message-status.tsx';
import styles from './message-view.module.css';

/** One message as a thread: what was written, answered and noted, and what is known about the writer. */
export function MessageView({ id }: { id: number }) {
  const t = useTexts('messages');
  const may = useMay();
  const [ownVersion, setOwnVersion] = useState<number>();
  const query = useQuery({
    queryKey: ['messages', 'one', id],
    queryFn: () => callApi((api) => api.GET('/api/v1/messages/{id}', { params: { path: { id } } })),
    meta: { live: ['message'], liveId: String(id) },
  });
  const thread = query.data;
  const back = { to: '/messages', text: t('title') };
  if (!thread) {
    return (
      <Page title={t('message-title', { id })} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  const canWrite = may('messages:write');
  return (
    <Page
      title={`${thread.name} · ${t(`topic-${thread.topic}`)}`}
      note={<MessageStatus message={thread} />}
      back={back}
      actions={canWrite && <MessageActions thread={thread} onDone={setOwnVersion} />}
      aside={<WriterPanel thread={thread} />}
    >
      <ol className={styles.thread} aria-label={t('thread')}>
        <li className={styles.entry}>
          <header>
            <strong>{thread.name}</strong> <Moment at={thread.createdAt} />
          </header>
          <p>{thread.message}</p>
        </li>
        {thread.entries.map((entry) => (
          <li key={entry.id} className={cx(styles.entry, styles[entry.kind])}>
            <header>
              <strong>{entry.author}</strong> <Moment at={entry.createdAt} />
              <StatusLabel tone={entry.kind === 'note' ? 'warning' : entry.mailedAt ? 'success' : 'info'}>
                {entry.kind === 'note' ? t('note') : entry.mailedAt ? t('mailed') : t('mailing')}
              </StatusLabel>
            </header>
            <p>{entry.text}</p>
          </li>
        ))}
      </ol>
      {canWrite && <MessageReply key={id} thread={thread} ownVersion={ownVersion} />}
    </Page>
  );
}

function WriterPanel({ thread }: { thread: Thread }) {
  const t = useTexts('messages');
  const may = useMay();
  const { customer, orders, otherMessages } = thread;
  return (
    <>
      <Section title={t('writer')}>
        <Facts
          facts={[
            { name: t('email'), value: thread.email },
            { name: t('language'), value: LANGUAGE_NAMES[thread.language] },
            {
              name: t('customer'),
              value: !customer ? (
                t('no-customer')
              ) : may('customers:read') ? (
                <TextLink to={`/customers/${customer.accountId}`}>{customer.login}</TextLink>
              ) : (
                customer.login
              ),
            },
            { name: t('assigned'), value: thread.assignedTo?.name ?? t('unassigned') },
          ]}
        />
        {customer && !customer.isEmailConfirmed && <p className={styles.hint}>{t('unconfirmed')}</p>}
      </Section>
      <Section title={t('orders')}>
        {orders.length === 0 && <p className={styles.hint}>{t('no-orders')}</p>}
        <ul className={styles.links}>
          {orders.map((order) => (
            <li key={order.orderId}>
              {may('orders:read') ? (
                <TextLink to={`/orders/${order.orderId}`}>{order.number}</TextLink>
              ) : (
                <span>{order.number}</span>
              )}
              <Moment at={order.createdAt} />
              <Money amount={order.amount} currency={order.currency} />
            </li>
          ))}
        </ul>
      </Section>
      {otherMessages.length > 0 && (
        <Section title={t('other-messages')}>
          <ul className={styles.links}>
            {otherMessages.map((other) => (
              <li key={other.id}>
                <TextLink to={`/messages/${other.id}`}>{t('message-title', { id: other.id })}</TextLink>
                <Moment at={other.createdAt} />
                <MessageStatus message={other} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
