/** For failures that are not shown to the visitor (spec §8: "logged, nothing shown"). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log
  console.warn(what, error);
}
