import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { APPROVAL_KINDS } from '@oyna/domain/approvals';
import { hasKey, isOneOf } from '@oyna/domain/constants';
import { MOST_COUNTED } from '@oyna/domain/list-filters';
import { isSupportTopic } from '@oyna/domain/support-message';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/moment.tsx';
import { useDollarText } from '../../components/money.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { countText } from '../../lib/number-text.ts';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useQueueName } from '../../lib/queue-name.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useRowKeys } from '../../lib/use-row-keys.ts';
import styles from './today.module.css';

type Task = ConsoleSchemas['Task'];

const TONES: Record<Task['kind'], Tone> = {
  approval: 'warning',
  claim: 'warning',
  review: 'warning',
  message: 'info',
  'customer-review': 'info',
  'low-stock': 'warning',
  'below-cost': 'warning',
  reconciliation: 'danger',
  'top-up': 'warning',
  'refund-failed': 'danger',
  supplier: 'danger',
  money: 'danger',
  rates: 'danger',
  'dead-letter': 'danger',
  health: 'danger',
};

export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const t = useTexts('today');
  const topics = useTexts('messages');
  const approvals = useTexts('approvals');
  const { language } = useLanguage();
  const registryOf = ({ reconciliation, text }: Task) =>
    reconciliation ? `${providerLabel(reconciliation.provider)}, ${dayText(reconciliation.day, language)}` : text;
  const queueName = useQueueName();
  const dollarText = useDollarText();
  const container = useRef<HTMLUListElement>(null);
  useRowKeys(container);
  return (
    <ul className={styles.tasks} ref={container}>
      {tasks.map((task) => {
        const address = addressOf(task);
        const content = (
          <>
            <StatusLabel tone={TONES[task.kind]}>{t(`kind-${task.kind}`)}</StatusLabel>
            <span className={styles.text}>
              {task.number && <strong>{queueName(task.number)}</strong>}{' '}
              {task.kind === 'message' && isSupportTopic(task.text) ? topics(`topic-${task.text}`) : null}
              {task.kind === 'approval' && hasKey(APPROVAL_KINDS, task.text) ? approvals(`kind-${task.text}`) : null}
              {task.kind === 'health' && isOneOf(HEALTH_FAULTS, task.text) ? t(`health-${task.text}`) : null}
              {task.kind === 'reconciliation' && registryOf(task)}
              {!TRANSLATED.includes(task.kind) && queueName(task.text)}
              {task.marginCents !== null && `: ${dollarText(task.marginCents)}`}
              {task.keysLeft !== null && `: ${t('keys-left', { count: task.keysLeft })}`}{' '}
              {task.kind === 'below-cost' && task.total > 1 && t('and-more', { number: othersText(task.total) })}
            </span>
            <span className={styles.since}>
              <Moment at={task.since} />
            </span>
          </>
        );
        return (
          <li key={`${task.kind} ${task.id}`}>
            {address ? (
              <Link to={address} className={styles.task} data-row>
                {content}
              </Link>
            ) : (
              <div className={styles.task}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Besides the one that is shown. A total that is not counted further stays as it is. */
const othersText = (total: number): string => countText(total > MOST_COUNTED ? total : total - 1);

/** Where the task is done. Some are done outside the console. */
function addressOf({ kind, id, orderId, reconciliation, total }: Task): string | undefined {
  if (kind === 'approval') return '/approvals';
  if (kind === 'claim') return `/claims/${encodeURIComponent(id)}`;
  if (kind === 'message') return `/messages/${encodeURIComponent(id)}`;
  if (kind === 'customer-review') return `/reviews/${encodeURIComponent(id)}`;
  if (kind === 'low-stock') return `/stock/${encodeURIComponent(id)}`;
  if (kind === 'below-cost') return total > 1 ? '/prices?margin=negative' : `/prices?search=${encodeURIComponent(id)}`;
  if (reconciliation) return `/finance/reconciliation?${new URLSearchParams(reconciliation)}`;
  if (HEALTH_KINDS.includes(kind) && !orderId) return '/health';
  return orderId ? `/orders/${encodeURIComponent(orderId)}` : undefined;
}

/** Their text is a name for which there are words. */
const TRANSLATED: readonly Task['kind'][] = ['message', 'approval', 'health', 'reconciliation'];

const HEALTH_KINDS: readonly Task['kind'][] = ['health', 'supplier', 'rates', 'dead-letter'];

const HEALTH_FAULTS = [
  'no-worker',
  'silent-node',
  'late-queue',
  'failed-schedule',
  'failing-provider',
  'old-backup',
  'failed-archive',
] as const;
