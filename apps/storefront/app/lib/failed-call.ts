/** What an error state tells of a failed call: the id of the request, for whoever is asked for help. */
export function failedCall(failure: unknown): { requestId: string | undefined } {
  const id = failure instanceof Error && 'requestId' in failure ? failure.requestId : undefined;
  return { requestId: typeof id === 'string' ? id : undefined };
}

/** There is no such thing, or its id is not one. */
export function isMissing(failure: unknown): boolean {
  const { status } = (failure instanceof Error ? failure : {}) as { status?: unknown };
  return status === 404 || status === 400;
}
