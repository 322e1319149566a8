/** What an error state tells of a failed call: the id of the request, for whoever is asked for help. */
export function failedCall(failure: unknown): { requestId: string | undefined } {
  const id = failure instanceof Error && 'requestId' in failure ? failure.requestId : undefined;
  return { requestId: typeof id === 'string' ? id : undefined };
}
