import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useQueueName } from '../../lib/queue-name.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Backups } from './backups.tsx';
import { DelayedMail } from './delayed-mail.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import styles from './health.module.css';
import { Providers, Suppliers } from './partners.tsx';
import { Rates } from './rates.tsx';

type HealthFacts = ConsoleSchemas['Health'];

const REFRESH_MS = 10_000;

/** How the store runs. It is read again every few seconds. */
export function HealthView() {
  const t = useTexts('health');
  const errorText = useErrorText();
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => callApi((api) => api.GET('/api/v1/health')),
    refetchInterval: REFRESH_MS,
    meta: { live: ['alert'] },
  });
  const { data, error } = query;
  if (!data) return <Loading query={query} />;
  const failed = data.queues.reduce((sum, queue) => sum + queue.failed, 0);
  return (
    <div className={styles.view}>
      {error && (
        <p role="status" className={styles.hint}>
          {t('not-current')} {errorText(error)}
        </p>
      )}
      <Faults faults={data.faults} />
      <FailedJobs failed={failed} />
      <Nodes nodes={data.nodes} />
      <DelayedMail {...data.mail} />
      <Providers providers={data.providers} />
      <Suppliers suppliers={data.suppliers} />
      <Rates {...data.rates} />
      <Backups records={data.backups} />
      <Queues queues={data.queues} />
    </div>
  );
}

function Faults({ faults }: Pick<HealthFacts, 'faults'>) {
  const t = useTexts('health');
  const queueName = useQueueName();
  if (faults.length === 0) {
    return (
      <p className={styles.well}>
        <StatusLabel tone="success">{t('all-well')}</StatusLabel>
      </p>
    );
  }
  return (
    <ul className={styles.rows} aria-label={t('faults')}>
      {faults.map(({ kind, subject, since }) => (
        <li key={`${kind} ${subject}`} className={styles.row}>
          <span className={styles.name}>
            <StatusLabel tone="danger">{t(`fault-${kind}`)}</StatusLabel> {queueName(subject)}
          </span>
          <span className={styles.note}>
            <Moment at={since} />
          </span>
          <span className={styles.do}>{t(`do-${kind}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Nodes({ nodes }: Pick<HealthFacts, 'nodes'>) {
  const t = useTexts('health');
  const mayAct = useMay()('health:act');
  const forget = useAction({
    run: (id: string) => callApi((api) => api.DELETE('/api/v1/health/nodes/{id}', { params: { path: { id } } })),
    changes: [['health']],
    done: () => t('forgotten'),
    onDone: () => setForgotten(undefined),
    isFaultShown: true,
  });
  const [forgotten, setForgotten] = useState<HealthFacts['nodes'][number]>();
  const askToForget = (node: HealthFacts['nodes'][number]) => {
    forget.reset();
    setForgotten(node);
  };
  const versions = new Set(nodes.filter(({ isSilent }) => !isSilent).map(({ version }) => version));
  return (
    <Section title={t('nodes')}>
      {versions.size > 1 && <p className={styles.hint}>{t('versions-differ')}</p>}
      {nodes.length === 0 && <p className={styles.hint}>{t('no-nodes')}</p>}
      <ul className={styles.rows}>
        {nodes.map((node) => {
          const { id, role, host, version, startedAt, beatAt, isSilent } = node;
          return (
            <li key={id} className={styles.row}>
              <span className={styles.name}>
                {t(`role-${role}`)} · {host}
              </span>
              <span className={styles.note}>
                {t('version', { version })} · {t('started')} <Moment at={startedAt} />
              </span>
              <span className={styles.end}>
                {isSilent ? (
                  <StatusLabel tone="danger">
                    {t('silent')} <Moment at={beatAt} />
                  </StatusLabel>
                ) : (
                  <StatusLabel tone="success">{t('running-now')}</StatusLabel>
                )}
                {isSilent && mayAct && (
                  <Button aria-label={t('forget-name', { name: host })} onClick={() => askToForget(node)}>
                    {t('forget')}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {forgotten && (
        <ConfirmDialog
          title={t('forget-title')}
          isOpen
          onClose={() => setForgotten(undefined)}
          confirm={t('forget')}
          isDangerous
          isBusy={forget.isPending}
          error={forget.error}
          onConfirm={() => forget.mutate(forgotten.id)}
        >
          <p>{t('forget-preview', { name: `${t(`role-${forgotten.role}`)} · ${forgotten.host}` })}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Counting ends at a thousand. */
const countText = (count: number) => (count >= 1_000 ? '1000+' : String(count));

function Queues({ queues }: Pick<HealthFacts, 'queues'>) {
  const t = useTexts('health');
  const queueName = useQueueName();
  return (
    <Section title={t('queues')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('queue')}</th>
            <th scope="col">{t('waiting')}</th>
            <th scope="col">{t('running')}</th>
            <th scope="col">{t('failed')}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, waiting, running, failed, lateSince }) => (
            <tr key={name}>
              <th scope="row">
                {queueName(name)} {lateSince && <StatusLabel tone="danger">{t('late')}</StatusLabel>}
              </th>
              <td>{countText(waiting)}</td>
              <td>{running}</td>
              <td data-bad={failed > 0 || undefined}>{countText(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
