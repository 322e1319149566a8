import { deviceName } from '@oyna/domain/device-name';
import { TextLink } from '@oyna/ui/text-link';
import { useQuery } from '@tanstack/react-query';
import { Eye, Mail, MessageSquareWarning } from 'lucide-react';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { Timeline, type TimelineEvent } from '../../components/timeline.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { ClaimDecision } from './claim-decision.tsx';
import { type ClaimDetails, ClaimStatus } from './claim-labels.tsx';

/** One claim: what the buyer says, what is known, and the decision. */
export function ClaimView({ keyId }: { keyId: number }) {
  const t = useTexts('claims');
  const may = useMay();
  const query = useQuery({
    queryKey: ['claims', 'one', keyId],
    queryFn: () => callApi((api) => api.GET('/api/v1/claims/{keyId}', { params: { path: { keyId } } })),
    meta: { live: ['claim'], liveId: String(keyId) },
  });
  const claim = query.data;
  const back = { to: '/claims', text: t('title') };
  if (!claim) {
    return (
      <Page title={t('claim-title', { key: keyId })} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={claim.productName}
      note={<ClaimStatus claim={claim} />}
      back={back}
      actions={may('claims:decide') && <ClaimDecision key={keyId} claim={claim} />}
      aside={
        <>
          <BuyerPanel claim={claim} />
          <BatchPanel claim={claim} />
        </>
      }
    >
      <Section title={t('claim-title', { key: keyId })}>
        <Facts
          facts={[
            { name: t('reason'), value: t(`reason-${claim.reason}`) },
            { name: t('comment'), value: claim.comment },
            { name: t('why-person'), value: claim.waitReason && t(`wait-${claim.waitReason}`) },
            {
              name: t('activation'),
              value:
                claim.activationCountry &&
                t(claim.isActivationAccepted ? 'activation-accepted' : 'activation-in', {
                  country: claim.activationCountry,
                }),
            },
            { name: t('price'), value: <Money amount={claim.price} currency="USD" /> },
            {
              name: t('order'),
              value: may('orders:read') ? (
                <TextLink to={`/orders/${claim.orderId}`}>{claim.orderNumber}</TextLink>
              ) : (
                claim.orderNumber
              ),
            },
            { name: t('opened'), value: <Moment at={claim.createdAt} /> },
            { name: t('promised'), value: claim.status === 'open' && <Moment at={claim.dueAt} /> },
          ]}
        />
      </Section>
      <ClaimHistory claim={claim} />
    </Page>
  );
}

function ClaimHistory({ claim }: { claim: ClaimDetails }) {
  const t = useTexts('claims');
  const events: TimelineEvent[] = [
    ...claim.reveals.map((reveal) => ({
      id: `reveal-${reveal.revealedAt}`,
      at: reveal.revealedAt,
      icon: reveal.channel === 'mail' ? <Mail /> : <Eye />,
      title: t(`revealed-${reveal.channel}`),
      text: [reveal.address, deviceName(reveal.userAgent) ?? reveal.userAgent].filter(Boolean).join(' · '),
    })),
    {
      id: 'opened',
      at: claim.createdAt,
      icon: <MessageSquareWarning />,
      tone: 'warning' as const,
      title: t('claim-opened'),
      text: claim.comment,
    },
    ...(claim.resolvedAt
      ? [
          {
            id: 'decided',
            at: claim.resolvedAt,
            tone: 'success' as const,
            title: claim.isAutomatic ? t('status-automatic') : t(`status-${claim.status}`),
            actor: claim.resolvedBy ?? t('store'),
            text: claim.answer ?? (claim.newKeyId === null ? '' : t('new-key', { key: claim.newKeyId })),
          },
        ]
      : []),
  ];
  return (
    <Section title={t('history')}>
      <Timeline label={t('history')} events={events} />
      {claim.reveals.length === 0 && <p>{t('never-opened')}</p>}
    </Section>
  );
}

function BuyerPanel({ claim }: { claim: ClaimDetails }) {
  const t = useTexts('claims');
  const may = useMay();
  const { buyer, accountId, login, email } = claim;
  const { open, replaced, refunded, refused } = buyer.claims;
  return (
    <Section title={t('buyer')}>
      <Facts
        facts={[
          {
            name: t('customer'),
            value: may('customers:read') ? <TextLink to={`/customers/${accountId}`}>{login}</TextLink> : login,
          },
          { name: t('email'), value: email },
          { name: t('email-confirmed'), value: buyer.isEmailConfirmed ? t('yes') : t('no') },
          { name: t('account-since'), value: <Moment at={buyer.accountCreatedAt} /> },
          { name: t('orders'), value: t('orders-paid', { paid: buyer.paidOrders, all: buyer.orders }) },
          { name: t('refunds'), value: String(buyer.refundedOrders) },
          {
            name: t('claims'),
            value: t('claims-split', { all: open + replaced + refunded + refused, replaced, refunded, refused }),
          },
          { name: t('blocked'), value: buyer.isBlocked && t('yes') },
        ]}
      />
    </Section>
  );
}
