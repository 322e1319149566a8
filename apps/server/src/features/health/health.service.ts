import type { PaymentProviderName } from '@oyna/domain/constants';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listDelayedJobs, listFailedSchedules } from '../../platform/jobs/failed-jobs.ts';
import { listQueueCounts } from '../../platform/jobs/queue-counts.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import * as queries from './health.queries.ts';
import { listNodes, type NodeRow } from './nodes.queries.ts';

const MOST_DELAYED = 20;

interface HealthParts {
  db: Database;
  currency: Pick<CurrencyService, 'listHistory'>;
  /** Those that are configured. */
  providers: ReadonlyMap<PaymentProviderName, unknown>;
  providerLabel(name: string): string;
  suppliers: readonly string[];
  /** The queues of mails and text messages. */
  mailQueues: readonly string[];
  hasMailServer: boolean;
}

/** What is wrong with the store itself and needs a person. */
export interface HealthFault {
  kind:
    | 'no-worker'
    | 'silent-node'
    | 'late-queue'
    | 'failed-schedule'
    | 'failing-provider'
    | 'old-backup'
    | 'failed-archive';
  subject: string;
  since: Date;
}

export type HealthService = ReturnType<typeof createHealthService>;

/**
 * How the store runs: what the database and the partners say. Every query is bounded. They follow one another, because the
 * customers use the same connections.
 */
export function createHealthService(parts: HealthParts) {
  const { db, currency, providers, providerLabel, suppliers, mailQueues, hasMailServer } = parts;

  /** What the faults are found in. */
  async function readParts() {
    return {
      nodes: await listNodes(db),
      queues: await listQueueCounts(db),
      schedules: await listFailedSchedules(db),
      providerRows: await queries.listProviderRows(db),
      backups: await queries.listBackups(db),
      failedArchive: await queries.findFailedArchive(db),
    };
  }
  type Parts = Awaited<ReturnType<typeof readParts>>;
  type Callbacks = Awaited<ReturnType<typeof queries.listCallbacks>>;

  function describeProviders(rows: readonly queries.ProviderRow[], callbacks: Callbacks) {
    const names = [...new Set([...providers.keys(), ...rows.map(({ provider }) => provider)])];
    return names.map((name) => {
      const { provider: _name, ...row } = rows.find(({ provider }) => provider === name) ?? NO_PAYMENTS;
      const lastCallbackAt = callbacks.get(name) ?? null;
      return { ...row, name, label: providerLabel(name), lastCallbackAt };
    });
  }

  function describeSuppliers(
    rows: readonly queries.SupplierRow[],
    alerts: Awaited<ReturnType<typeof queries.listSupplierAlerts>>,
    callbacks: Callbacks,
  ) {
    const names = [...new Set([...suppliers, ...rows.map(({ supplier }) => supplier)])];
    return names.map((name) => {
      const { supplier: _name, ...row } = rows.find(({ supplier }) => supplier === name) ?? NO_TOP_UPS;
      const own = alerts.filter(({ supplier }) => supplier === name);
      return {
        ...row,
        name,
        lastCallbackAt: callbacks.get(name) ?? null,
        alerts: own.map(({ kind, detail, since }) => ({ kind, detail, since })),
      };
    });
  }

  function faultsOf({ nodes, queues, schedules, providerRows, backups, failedArchive }: Parts): HealthFault[] {
    const last = backups.find(({ kind }) => kind === 'backup');
    return [
      ...nodeFaults(nodes),
      ...queues.flatMap(({ name, lateSince }) => fault('late-queue', name, lateSince)),
      ...schedules.flatMap(({ queue, at }) => fault('failed-schedule', queue, at)),
      ...providerRows.flatMap(({ provider, failingSince }) =>
        fault('failing-provider', providerLabel(provider), failingSince),
      ),
      // A store that has never recorded a backup may have another way to make them.
      ...(last?.isOld ? fault('old-backup', '', last.doneAt) : []),
      ...fault('failed-archive', '', failedArchive),
    ];
  }

  return {
    /** For the list of what waits for a person. Dead letters, stale rates and suppliers have their own entries there. */
    listFaults: async (): Promise<HealthFault[]> => faultsOf(await readParts()),

    async read() {
      const parts = await readParts();
      const delayed = await listDelayedJobs(db, mailQueues, MOST_DELAYED);
      const supplierRows = await queries.listSupplierRows(db);
      const alerts = await queries.listSupplierAlerts(db);
      const callbacks = await queries.listCallbacks(db);
      const rates = await currency.listHistory();
      return {
        faults: faultsOf(parts),
        nodes: parts.nodes,
        queues: parts.queues,
        mail: { isOn: hasMailServer, delayed },
        providers: describeProviders(parts.providerRows, callbacks),
        suppliers: describeSuppliers(supplierRows, alerts, callbacks),
        rates,
        backups: parts.backups,
      };
    },

    listBackups: () => queries.listBackups(db),

    /** A script or an operator says that a backup was made, or that restoring one was tried. */
    recordBackup(actor: Actor, { kind, note }: Pick<queries.BackupRow, 'kind' | 'note'>): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await queries.insertBackup(transaction, { kind, note, by: actor.name });
        await audit(transaction, { actor, action: 'backup record', subject: kind, details: { note } });
      });
    },
  };
}

const NO_PAYMENTS: queries.ProviderRow = {
  provider: '',
  ended: 0,
  paid: 0,
  waiting: 0,
  seconds: null,
  lastPaidAt: null,
  failingSince: null,
};
const NO_TOP_UPS: queries.SupplierRow = {
  supplier: '',
  ended: 0,
  delivered: 0,
  open: 0,
  held: 0,
  seconds: null,
  lastDeliveredAt: null,
};

const fault = (kind: HealthFault['kind'], subject: string, since: Date | null): HealthFault[] =>
  since ? [{ kind, subject, since }] : [];

/** Without a worker nothing is delivered late, refunded or mailed. The web server that answers is a node itself. */
function nodeFaults(nodes: NodeRow[]): HealthFault[] {
  const silent = nodes
    .filter(({ isSilent }) => isSilent)
    .flatMap((node) => fault('silent-node', nameOf(node), node.beatAt));
  const awake = nodes.filter(({ isSilent }) => !isSilent);
  const [web] = awake;
  if (!web || awake.some(({ role }) => role === 'worker')) return silent;
  const last = nodes.filter(({ role }) => role === 'worker').map(({ beatAt }) => beatAt.getTime());
  const since = new Date(Math.max(...last, Math.min(...awake.map(({ startedAt }) => startedAt.getTime()))));
  return [{ kind: 'no-worker', subject: '', since }, ...silent];
}

const nameOf = ({ role, host }: NodeRow) => `${role} ${host}`;
