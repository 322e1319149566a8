/** Never `javascript:` or the like, whoever has sent it. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
