import { AppError, type ErrorCode } from '@oyna/domain/errors';
import { CommandError } from '../../commands/command-error.ts';
import type { OperatorTeamService } from './operator-team.service.ts';

type TeamMember = Awaited<ReturnType<OperatorTeamService['list']>>[number];

export async function getTeamMember(team: OperatorTeamService, email: string): Promise<TeamMember> {
  const found = (await team.list()).find((operator) => operator.email.toLowerCase() === email.trim().toLowerCase());
  if (!found) throw new CommandError(`There is no operator ${email}`);
  return found;
}

export function describeTeamMember(operator: TeamMember): string {
  const parts = [
    `#${operator.id}`,
    operator.email,
    operator.name,
    operator.roleId,
    operator.hasSecondFactor ? undefined : 'NO SECOND FACTOR',
    `${operator.sessions} ${operator.sessions === 1 ? 'session' : 'sessions'}`,
    operator.seenAt ? `seen ${operator.seenAt}` : 'not seen',
    operator.disabledAt && `DISABLED since ${operator.disabledAt}`,
  ];
  return parts.filter(Boolean).join('  ');
}

const FAULTS: Partial<Record<ErrorCode, string>> = {
  'email-taken': 'This address has an operator already',
  'email-invalid': 'This is not an e-mail address',
  'not-found': 'There is no such role; roles: owner, manager, support, stock, finance, auditor and those of the store',
  'last-owner': 'The store needs at least one owner who can sign in',
  'changed-meanwhile': 'It is so already',
  unavailable: 'The console is off: set CONSOLE_URL to its address',
};

/** Turns the refusal of a service into a line for the operator. */
export async function explainOperatorFault<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const line = error instanceof AppError ? FAULTS[error.code] : undefined;
    throw line === undefined ? error : new CommandError(line);
  }
}
