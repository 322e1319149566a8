import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { canonicalKey } from '@oyna/domain/key-file';
import type { KeyKind } from '@oyna/domain/key-formats';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { createKeyCipher, type Sealed } from './keys.cipher.ts';
import { listOneKeyPerMaster } from './keys.queries.ts';
import * as secrets from './vault-secrets.queries.ts';

const FINGERPRINT_SECRET = 'fingerprint';

interface KeyOfProduct {
  id: number;
  productId: number;
}

const boundTo = ({ id, productId }: KeyOfProduct) => `${id}/${productId}`;

export const fingerprintOf = (secret: KeyObject, value: string): Buffer =>
  createHmac('sha256', secret).update(value).digest();

/** `typed` is the fingerprint of the same key in a vault from before `keys compare`. */
export function fingerprintsOf(
  secret: KeyObject,
  value: string,
  kind: KeyKind,
): { fingerprint: Buffer; typed?: Buffer } {
  const canonical = canonicalKey(value, kind);
  const fingerprint = fingerprintOf(secret, canonical);
  return canonical === value ? { fingerprint } : { fingerprint, typed: fingerprintOf(secret, value) };
}

export type KeyVault = ReturnType<typeof createKeyVault>;

/** Seals and opens keys and secrets under the master key of the store. What it opens is not recorded here. */
export function createKeyVault(db: Database, master: { current: Buffer; previous?: Buffer | undefined }) {
  const cipher = createKeyCipher(master.current, master.previous);

  /** The secret that fingerprints are made with. The first call of a store creates it. */
  async function fingerprintSecret(connection: Connection = db): Promise<KeyObject> {
    const found = await secrets.findSecret(connection, FINGERPRINT_SECRET);
    if (found) return createSecretKey(cipher.open(found, FINGERPRINT_SECRET));
    await secrets.insertSecret(connection, FINGERPRINT_SECRET, cipher.seal(randomBytes(32), FINGERPRINT_SECRET));
    const kept = await secrets.findSecret(connection, FINGERPRINT_SECRET);
    if (!kept) throw new Error('the vault has no secret');
    return createSecretKey(cipher.open(kept, FINGERPRINT_SECRET));
  }

  const openKey = ({ sealed, ...key }: KeyOfProduct & { sealed: Sealed }): string =>
    cipher.open(sealed, boundTo(key)).toString();

  return {
    /** The name of the master key that seals. */
    currentId: cipher.currentId,
    fingerprintSecret,
    openKey,
    sealKey: (key: KeyOfProduct, value: string): Sealed => cipher.seal(value, boundTo(key)),

    /** Opens the secret and one key of each master key; throws when KEY_ENCRYPTION_KEY is not the one that sealed them. */
    async openVault(): Promise<void> {
      await fingerprintSecret();
      for (const key of await listOneKeyPerMaster(db)) openKey(key);
    },

    /** Whether the master key opens what is in the vault; a vault without a secret is empty. */
    async isVaultOpen(): Promise<boolean> {
      const secret = await secrets.findSecret(db, FINGERPRINT_SECRET);
      return secret === undefined || cipher.opens(secret, FINGERPRINT_SECRET);
    },

    /** Secrets of other parts of the store. They are bound to their name, and `rotateKeys` seals them anew. */
    secrets: {
      save: (connection: Connection, name: string, plain: string) =>
        secrets.saveSecret(connection, name, cipher.seal(plain, name)),
      async find(connection: Connection, name: string): Promise<string | undefined> {
        const sealed = await secrets.findSecret(connection, name);
        return sealed && cipher.open(sealed, name).toString();
      },
      remove: secrets.deleteSecret,
    },

    /** Seals all secrets anew under the current master key. */
    async rotateSecrets(transaction: Connection): Promise<void> {
      for (const { name, sealed } of await secrets.lockSecrets(transaction)) {
        await secrets.saveSecret(transaction, name, cipher.seal(cipher.open(sealed, name), name));
      }
    },
  };
}
