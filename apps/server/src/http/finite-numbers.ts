import type { FastifyRequest, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';

/**
 * The validator turns the text `1e309` into Infinity and then skips its limits. Such a request is refused like any other
 * with a wrong number, before its handler runs.
 */
export function refuseInfiniteNumbers(route: RouteOptions): void {
  const check: preHandlerAsyncHookHandler = async (request) => {
    const fault = findFault(request);
    if (!fault) return;
    // A route with its own error texts finds this fault where the validator puts its own.
    if (route.attachValidation) request.validationError ??= fault;
    else throw fault;
  };
  route.preHandler = [check, ...[route.preHandler ?? []].flat()];
}

type ValidationFault = NonNullable<FastifyRequest['validationError']>;

function findFault(request: FastifyRequest): ValidationFault | undefined {
  const parts = { params: request.params, querystring: request.query, body: request.body } as const;
  for (const [validationContext, part] of Object.entries(parts)) {
    const instancePath = findInfinite(part, '', 0);
    if (instancePath === undefined) continue;
    const fault = { keyword: 'type', instancePath, schemaPath: '', params: {}, message: 'must be a finite number' };
    const details = { statusCode: 400, code: 'FST_ERR_VALIDATION', validation: [fault], validationContext };
    return Object.assign(new Error(fault.message), details) as ValidationFault;
  }
  return undefined;
}

/** Deeper than any body of the API. */
const DEEPEST = 8;

function findInfinite(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || depth > DEEPEST) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findInfinite(part, `${path}/${name}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
