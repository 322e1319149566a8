/**
 * Whether a text is typed or pasted like a key: groups of letters and digits with dashes between. Such a text is never put
 * into an address, which proxies and the history of the browser keep. Words of a title have small letters and no digits.
 */
export function looksLikeKey(text: string): boolean {
  const value = text.trim();
  return (
    /^[A-Za-z0-9]{3,6}(-[A-Za-z0-9]{3,6}){2,4}$/.test(value) && (value === value.toUpperCase() || /\d/.test(value))
  );
}
