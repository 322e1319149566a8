import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { REPLACEMENT_LIMITS, WAIT_REASONS } from '@oyna/domain/replacement-policy';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { ReplacementPolicyService } from './replacement-policy.service.ts';

const tags = ['claims'];
const Within = ({ min, max }: { min: number; max: number }) => Type.Integer({ minimum: min, maximum: max });

const Settings = consoleComponent(
  'ReplacementSettings',
  Type.Object({
    isOn: Type.Boolean(),
    maxPriceCents: Within(REPLACEMENT_LIMITS.maxPriceCents),
    minAccountDays: Within(REPLACEMENT_LIMITS.minAccountDays),
    needsConfirmedEmail: Type.Boolean(),
    minEarlierPurchases: Within(REPLACEMENT_LIMITS.minEarlierPurchases),
    maxBatchClaimPercent: Within(REPLACEMENT_LIMITS.maxBatchClaimPercent),
    dailyBudgetCents: Within(REPLACEMENT_LIMITS.dailyBudgetCents),
    maxDaysSinceDelivery: Within(REPLACEMENT_LIMITS.maxDaysSinceDelivery),
    daysBetweenReplacements: Within(REPLACEMENT_LIMITS.daysBetweenReplacements),
  }),
);

const Policy = consoleComponent(
  'ReplacementPolicy',
  Type.Object({
    version: Type.Integer({ description: '0: the settings of the environment' }),
    settings: Settings,
    defaults: Settings,
    history: Type.Array(
      Type.Object({
        version: Type.Integer(),
        settings: Settings,
        reason: Type.String(),
        changedBy: Type.String(),
        changedAt: Time,
      }),
    ),
  }),
);

const Decision = Type.Union([
  Type.Object({ action: Type.Literal('replace') }),
  Type.Object({ action: Type.Literal('wait'), reason: Type.Enum(WAIT_REASONS) }),
]);
const Outcome = Type.Object({
  replaced: Type.Integer({ description: 'Claims that would have been replaced at once' }),
  price: Type.String({ description: 'Their prices in US dollars, as the daily budget counts them' }),
  cost: Type.String({ description: 'What these keys cost the store, in US dollars' }),
});
const Simulation = consoleComponent(
  'ReplacementSimulation',
  Type.Object({
    days: Type.Integer(),
    claims: Type.Integer(),
    current: Outcome,
    proposed: Outcome,
    changed: Type.Integer(),
    changes: Type.Array(
      Type.Object({
        keyId: Type.Integer(),
        orderNumber: Type.String(),
        productName: Type.String(),
        openedAt: Time,
        price: Type.String(),
        from: Decision,
        to: Decision,
      }),
    ),
    approximated: Type.Integer({
      description:
        'Claims whose facts were not kept when they were opened. Payments refunded and addresses changed since then count as they are today.',
    }),
  }),
);

export const replacementPolicyAdminRoutes: FastifyPluginAsyncTypebox<{ policy: ReplacementPolicyService }> = async (
  app,
  { policy },
) => {
  app.get(
    '/api/v1/claims/policy',
    {
      schema: {
        tags,
        security: operators('claims:read'),
        summary: 'Show when keys are replaced at once, with earlier versions',
        response: { 200: Policy, ...errorResponses },
      },
    },
    async () => isoDates(await policy.get()),
  );

  app.put(
    '/api/v1/claims/policy',
    {
      schema: {
        tags,
        security: operators('settings:write'),
        summary: 'Change when keys are replaced at once',
        body: Type.Object({
          version: Type.Integer({ minimum: 0, description: 'The version that the operator has seen' }),
          settings: Settings,
          reason: Type.String({ maxLength: 500 }),
        }),
        response: { 200: Policy, ...errorResponses },
      },
    },
    async (request) => {
      const { version: seenVersion, settings, reason } = request.body;
      await policy.change(actorOf(request), { seenVersion, settings, reason });
      return isoDates(await policy.get());
    },
  );

  app.post(
    '/api/v1/claims/policy/simulation',
    {
      schema: {
        tags,
        security: operators('claims:read'),
        summary: 'Decide the claims of the last 90 days again, under the settings in force and under others',
        body: Type.Object({ settings: Settings }),
        response: { 200: Simulation, ...errorResponses },
      },
    },
    async (request) => isoDates(await policy.simulate(request.body.settings)),
  );
};
