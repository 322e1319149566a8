interface ApiErrorDetails {
  status: number;
  code: string;
  message: string;
  requestId: string | undefined;
  /** The parameter at fault, where one is. */
  field?: string | undefined;
  current?: unknown;
}

/** Everything that can go wrong with a call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly field: string | undefined;
  /** The present state, if the server sends it: with `changed-meanwhile`, or the faults of a draft. */
  readonly current: unknown;

  constructor({ status, code, message, requestId, field, current }: ApiErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.field = field;
    this.current = current;
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError({ status: 0, code: 'unavailable', message: 'No answer', requestId: undefined }, { cause });
  }
}

/** The message of the server if it sent one, otherwise the text of spec §8. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const text = (key: string): string | undefined => {
    const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return new ApiError({
    status: response.status,
    code: text('code') ?? 'internal',
    message: text('message') ?? `Request failed with status ${response.status}`,
    requestId: text('requestId') ?? response.headers.get('x-request-id') ?? undefined,
    field: text('field'),
    current: typeof body === 'object' && body !== null && 'current' in body ? body.current : undefined,
  });
}
