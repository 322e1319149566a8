/** What an error state shows of a failed call: the request id, for support. */
export function failedCall(failure: unknown): { requestId: string | undefined } {
  const id = failure instanceof Error && 'requestId' in failure ? failure.requestId : undefined;
  return { requestId: typeof id === 'string' ? id : undefined };
}

/** There is no such thing, or its id is not one. */
export function isMissing(failure: unknown): boolean {
  const { status } = (failure instanceof Error ? failure : {}) as { status?: unknown };
  return status === 404 || status === 400;
}
