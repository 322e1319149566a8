import Type from 'typebox';

/** The key of a request. A browser repeats it with a repeated request, which is then done once: platform/once.ts. */
export const RequestKeyHeader = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })),
});
