import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { consoleComponent } from './openapi.ts';

/** What an action has done, or the request that waits for a second operator. */
type Outcome<Answer> = { answer: Answer; approvalId?: undefined } | { answer?: undefined; approvalId: number };

/** The response with status 202. */
export const WaitingApproval = consoleComponent(
  'WaitingApproval',
  Type.Object({ approvalId: Type.Integer({ description: 'The request that waits for a second operator' }) }),
);

export const sendOutcome = <Answer, View>(
  reply: FastifyReply,
  { answer, approvalId }: Outcome<Answer>,
  view: (answer: Answer) => View,
) => (approvalId === undefined ? reply.send(view(answer)) : reply.code(202).send({ approvalId }));

export const sendDone = (reply: FastifyReply, { approvalId }: Outcome<null>) =>
  approvalId === undefined ? reply.code(204).send(null) : reply.code(202).send({ approvalId });
