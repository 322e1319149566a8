import type { ErrorCode } from '@oyna/domain/errors';

/** What went wrong with a call; `no-answer` is a lost network rather than a refusal. */
export interface CallFault {
  error: ErrorCode | 'no-answer';
  /** The invalid field, if the error belongs to one. */
  field: string | undefined;
  requestId: string | undefined;
}

/**
 * By what it has rather than by its class: the client that throws comes with the first call. Codes are taken as they come:
 * the list of all codes is longer than the forms, and each form has words for those it knows and for any other.
 */
export function faultOf(error: unknown): CallFault {
  const { status, code, field, requestId } = (error instanceof Error ? error : {}) as Record<string, unknown>;
  return {
    error: status === 0 ? 'no-answer' : typeof code === 'string' ? (code as ErrorCode) : 'internal',
    field: typeof field === 'string' ? field : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
