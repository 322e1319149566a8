/** What an error state shows of a failed call: the request id, for support. */
export function failedCall(failure: unknown): { requestId: string | undefined } {
  const id = failure instanceof Error && 'requestId' in failure ? failure.requestId : undefined;
  return { requestId: typeof id === 'string' ? id : undefined };
}

/** The resource does not exist, or its id is invalid. */
export function isMissing(failure: unknown): boolean {
  const { status } = (failure instanceof Error ? failure : {}) as { status?: unknown };
  return status === 404 || status === 400;
}
