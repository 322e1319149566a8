import { deviceName } from '@oyna/domain/device-name';
import {
  Ban,
  CircleAlert,
  CreditCard,
  Eye,
  KeyRound,
  Link as LinkIcon,
  Lock,
  Mail,
  MessageSquareWarning,
  RefreshCw,
  ShoppingCart,
  StickyNote,
  Undo2,
  Unlink,
  UserCog,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMoneyText } from '../../components/money.tsx';
import type { Tone } from '../../components/status-label.tsx';
import { Timeline, type TimelineEvent } from '../../components/timeline.tsx';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useActionText } from '../../lib/use-action-text.ts';
import type { Order } from './orders-api.ts';
import { useAlertText } from './use-alert-text.ts';

type Event = Order['events'][number];

const LOOKS = {
  begun: { icon: <ShoppingCart />, tone: 'neutral' },
  held: { icon: <Lock />, tone: 'neutral' },
  link: { icon: <LinkIcon />, tone: 'neutral' },
  'link-cancelled': { icon: <Unlink />, tone: 'neutral' },
  'given-up': { icon: <Ban />, tone: 'neutral' },
  callback: { icon: <Webhook />, tone: 'neutral' },
  paid: { icon: <CreditCard />, tone: 'success' },
  delivered: { icon: <KeyRound />, tone: 'success' },
  'topped-up': { icon: <KeyRound />, tone: 'success' },
  replaced: { icon: <RefreshCw />, tone: 'info' },
  returned: { icon: <Undo2 />, tone: 'neutral' },
  opened: { icon: <Eye />, tone: 'info' },
  claim: { icon: <MessageSquareWarning />, tone: 'warning' },
  'claim-answered': { icon: <MessageSquareWarning />, tone: 'neutral' },
  'refund-requested': { icon: <Undo2 />, tone: 'brand' },
  'refund-done': { icon: <Undo2 />, tone: 'success' },
  mail: { icon: <Mail />, tone: 'neutral' },
  alert: { icon: <CircleAlert />, tone: 'danger' },
  action: { icon: <UserCog />, tone: 'neutral' },
  note: { icon: <StickyNote />, tone: 'brand' },
} as const satisfies Record<string, { icon: ReactNode; tone: Tone }>;

/** Words of the server that have a text. */
const WORDS = [
  'page',
  'mail',
  'used',
  'wrong-region',
  'invalid',
  'paid',
  'delivered',
  'replaced',
  'refunded',
  'refused',
] as const;

const isKnown = (kind: string): kind is keyof typeof LOOKS => Object.hasOwn(LOOKS, kind);

/** The whole history of an order, the newest event at the end. */
export function OrderEvents({ order: { events, currency } }: { order: Order }) {
  const t = useTexts('orders');
  const moneyText = useMoneyText();
  const actionText = useActionText();
  const alertText = useAlertText();
  const wordOf = (kind: string, what: string | null): string => {
    if (kind === 'action') return actionText(what ?? '');
    if (kind === 'alert') return alertText(what ?? '');
    const word = WORDS.find((known) => known === what);
    return word ? t(`word-${word}`) : providerLabel(what ?? '');
  };
  const shown = events.filter(({ kind }) => isKnown(kind));
  const toTimeline = ({ at, kind, amount, keyId, what, actor, text, address, device }: Event, place: number) => {
    const known = kind as keyof typeof LOOKS;
    const title = t(`event-${known}`, {
      key: keyId ?? '',
      what: wordOf(kind, what),
      sum: amount === null ? '' : moneyText(amount, currency),
    });
    const lines = [text, [address, device && (deviceName(device) ?? device)].filter(Boolean).join(' · ')].filter(
      Boolean,
    );
    return {
      id: `${at} ${kind} ${place}`,
      at,
      ...LOOKS[known],
      title,
      actor,
      text: lines.length > 0 ? lines.map((line) => <p key={line}>{line}</p>) : undefined,
    } satisfies TimelineEvent;
  };
  return <Timeline label={t('history')} events={shown.map(toTimeline)} />;
}
