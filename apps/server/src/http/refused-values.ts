import type { FastifyRequest, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';

/** Returns what a value of a request must be, if it is not. */
type Rule = (value: unknown) => string | undefined;

/**
 * The validator turns the text `1e309` into Infinity and then skips its limits. Such a request is refused like any other
 * with a wrong number, before its handler runs.
 */
export const refuseInfiniteNumbers = refuse((value) =>
  typeof value === 'number' && !Number.isFinite(value) ? 'must be a finite number' : undefined,
);

/** PostgreSQL stores no text with the character 0, and no JSON with half of a character. */
export const refuseUnstorableTexts = refuse((value) =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()) ? 'must be a whole text' : undefined,
);

function refuse(rule: Rule) {
  return (route: RouteOptions): void => {
    const check: preHandlerAsyncHookHandler = async (request) => {
      const fault = findFault(request, rule);
      if (!fault) return;
      // A route with its own error texts finds this fault where the validator puts its own.
      if (route.attachValidation) request.validationError ??= fault;
      else throw fault;
    };
    route.preHandler = [check, ...[route.preHandler ?? []].flat()];
  };
}

type ValidationFault = NonNullable<FastifyRequest['validationError']>;

function findFault(request: FastifyRequest, rule: Rule): ValidationFault | undefined {
  const parts = { params: request.params, querystring: request.query, body: request.body } as const;
  for (const [validationContext, part] of Object.entries(parts)) {
    const found = findRefused(part, rule, '', 0);
    if (!found) continue;
    const fault = { keyword: 'type', schemaPath: '', params: {}, ...found };
    const details = { statusCode: 400, code: 'FST_ERR_VALIDATION', validation: [fault], validationContext };
    return Object.assign(new Error(fault.message), details) as ValidationFault;
  }
  return undefined;
}

/** Deeper than any body of the API. */
const DEEPEST = 8;

function findRefused(
  value: unknown,
  rule: Rule,
  instancePath: string,
  depth: number,
): { instancePath: string; message: string } | undefined {
  const message = rule(value);
  if (message) return { instancePath, message };
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || depth > DEEPEST) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = rule(name)
      ? { instancePath, message: 'has a name that is not allowed' }
      : findRefused(part, rule, `${instancePath}/${name}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}
