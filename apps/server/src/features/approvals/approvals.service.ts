import { isDeepStrictEqual } from 'node:util';
import { APPROVAL_HOURS, APPROVAL_KINDS, type ApprovalKind, listDecidableKinds } from '@oyna/domain/approvals';
import { AppError } from '@oyna/domain/errors';
import { includesAll, PERMISSIONS, type Permission } from '@oyna/domain/permissions';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { once } from '../../platform/once.ts';
import * as queries from './approvals.queries.ts';

export type Approval = queries.ApprovalRow;

/** Who acts, with which permissions, and whether the second factor was proven a short time ago. */
export interface Caller {
  actor: Actor;
  own: readonly Permission[];
  isFresh: boolean;
}

/** A person at the command line may do everything. */
export const commandCaller = (actor: Actor): Caller => ({ actor, own: PERMISSIONS, isFresh: true });

/** What an action has done, or the request that waits for a second person. */
type Outcome<Answer> = { answer: Answer; approvalId?: undefined } | { answer?: undefined; approvalId: number };

interface Done<Answer> {
  answer: Answer;
  /** After the commit, for example to refresh the stock of products. */
  afterCommit?: () => Promise<void>;
}

interface Action<Args, Answer> {
  kind: ApprovalKind;
  subject: (args: Args) => string;
  reason?: (args: Args) => string;
  /** Throws `approval-needed` (`assertSecondPerson`) when it needs a second person and the actor is only one. */
  execute: (transaction: Connection, caller: Caller, args: Args) => Promise<Done<Answer>>;
}

/**
 * The rules of the policy, and what the action is about: `granted` are the permissions that an operator gets. One operator may
 * replace each bought key of an item once. More replacements are a way to give keys away.
 */
type Need = { refund: number } | { isEachReplaced: boolean } | { granted: readonly string[] } | 'roles' | 'policy';

/** Commands need no second person: a person with a shell can change the database. */
export async function needsSecondPerson(transaction: Connection, actor: Actor, need: Need): Promise<boolean> {
  if (actor.kind !== 'operator' || actor.requestedBy) return false;
  const policy = await queries.getPolicy(transaction);
  const { refundAbove, isForRoles } = policy;
  if (need === 'policy') return isAnyNeeded(policy);
  if (need === 'roles') return isForRoles;
  if ('refund' in need) return refundAbove !== null && need.refund > refundAbove;
  if ('isEachReplaced' in need) return refundAbove !== null && need.isEachReplaced;
  return isForRoles || listApproving(policy).some((permission) => need.granted.includes(permission));
}

type Rules = Omit<queries.ApprovalPolicy, 'version'>;

export const isAnyNeeded = ({ refundAbove, isForRoles, isForKeyExports }: Rules): boolean =>
  refundAbove !== null || isForRoles || isForKeyExports;

/**
 * The permissions of those who approve. One operator alone cannot give them: they could invite themselves a second
 * time.
 */
const listApproving = (policy: Rules): Permission[] => [
  ...(isAnyNeeded(policy) ? [APPROVAL_KINDS.policy] : []),
  ...(policy.refundAbove !== null ? [APPROVAL_KINDS.refund, APPROVAL_KINDS['claim-refund']] : []),
  ...(policy.isForKeyExports ? [APPROVAL_KINDS['key-export']] : []),
];

/** Refuses an action of one operator that needs two. `facts` are what the colleague sees. */
export async function assertSecondPerson(transaction: Connection, actor: Actor, need: Need, facts: object) {
  if (await needsSecondPerson(transaction, actor, need)) throw new AppError('approval-needed', { current: facts });
}

export type ApprovalsService = ReturnType<typeof createApprovalsService>;

/**
 * Actions that can need a second operator. The request keeps what the action is called with, and the approval runs the same
 * action once, in the transaction that marks the request as done.
 */
