import Type from 'typebox';
import { consoleComponent, Nullable, Time } from '../../http/openapi.ts';

const Count = Type.Integer({ description: 'At most 1000' });
const FaultKind = Type.Enum([
  'no-worker',
  'silent-node',
  'late-queue',
  'failed-schedule',
  'failing-provider',
  'old-backup',
  'failed-archive',
] as const);

export const FailedJob = consoleComponent(
  'FailedJob',
  Type.Object({
    id: Type.String(),
    kind: Type.Enum(['message', 'schedule'] as const),
    queue: Type.String(),
    at: Time,
    reason: Nullable(Type.String()),
    about: Nullable(Type.String()),
    orderId: Nullable(Type.String()),
  }),
);

export const Health = consoleComponent(
  'Health',
  Type.Object({
    faults: Type.Array(Type.Object({ kind: FaultKind, subject: Type.String(), since: Time })),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        role: Type.Enum(['web', 'worker'] as const),
        host: Type.String(),
        version: Type.String(),
        startedAt: Time,
        beatAt: Time,
        isSilent: Type.Boolean(),
      }),
    ),
    queues: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.Enum(['message', 'schedule'] as const),
        waiting: Count,
        running: Type.Integer(),
        failed: Count,
        lateSince: Nullable(Time),
      }),
    ),
    mail: Type.Object({
      isOn: Type.Boolean({ description: 'Whether a mail server is configured' }),
      delayed: Type.Array(
        Type.Object({
          id: Type.String(),
          queue: Type.String(),
          about: Nullable(Type.String()),
          orderId: Nullable(Type.String()),
          tries: Type.Integer(),
          nextAt: Time,
          reason: Nullable(Type.String()),
        }),
      ),
    }),
    providers: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        ended: Type.Integer({ description: 'Payments of the last 24 hours' }),
        paid: Type.Integer(),
        waiting: Type.Integer(),
        seconds: Nullable(Type.Number({ description: 'Median from the beginning of a payment to its confirmation' })),
        lastPaidAt: Nullable(Time),
        lastCallbackAt: Nullable(Time),
        failingSince: Nullable(Time),
      }),
    ),
    suppliers: Type.Array(
      Type.Object({
        name: Type.String(),
        ended: Type.Integer({ description: 'Top-ups of the last 24 hours' }),
        delivered: Type.Integer(),
        open: Type.Integer(),
        held: Type.Integer(),
        seconds: Nullable(Type.Number({ description: 'Median from the payment to the delivery' })),
        lastDeliveredAt: Nullable(Time),
        lastCallbackAt: Nullable(Time),
        alerts: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String(), since: Time })),
      }),
    ),
    rates: Type.Object({
      current: Type.Array(
        Type.Object({
          currency: Type.String(),
          rate: Type.String(),
          source: Type.String(),
          fetchedAt: Time,
          isStale: Type.Boolean(),
        }),
      ),
      days: Type.Array(
        Type.Object({
          date: Type.String(),
          source: Type.String(),
          KZT: Nullable(Type.String()),
          RUB: Nullable(Type.String()),
          AZN: Nullable(Type.String()),
        }),
      ),
    }),
    backups: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.Enum(['backup', 'rehearsal'] as const),
        doneAt: Time,
        note: Type.String(),
        by: Type.String(),
        isOld: Type.Boolean(),
      }),
    ),
  }),
);

export const RateComparison = consoleComponent(
  'RateComparison',
  Type.Object({
    source: Type.String(),
    date: Type.String(),
    rates: Type.Array(
      Type.Object({
        currency: Type.String(),
        ours: Nullable(Type.String()),
        theirs: Type.String(),
        hasJumped: Type.Boolean({ description: 'It is used only after an operator has accepted it' }),
      }),
    ),
  }),
);
