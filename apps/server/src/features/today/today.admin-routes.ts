import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MOST_COUNTED } from '@oyna/domain/list-filters';
import { amountToText } from '@oyna/domain/money';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { operatorOf, operators } from '../../http/operator-auth.ts';
import { TASK_KINDS } from './task-kinds.ts';
import type { TodayService } from './today.service.ts';

const Sums = Type.Array(Type.Object({ currency: Type.String(), count: Type.Integer(), amount: Type.String() }));

const Task = consoleComponent(
  'Task',
  Type.Object({
    kind: Type.Enum(TASK_KINDS),
    id: Type.String({
      description:
        'The key of a claim, the message, the order, the alert, the job, the product or the provider and day',
    }),
    since: Time,
    text: Type.String(),
    orderId: Nullable(Type.String()),
    number: Nullable(Type.String()),
    reconciliation: Nullable(
      Type.Object(
        { provider: Type.String(), day: Type.String({ format: 'date' }) },
        {
          description: 'Where money without an order is looked for, or the registry that differs',
        },
      ),
    ),
    marginCents: Nullable(Type.Integer({ description: 'Of an offer that is sold below its cost, in US cents' })),
    keysLeft: Nullable(Type.Integer({ description: 'Of a product with low stock' })),
    total: Type.Integer({
      maximum: MOST_COUNTED + 1,
      description: `How many of this kind wait. ${MOST_COUNTED + 1}: more than ${MOST_COUNTED}`,
    }),
  }),
);
const Figures = consoleComponent(
  'Figures',
  Type.Object({
    from: Time,
    to: Time,
    paid: Sums,
    refunded: Sums,
    earned: Type.Array(
      Type.Object({ currency: Type.String(), fees: Type.String(), cost: Type.String(), margin: Type.String() }),
    ),
    delivered: Type.Integer(),
    medianSeconds: Nullable(Type.Number({ description: 'From the beginning of a payment to its key' })),
    providers: Type.Array(Type.Object({ provider: Type.String(), ended: Type.Integer(), paid: Type.Integer() })),
  }),
);

export const todayAdminRoutes: FastifyPluginAsyncTypebox<{ today: TodayService }> = async (app, { today }) => {
  app.get(
    '/api/v1/today',
    {
      schema: {
        tags: ['orders'],
        security: operators(),
        summary: 'List what waits for a person, and the figures of the day',
        response: {
          200: Type.Object({
            tasks: Type.Array(Task),
            figures: Nullable(Type.Object({ today: Figures, lastWeek: Figures })),
          }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const operator = operatorOf(request);
      const [figures, tasks] = await Promise.all([
        operator.permissions.includes('orders:read') ? today.getFigures() : null,
        today.listTasks(operator),
      ]);
      const canSeeMargin = operator.permissions.includes('finance:read');
      return {
        tasks: tasks.map((task) => ({ ...task, since: task.since.toISOString() })),
        figures: figures && {
          today: figuresOf(figures.today, canSeeMargin),
          lastWeek: figuresOf(figures.lastWeek, canSeeMargin),
        },
      };
    },
  );
};

type ReadFigures = Awaited<ReturnType<TodayService['getFigures']>>['today'];

const figuresOf = ({ from, to, paid, refunded, earned, ...figures }: ReadFigures, canSeeMargin: boolean) => ({
  ...figures,
  from: from.toISOString(),
  to: to.toISOString(),
  paid: paid.map((sum) => ({ ...sum, amount: amountToText(sum.amount) })),
  refunded: refunded.map((sum) => ({ ...sum, amount: amountToText(sum.amount) })),
  earned: (canSeeMargin ? earned : []).map(({ currency, fees, cost, margin }) => ({
    currency,
    fees: amountToText(fees),
    cost: amountToText(cost),
    margin: amountToText(margin),
  })),
});
