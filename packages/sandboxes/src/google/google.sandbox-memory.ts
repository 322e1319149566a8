/** Where the sandbox's OpenID provider keeps its sessions and codes: in memory, with an expiry and a limit. */
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Kept {
  payload: AdapterPayload;
  expiresAt: number;
}

const MAX_KEPT = 5000;

export function createAdapterFactory(): AdapterFactory {
  const kept = new Map<string, Kept>();

  function find(key: string): AdapterPayload | undefined {
    const found = kept.get(key);
    if (found && found.expiresAt > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  }

  function findBy(model: string, isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of kept) if (key.startsWith(`${model}:`) && isWanted(payload)) return find(key);
    return undefined;
  }

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(`${model}:${id}`, { payload, expiresAt: Date.now() + (expiresIn ?? Number.POSITIVE_INFINITY) * 1000 });
    },
    find: async (id) => find(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findBy(model, (payload) => payload.userCode === userCode),
    async consume(id) {
      const payload = find(`${model}:${id}`);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      kept.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) {
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) kept.delete(key);
      }
    },
  });
}