export function createApprovalsService(db: Database) {
  const actions = new Map<ApprovalKind, Action<object, object | null>>();

  /** Repeated by the same operator it is the same request. Another one of theirs, such as about the present state, takes its place. */
  async function request({ actor }: Caller, wanted: Omit<queries.NewApproval, 'hours' | 'requestedBy' | 'requester'>) {
    return inTransaction(db, async (transaction) => {
      const { kind, subject, reason } = wanted;
      const isSame = ({ requestedBy, request, status }: Approval) =>
        status === 'waiting' && requestedBy === actor.id && isDeepStrictEqual(request, plain(wanted.request));
      const waiting = await queries.findWaiting(transaction, kind, subject);
      if (waiting && isSame(waiting)) return waiting.id;
      const isOwn = waiting?.requestedBy === actor.id;
      const replaces = waiting && isOwn ? await withdraw(transaction, actor, waiting.id) : undefined;
      const requester = { requestedBy: actor.id, requester: actor.name, hours: APPROVAL_HOURS };
      const approval = await queries.insertApproval(transaction, { ...wanted, ...requester });
      if (!approval) {
        // Another request was first, or this one was sent twice.
        const current = await queries.findWaiting(transaction, kind, subject);
        if (current && isSame(current)) return current.id;
        throw new AppError('approval-waiting', { current: current && decisionOf(current) });
      }
      const details = { kind, subject, facts: wanted.facts, replaces };
      await audit(transaction, {
        actor,
        action: 'approval request',
        subject: `approval ${approval.id}`,
        reason,
        details,
      });
      return approval.id;
    });
  }

  /** Returns the id when it still waits. The entry of the request that takes its place names it. */
  async function withdraw(transaction: Connection, actor: Actor, id: number): Promise<number | undefined> {
    const approval = await queries.findApproval(transaction, id, { isLocked: true });
    if (approval?.status !== 'waiting') return undefined;
    await queries.saveDecision(transaction, id, { status: 'withdrawn', by: actor, note: null });
    return id;
  }

  async function lockWaiting(transaction: Connection, { own }: Caller, id: number): Promise<Approval> {
    const approval = await queries.findApproval(transaction, id, { isLocked: true });
    if (!approval) throw new AppError('not-found', { field: 'approvalId' });
    if (!own.includes(APPROVAL_KINDS[approval.kind])) throw new AppError('permission-missing');
    if (approval.status === 'expired') throw new AppError('approval-expired');
    if (approval.status !== 'waiting') throw new AppError('changed-meanwhile', { current: decisionOf(approval) });
    return approval;
  }

  /** What the requester may do now. Throws `approval-void` when they could not do it themselves any more. */
  async function getRequesterPermissions(transaction: Connection, { kind, requestedBy }: Approval) {
    if (requestedBy === null) return [APPROVAL_KINDS[kind]];
    const permissions = await queries.findPermissions(transaction, requestedBy);
    if (!permissions || !includesAll(permissions, [APPROVAL_KINDS[kind]])) throw new AppError('approval-void');
    return permissions;
  }

  return {
    /** Runs the action, once per key. What needs a second person becomes a request instead. */
    define<Args extends object, Answer extends object | null>(action: Action<Args, Answer>) {
      const { kind, subject, reason, execute } = action;
      // The arguments in the database are those that the same kind was requested with.
      actions.set(kind, action as unknown as Action<object, object | null>);
      return async (caller: Caller, args: Args, key?: string): Promise<Outcome<Answer>> => {
        let afterCommit: Done<Answer>['afterCommit'];
        try {
          const { answer } = await inTransaction(db, (transaction) =>
            once(transaction, { actor: caller.actor, key }, async () => {
              const done = await execute(transaction, caller, args);
              ({ afterCommit } = done);
              return { answer: done.answer };
            }),
          );
          await afterCommit?.();
          return { answer };
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'approval-needed') throw error;
          const facts = error.current ?? {};
          const wanted = { kind, subject: subject(args), request: args, facts, reason: reason?.(args) ?? '' };
          return { approvalId: await request(caller, wanted) };
        }
      };
    },

    async list(
      caller: Caller,
      { isWaiting, after, limit }: { isWaiting: boolean; after: number | null; limit: number },
    ) {
      const options = { kinds: listDecidableKinds(caller.own), operatorId: caller.actor.id ?? 0, isWaiting, after };
      const rows = await queries.listApprovals(db, { ...options, limit: limit + 1 });
      const items = rows.slice(0, limit);
      return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null };
    },

    /** Carries out what was asked for, with the names of both in the audit entry. Throws what the action throws. */
    async approve(caller: Caller, id: number): Promise<object | null> {
      const { answer, afterCommit } = await inTransaction(db, async (transaction) => {
        const approval = await lockWaiting(transaction, caller, id);
        const { kind, requestedBy, requester, request: args } = approval;
        const by = caller.actor;
        if (requestedBy === by.id) throw new AppError('approval-own');
        const theirs = await getRequesterPermissions(transaction, approval);
        const action = actions.get(kind);
        if (!action || requestedBy === null) {
          await queries.saveDecision(transaction, id, { status: 'approved', by, note: null });
          const details = { kind, subject: approval.subject, requestedBy: requester };
          await audit(transaction, { actor: by, action: 'approval approve', subject: `approval ${id}`, details });
          return { answer: null };
        }
        await queries.saveDecision(transaction, id, { status: 'done', by, note: null });
        const both = {
          actor: { ...by, requestedBy: { id: requestedBy, name: requester } },
          own: theirs.filter((permission) => caller.own.includes(permission)),
          isFresh: caller.isFresh,
        };
        return action.execute(transaction, both, args);
      });
      await afterCommit?.();
      return answer;
    },

    /**
     * Records the export of keys by a command. When the setting is on, the command asks first (`approval-needed` with the
     * number of the request), an operator approves it in the console, and the command runs again with that number, once.
     */
    async recordKeyExport(actor: Actor, subject: string, approvalId: number | undefined): Promise<void> {
      const { isForKeyExports } = await queries.getPolicy(db);
      if (isForKeyExports && approvalId === undefined) {
        const wanted = { kind: 'key-export' as const, subject, request: { subject }, facts: {}, reason: '' };
        const current = { approvalId: await request(commandCaller(actor), wanted) };
        throw new AppError('approval-needed', { current });
      }
      await inTransaction(db, async (transaction) => {
        let details = {};
        if (approvalId !== undefined) {
          const approval = await queries.findApproval(transaction, approvalId, { isLocked: true });
          if (approval?.kind !== 'key-export' || approval.subject !== subject) throw new AppError('not-found');
          if (approval.status === 'expired') throw new AppError('approval-expired');
          if (approval.status !== 'approved')
            throw new AppError('changed-meanwhile', { current: decisionOf(approval) });
          await queries.markDone(transaction, approvalId);
          details = { approvalId, approvedBy: approval.decider, requestedBy: approval.requester };
        }
        await audit(transaction, { actor, action: 'keys export', subject, details });
      });
    },

    /** The requester withdraws a request; others refuse it. */
    async refuse(caller: Caller, id: number, note: string): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const { kind, subject, requestedBy, requester } = await lockWaiting(transaction, caller, id);
        const { actor } = caller;
        const status = requestedBy === actor.id ? 'withdrawn' : 'refused';
        await queries.saveDecision(transaction, id, { status, by: actor, note: note || null });
        const action = status === 'withdrawn' ? 'approval withdraw' : 'approval refuse';
        const details = { kind, subject, requestedBy: requester };
        await audit(transaction, { actor, action, subject: `approval ${id}`, reason: note || undefined, details });
      });
    },
  };
}

/** As the database returns it: without the fields that are undefined. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

const decisionOf = ({ id, status, requester, decider, decidedAt, note }: Approval) => ({
  approvalId: id,
  status,
  requester,
  decider,
  decidedAt,
  note,
});
