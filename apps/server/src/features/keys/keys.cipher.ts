import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealed {
  /** The master key that opens it. */
  masterId: string;
  bytes: Buffer;
}

/**
 * AES-256-GCM under the store's master key. `boundTo` is authenticated: what was sealed for one row does not open in
 * another. While the master key is being changed, the previous one still opens.
 */
export function createKeyCipher(current: Buffer, previous?: Buffer) {
  // Prepared once: preparing the key takes Node four times as long as sealing with it.
  const currentKey = createSecretKey(current);
  const currentId = masterIdOf(current);
  const masters = new Map([[currentId, currentKey]]);
  if (previous) masters.set(masterIdOf(previous), createSecretKey(previous));

  /** Throws when the bytes, the row or the master key is not the one it was sealed with. */
  function open({ masterId, bytes }: Sealed, boundTo: string): Buffer {
    const master = masters.get(masterId);
    if (!master) throw new Error(`KEY_ENCRYPTION_KEY is not the one that sealed this (${masterId})`);
    const decipher = createDecipheriv('aes-256-gcm', master, bytes.subarray(0, IV_BYTES))
      .setAAD(proofOf(masterId, boundTo))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  return {
    currentId,

    open,

    opens(sealed: Sealed, boundTo: string): boolean {
      try {
        open(sealed, boundTo);
        return true;
      } catch {
        return false;
      }
    },

    seal(plain: string | Buffer, boundTo: string): Sealed {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', currentKey, iv).setAAD(proofOf(currentId, boundTo));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { masterId: currentId, bytes: Buffer.concat([iv, cipher.getAuthTag(), body]) };
    },
  };
}

/** Names a master key in what it has sealed. It says nothing about the key. */
export function masterIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('oyna master key').digest('hex').slice(0, 12);
}

const proofOf = (masterId: string, boundTo: string) => Buffer.from(`${masterId}:${boundTo}`);
