import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import startStore from '../store.ts';

/** The demo with additional games: one that is sold out, one with a very long name, and a thousand similar ones. */

const COMMANDS = fileURLToPath(new URL('../../apps/server/src/cli.ts', import.meta.url));
const MANY = 1000;
export const LONG = { id: 900_001, name: `${'The Extraordinarily Long Chronicles of '.repeat(4)}the Last Caravan` };
export const SOLD_OUT = { id: 900_002, name: 'Sold to the Last Key' };
/** The search text that finds the thousand games. */
export const SERIES = 'Qyzyltau';

const description = {
  ru: `<p>${'Караван идёт через степь, и каждый колодец на пути помнит тех, кто был здесь раньше. '.repeat(12)}</p>`,
  en: `<p>${'The caravan crosses the steppe, and every well on its way remembers those who came before. '.repeat(12)}</p>`,
  kz: `<p>${'Керуен даланы кесіп өтеді, жолдағы әр құдық бұрын өткендерді ұмытпайды. '.repeat(12)}</p>`,
};

function game(id: number, name: string, editions: readonly string[]) {
  return {
    id,
    name,
    category: 'RPG',
    developer: 'A Studio of the Great Steppe and of All Its Neighbours',
    publisher: 'A Studio of the Great Steppe and of All Its Neighbours',
    released: '2026-01-31',
    popularity: 1,
    art: { motif: 'contour', hue: id % 360 },
    description,
    offers: editions.map((edition, place) => ({
      id: id * 10 + place,
      edition,
      type: 'Key',
      platform: 'Steam',
      region: 'Global',
      price: 1234.56 + place,
      priceWithDiscount: 1034.56 + place,
      instruction: 'steam-key',
    })),
  };
}

export default async function startLargeStore() {
  const stop = await startStore();
  const folder = mkdtempSync(join(tmpdir(), 'oyna-screenshots-'));
  const file = join(folder, 'more.yaml');
  const games = [
    game(LONG.id, LONG.name, [
      'Collector’s Edition with the Complete Soundtrack, the Art Book and Every Expansion',
      'Standard',
    ]),
    game(SOLD_OUT.id, SOLD_OUT.name, ['Standard', 'Deluxe']),
    ...Array.from({ length: MANY }, (_, place) => game(910_000 + place, `${SERIES} ${place + 1}`, ['Standard'])),
  ];
  writeFileSync(file, JSON.stringify({ games }));
  const environment = { ...process.env, DATA_DIR: process.env['STORE_DATA_DIR'] };
  try {
    execFileSync(process.execPath, [COMMANDS, 'catalogue', 'import', file], { env: environment, stdio: 'pipe' });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
  return stop;
}
