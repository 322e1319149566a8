/** Rejects `javascript:` and similar addresses. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
