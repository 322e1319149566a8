import { parseConfig } from '../config.ts';
import { stockDemo } from '../demo/demo-keys.ts';
import { type CatalogueSource, parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import { CatalogueFileError } from '../features/catalogue/catalogue-file-error.ts';
import { importCatalogue } from '../features/catalogue/catalogue-import.service.ts';
import { createKeysService } from '../features/keys/keys.service.ts';
import type { Database } from '../platform/database/connection.ts';

/** A whole catalogue in one screen, with one of everything. */
export const SAMPLE_CATALOGUE = `categories:
  - id: 1
    name: RPG
    title: { ru: Ролевые, en: Role-playing, kz: Рөлдік }
    hue: 265
  - id: 2
    name: Racing
    title: { ru: Гонки, en: Races, kz: Жарыс }
    hue: 18
instructions:
  steam-key: { ru: <p>Введите ключ</p>, en: <p>Enter the key</p>, kz: <p>Кілтті енгізіңіз</p> }
countries:
  - id: 1
    code: KZ
    name: { ru: Казахстан, en: Kazakhstan, kz: Қазақстан }
games:
  - id: 10
    name: Silver Saiga
    aliases: [Сайгак]
    category: RPG
    genres: [rpg]
    developer: Steppe
    publisher: Steppe
    released: 2024-02-29
    popularity: 50
    art: { motif: ridges, hue: 10 }
    oldPriceExtra: 10
    description:
      ru: <p>О сайгаке</p>
      en: <p>About a saiga</p>
      kz: <p>Киік туралы</p>
    offers:
      - id: 101
        edition: Standard
        type: Key
        platform: Steam
        region: KZ
        price: 19.99
        priceWithDiscount: 9.99
        instruction: steam-key
      - id: 102
        edition: Deluxe
        type: Key
        platform: GOG
        region: Global
        price: 29.99
        priceWithDiscount: 29.99
        instruction: steam-key
  - id: 20
    name: Night Rally
    category: Racing
    popularity: 70
    art: { motif: orbit, hue: 200 }
    description: { ru: <p>Ралли</p>, en: <p>A rally</p>, kz: <p>Ралли ойыны</p> }
    offers:
      - id: 201
        edition: Standard
        type: Key
        platform: Xbox
        region: TR
        price: 5
        priceWithDiscount: 4.5
        instruction: steam-key
groups:
  - name: Slider
    title: { ru: Главное, en: Featured, kz: Басты }
    games: [20, 10]
news:
  - id: 1
    published: 2026-01-31
    title: { ru: Новость, en: News, kz: Жаңалық }
    summary: { ru: Кратко, en: In short, kz: Қысқаша }
    body: { ru: <p>Подробно</p>, en: <p>In full</p>, kz: <p>Толық</p> }
    art: { motif: contour, hue: 30 }
`;

type Files = Record<string, string>;

/** Imports as the operator's command does: the faults of all files at once, and then nothing is changed. */
export async function importFiles(database: Database, files: Files): Promise<void> {
  const faults: string[] = [];
  const sources: CatalogueSource[] = [];
  for (const [name, text] of Object.entries(files)) {
    try {
      sources.push(parseCatalogueFile(name, text));
    } catch (error) {
      if (!(error instanceof CatalogueFileError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length > 0) throw new CatalogueFileError(faults);
  await importCatalogue(database, sources);
  await stockDemo(database, createKeysService(database, { current: parseConfig({}).keyEncryptionKey }));
}

export async function faultsOf(database: Database, files: Files): Promise<string[]> {
  try {
    await importFiles(database, files);
  } catch (error) {
    if (error instanceof CatalogueFileError) return error.faults;
    throw error;
  }
  return [];
}
