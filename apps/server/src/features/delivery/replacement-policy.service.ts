import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import {
  REPLACEMENT_LIMITS,
  type ReplacementDecision,
  type ReplacementSettings,
} from '@oyna/domain/replacement-policy';
import { simulateReplacements } from '@oyna/domain/replacement-simulation';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './replacement-policy.queries.ts';

const SIMULATED_DAYS = 90;
const SIMULATED_CLAIMS = 10_000;
const SHOWN_CHANGES = 200;
const SHOWN_VERSIONS = 20;

export type ReplacementPolicyService = ReturnType<typeof createReplacementPolicyService>;

/** The settings of automatic replacements. Version 0 is what the environment says. */
export function createReplacementPolicyService(db: Database, defaults: ReplacementSettings) {
  /** In the transaction of a claim, so that it is decided under one version. */
  async function getCurrent(connection: Connection): Promise<{ version: number; settings: ReplacementSettings }> {
    const [stored] = await queries.listPolicyVersions(connection, 1);
    if (!stored) return { version: 0, settings: defaults };
    // A setting that is newer than the stored version has its default.
    return { version: stored.version, settings: { ...defaults, ...stored.settings } };
  }

  return {
    getCurrent,

    async get() {
      const [current, history] = await Promise.all([getCurrent(db), queries.listPolicyVersions(db, SHOWN_VERSIONS)]);
      return { ...current, defaults, history };
    },

    /** `seenVersion` is the version that the operator has changed. */
    async change(
      actor: Actor,
      change: { seenVersion: number; settings: ReplacementSettings; reason: string },
    ): Promise<{ version: number; settings: ReplacementSettings }> {
      const { seenVersion, settings, reason } = change;
      assertWithinLimits(settings);
      return inTransaction(db, async (transaction) => {
        const before = await getCurrent(transaction);
        const version = seenVersion + 1;
        const next = { version, settings, reason: reason.trim(), changedBy: actor.name };
        if (before.version !== seenVersion || !(await queries.insertPolicyVersion(transaction, next))) {
          const [latest] = await queries.listPolicyVersions(transaction, 1);
          throw new AppError('changed-meanwhile', {
            current: { version: latest?.version ?? 0, changedBy: latest?.changedBy ?? null },
          });
        }
        await audit(transaction, {
          actor,
          action: 'claim policy',
          subject: 'claim policy',
          reason: next.reason,
          before: before.settings,
          after: settings,
        });
        return { version, settings };
      });
    },

    /** Decides the claims of the last days again, under the settings in force and under the proposed ones. */
    async simulate(proposed: ReplacementSettings) {
      assertWithinLimits(proposed);
      const { settings: current } = await getCurrent(db);
      const rows = await queries.listPastClaims(db, SIMULATED_DAYS, SIMULATED_CLAIMS);
      const claims = rows.map((row) => ({
        ...row,
        openedAt: row.openedAt.getTime(),
        replacedByOperatorAt: row.replacedByOperatorAt?.getTime() ?? null,
      }));
      const [now, then] = [simulateReplacements(current, claims), simulateReplacements(proposed, claims)];
      const changes = rows.flatMap((row) => {
        const [from, to] = [now.get(row.keyId), then.get(row.keyId)];
        if (!from || !to || from.action === to.action) return [];
        const { keyId, orderNumber, productName, openedAt, facts } = row;
        return [{ keyId, orderNumber, productName, openedAt, price: amountToText(facts.priceCents), from, to }];
      });
      return {
        days: SIMULATED_DAYS,
        claims: rows.length,
        current: sumUp(rows, now),
        proposed: sumUp(rows, then),
        changed: changes.length,
        changes: changes.slice(0, SHOWN_CHANGES),
        /** Claims whose facts were not kept: payments refunded and addresses changed since then count as they are today. */
        approximated: rows.filter(({ areFactsKept }) => !areFactsKept).length,
      };
    },
  };
}

/** In US dollars: the prices, as the daily budget counts them, and what the replaced keys cost the store. */
function sumUp(rows: queries.PastClaimRow[], decisions: Map<number, ReplacementDecision>) {
  const replaced = rows.filter(({ keyId }) => decisions.get(keyId)?.action === 'replace');
  const total = (centsOf: (row: queries.PastClaimRow) => number) =>
    amountToText(replaced.reduce((sum, row) => sum + centsOf(row), 0));
  return {
    replaced: replaced.length,
    price: total(({ facts }) => facts.priceCents),
    cost: total(({ costCents }) => costCents),
  };
}

function assertWithinLimits(settings: ReplacementSettings): void {
  for (const [name, { min, max }] of Object.entries(REPLACEMENT_LIMITS)) {
    const value = settings[name as keyof typeof REPLACEMENT_LIMITS];
    if (!Number.isSafeInteger(value) || value < min || value > max)
      throw new AppError('invalid-parameter', { field: name });
  }
}
