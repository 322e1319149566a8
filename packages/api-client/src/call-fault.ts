import type { ErrorCode } from '@oyna/domain/errors';

/** What went wrong with a call; `no-answer` is a lost network rather than a refusal. */
export interface CallFault {
  error: ErrorCode | 'no-answer';
  /** The invalid field, if the error belongs to one. */
  field: string | undefined;
  requestId: string | undefined;
}

/**
 * Checks fields and not the class, because the client that throws is loaded with the first call. Codes are not checked:
 * the list of all codes is larger than the forms. Each form has texts for the codes that it knows, and a general text.
 */
export function faultOf(error: unknown): CallFault {
  const { status, code, field, requestId } = (error instanceof Error ? error : {}) as Record<string, unknown>;
  return {
    error: status === 0 ? 'no-answer' : typeof code === 'string' ? (code as ErrorCode) : 'internal',
    field: typeof field === 'string' ? field : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
