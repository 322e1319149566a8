import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app (RFC 6238), with the settings that every app supports. */

const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Clocks may differ by one step. */
const WINDOW = 1;

export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, labels: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...labels, secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS });

/** The address that the app reads from the QR code. */
export const toTotpUri = (secret: string, labels: { issuer: string; label: string }): string =>
  totpOf(secret, labels).toString();

/** The time step of a valid code. Undefined for a wrong one. A step is accepted once, so the caller stores it. */
export function findTotpStep(secret: string, code: string, timestamp = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code.replaceAll(' ', ''), timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
