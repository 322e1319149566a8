import { createECDH, createHash } from 'node:crypto';
import type { PushSettings } from '@oyna/providers/web-push/web-push';
import type { EnvironmentReader } from './environment.ts';

type Reader = Pick<EnvironmentReader, 'read' | 'fault'>;

interface Defaults {
  /** Of the operator. */
  email: string;
  /** The sandbox of the demo. Undefined in production. */
  testOrigin: string | undefined;
}

const PRIVATE_BYTES = 32;
const PUBLIC_BYTES = 65;

/** Web push is offered if it has keys. The demo derives its own pair, which is public and reaches only the sandbox. */
export function parsePush({ read, fault }: Reader, { email, testOrigin }: Defaults): PushSettings | undefined {
  const givenSubject = read('VAPID_SUBJECT');
  if (givenSubject !== undefined && !/^(mailto:.+@.+|https:\/\/.+)$/.test(givenSubject)) {
    fault('VAPID_SUBJECT is not valid: an address that begins with mailto: or https:// is needed');
  }
  const subject = givenSubject ?? `mailto:${email}`;
  const [publicKey, privateKey] = [read('VAPID_PUBLIC_KEY'), read('VAPID_PRIVATE_KEY')];
  if (publicKey === undefined && privateKey === undefined) {
    return testOrigin === undefined ? undefined : { ...demoKeys(), subject, testOrigin };
  }
  const wrong = faultOf(publicKey, privateKey);
  if (wrong) fault(wrong);
  return publicKey && privateKey && !wrong ? { publicKey, privateKey, subject, testOrigin } : undefined;
}

function faultOf(publicKey: string | undefined, privateKey: string | undefined): string | undefined {
  if (publicKey && Buffer.from(publicKey, 'base64url').length !== PUBLIC_BYTES) {
    return `VAPID_PUBLIC_KEY is not valid: ${PUBLIC_BYTES} bytes in base64url are needed`;
  }
  if (privateKey && !publicKeyOf(privateKey)) {
    return `VAPID_PRIVATE_KEY is not valid: ${PRIVATE_BYTES} bytes in base64url are needed`;
  }
  if (!publicKey) return 'VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY needs it';
  if (!privateKey) return 'VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY needs it';
  return publicKeyOf(privateKey) === publicKey
    ? undefined
    : 'VAPID_PUBLIC_KEY is not valid: the public key of VAPID_PRIVATE_KEY is needed';
}

/** Undefined when it is no private key of the curve. */
function publicKeyOf(privateKey: string): string | undefined {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== PRIVATE_BYTES) return undefined;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

function demoKeys() {
  const privateKey = createHash('sha256').update('oyna demo push').digest('base64url');
  return { privateKey, publicKey: publicKeyOf(privateKey) ?? '' };
}
