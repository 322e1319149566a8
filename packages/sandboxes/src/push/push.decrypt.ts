/** Reads a push message as a browser does (RFC 8291 with RFC 8188, one record). Written apart from the sender's library. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';

export interface Receiver {
  /** Base64url, as the browser gives them to the store. */
  p256dh: string;
  auth: string;
  privateKey: string;
}

/** The keys that a browser makes when it subscribes. */
export function createReceiver(randomAuth: Buffer): Receiver {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return {
    p256dh: curve.getPublicKey('base64url'),
    auth: randomAuth.toString('base64url'),
    privateKey: curve.getPrivateKey('base64url'),
  };
}

/** Throws when the message is not for this receiver or was changed. */
export function decryptPush(body: Buffer, { p256dh, auth, privateKey }: Receiver): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const shared = curve.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return padded.subarray(0, end).toString();
}

/** Whether `vapid t=…, k=…` is signed by its key, for this push service, and not expired (RFC 8292). */
export function isVapidValid(authorization: string | null, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  return isSigned && aud === origin && Number(exp) > Date.now() / 1000 && /^(mailto|https):/.test(String(sub));
}
