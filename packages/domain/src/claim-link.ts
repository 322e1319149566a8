/** A link that opens what a person without an account has bought or been given. */

/** The token is 128 bits in base64url. */
export const CLAIM_TOKEN_PATTERN = '^[A-Za-z0-9_-]{22}$';
const TOKEN = new RegExp(CLAIM_TOKEN_PATTERN);

/** The page that opens the order of a guest. */
export const ORDER_LINK_PATH = '/order-link';

/** The token is behind the #: a browser sends it to no server, so no log and no referrer has it. */
export const claimLink = (path: string, token: string): string => `${path}#${token}`;

/** The token in the fragment of an address, with or without its #. */
export function claimTokenOf(fragment: string): string | undefined {
  const token = fragment.replace(/^#/, '');
  return TOKEN.test(token) ? token : undefined;
}
