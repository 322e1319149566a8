import { PERMISSIONS } from '@oyna/domain/permissions';
import type { Command } from 'commander';
import { commandCaller } from '../features/approvals/approvals.service.ts';
import { describeTeamMember, explainOperatorFault, getTeamMember } from '../features/operators/operators.commands.ts';
import { currentOperator } from '../platform/audit.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { JSON_OPTION, print, say } from './output.ts';
import { withStore } from './store-access.ts';

const EMAIL = ['<email>', 'address of the operator'] as const;

type Team = Parameters<Parameters<typeof withStore>[0]>[0]['operators']['team'];

/** A change of one operator, after its preview was confirmed. */
interface Change {
  preview: string;
  run(team: Team, id: number): Promise<string>;
}

const CHANGES: Record<string, Change & { description: string }> = {
  disable: {
    description: 'Refuse the sign-in of an operator and end the sessions.',
    preview: 'All sessions end. The operator cannot sign in. Changes of prices that they have planned are cancelled.',
    async run(team, id) {
      const cancelled = await team.disable(currentOperator(), PERMISSIONS, id);
      if (cancelled === 0) return 'Disabled';
      return `Cancelled ${cancelled} planned ${cancelled === 1 ? 'change' : 'changes'} of prices. Disabled`;
    },
  },
  enable: {
    description: 'Let a disabled operator sign in again.',
    preview: 'The operator can sign in again with the same role.',
    async run(team, id) {
      await team.enable(commandCaller(currentOperator()), { id });
      return 'Enabled';
    },
  },
  'reset-second-factor': {
    description: 'Remove passkeys, authenticator app and recovery codes of an operator who has lost them.',
    preview: 'All sessions end. The operator sets up a new second factor at the next sign-in.',
    async run(team, id) {
      await team.resetSecondFactor(currentOperator(), PERMISSIONS, id);
      return 'Removed the second factor';
    },
  },
  'end-sessions': {
    description: 'End all sessions of an operator.',
    preview: 'All sessions end.',
    async run(team, id) {
      const ended = await team.endSessions(currentOperator(), PERMISSIONS, id);
      return `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}`;
    },
  },
};

export function registerOperatorsCommands(program: Command): void {
  const operators = program.command('operators').description('Manage who may open the console.');
  operators
    .command('list')
    .option(...JSON_OPTION)
    .description('List operators and open invitations.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ operators: { team, invitations } }) => {
        const [members, invited] = [await team.list(), await invitations.list()];
        const lines = [
          ...members.map(describeTeamMember),
          ...invited.map(
            ({ email, roleId, expiresAt, isExpired }) =>
              `invited  ${email}  ${roleId}  ${isExpired ? 'EXPIRED' : `until ${expiresAt}`}`,
          ),
        ];
        const data = { operators: members, invitations: invited };
        print(
          data,
          lines.length === 0
            ? ['There are no operators. Invite the first: operators invite EMAIL --role owner']
            : lines,
          options,
        );
      }),
    );
  operators
    .command('invite')
    .argument(...EMAIL)
    .requiredOption('--role <role>', 'owner, manager, support, stock, finance, auditor or a role of the store')
    .description('Print a link with which a new operator sets a password. It works once, for 72 hours.')
    .action((email: string, options: { role: string }) =>
      withStore(async ({ operators: { invitations } }) => {
        const form = { email, roleId: options.role };
        const { answer } = await explainOperatorFault(() => invitations.invite(commandCaller(currentOperator()), form));
        say(answer?.link ?? '');
        say(`It works once, until ${answer?.expiresAt}. Send it to ${email} on a way that you trust.`);
      }),
    );
  for (const [name, { description, preview, run }] of Object.entries(CHANGES)) {
    operators
      .command(name)
      .argument(...EMAIL)
      .option(...YES_OPTION)
      .description(description)
      .action((email: string, options: { yes?: boolean }) =>
        withStore(async ({ operators: { team } }) => {
          const operator = await getTeamMember(team, email);
          await confirmThen([describeTeamMember(operator), preview], options, async () => {
            const done = await explainOperatorFault(() => run(team, operator.id));
            return `${done}: ${operator.email}`;
          });
        }),
      );
  }
}
