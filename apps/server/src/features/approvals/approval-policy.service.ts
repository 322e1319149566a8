import { AppError } from '@oyna/domain/errors';
import { audit, findLastChange } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './approvals.queries.ts';
import { type ApprovalsService, assertSecondPerson, isAnyNeeded } from './approvals.service.ts';

const SUBJECT = 'approval policy';

export type ApprovalPolicyService = ReturnType<typeof createApprovalPolicyService>;

/** What needs a second person. Once something does, so does a change of these settings. */
export function createApprovalPolicyService(db: Database, approvals: Pick<ApprovalsService, 'define'>) {
  return {
    get: () => queries.getPolicy(db),

    /** `version` is the one that was seen. */
    change: approvals.define<queries.ApprovalPolicy, null>({
      kind: 'policy',
      subject: () => SUBJECT,
      async execute(transaction, { actor }, { version, ...after }) {
        const current = await queries.getPolicy(transaction, { isLocked: true });
        if (current.version !== version) {
          const last = await findLastChange(transaction, SUBJECT);
          throw new AppError('changed-meanwhile', { current: { ...current, ...last } });
        }
        const { version: _seen, ...before } = current;
        // Without a colleague there would be no way back.
        if (isAnyNeeded(after) && (await queries.countOperators(transaction, 'team:write')) < 2)
          throw new AppError('approval-alone');
        await assertSecondPerson(transaction, actor, 'policy', { before, after });
        await queries.savePolicy(transaction, after);
        await audit(transaction, { actor, action: 'approval policy', subject: SUBJECT, before, after });
        return { answer: null };
      },
    }),
  };
}
