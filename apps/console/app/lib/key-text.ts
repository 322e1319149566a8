/**
 * Whether a text is typed or pasted like a key: groups of letters and digits with dashes between. Such a text is never put
 * into an address, which proxies and the history of the browser keep. Words of a title have small letters and no
 * digits, phone numbers no letters.
 */
export function looksLikeKey(text: string): boolean {
  const value = text.trim();
  const isGrouped = /^[A-Za-z0-9]{3,6}(-[A-Za-z0-9]{3,6}){2,4}$/.test(value);
  return isGrouped && /[A-Za-z]/.test(value) && (value === value.toUpperCase() || /\d/.test(value));
}
