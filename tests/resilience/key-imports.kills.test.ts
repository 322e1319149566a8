import { afterAll, expect, it, vi } from 'vitest';
import { cleanUp, newFolder } from '../../apps/server/src/testing/store-process.ts';
import { importWhileSelling } from './key-imports.ts';
import { openShop } from './shop-processes.ts';

vi.setConfig({ testTimeout: 300_000 });

afterAll(cleanUp);

it('an import whose process is killed is resumed while the shop sells, and has each key once', async () => {
  const shop = await openShop({ folder: newFolder() });
  try {
    const options = { keys: 400, chunkLines: 50, buyers: 3, kills: 2, quietMs: 0, seed: 1 };
    const { imported, faults } = await importWhileSelling(shop, options);
    expect(faults).toEqual([]);
    expect(imported).toBe(400);
  } finally {
    await shop.close();
  }
});
