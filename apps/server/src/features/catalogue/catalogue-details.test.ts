import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENTLY } from '../../testing/eventually.ts';
import { faultsOf, importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { exportCatalogue } from './catalogue.export.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const DETAILS = `    series: Steppe Tales
    features: [single-player, controller]
    pegi: 12
    languages: { interface: [en, ru, pt-BR], audio: [en] }
    requirements:
      minimum: { os: Windows 10, memory: 0.5, storage: 20 }
      recommended: { os: Windows 11, processor: Intel Core i7, memory: 16, graphics: GeForce RTX 3060, storage: 20 }
      note: { ru: Нужен SSD, en: An SSD is needed, kz: SSD керек }
`;
const withDetails = (details: string) =>
  SAMPLE_CATALOGUE.replace('    popularity: 50\n', `${details}    popularity: 50\n`);
const RELATION = '    relation: { kind: dlc, base: 10 }\n';
const withAddition = SAMPLE_CATALOGUE.replace('    popularity: 70\n', `${RELATION}    popularity: 70\n`);
const get = async (url: string) => (await store.server.inject(url)).json();
const give = (text: string) => importFiles(store.database, { 'sample.yaml': text });

describe('the details of a game', () => {
  it('are imported, answered in the language of the visitor and exported', async () => {
    await give(withDetails(DETAILS));
    await expect
      .poll(() => get('/api/v1/game/10?lng=kz'), PATIENTLY)
      .toMatchObject({
        series: 'Steppe Tales',
        features: ['single-player', 'controller'],
        pegi: 12,
        languages: { interface: ['en', 'ru', 'pt-BR'], audio: ['en'], subtitles: [] },
        requirements: {
          minimum: { os: 'Windows 10', memory: 0.5, storage: 20 },
          recommended: { processor: 'Intel Core i7' },
          note: 'SSD керек',
        },
      });
    const before = await exportCatalogue(store.database);
    expect(before).toContain('series: Steppe Tales');
    await give(before);
    expect(await exportCatalogue(store.database)).toBe(before);
  });

  it('are absent without a word in the file', async () => {
    await give(SAMPLE_CATALOGUE);
    await expect
      .poll(() => get('/api/v1/game/10'), PATIENTLY)
      .toMatchObject({ series: null, features: [], pegi: null, languages: null, requirements: null });
  });

  it.each([
    ['an unknown feature', 'controller', 'flying', /features.*must be one of .*controller/],
    ['a feature given twice', 'controller', 'single-player', /features/],
    ['an age that PEGI does not have', 'pegi: 12', 'pegi: 13', /pegi must be one of 3,7,12,16,18/],
    ['a language by its name', 'pt-BR', 'Portuguese', /languages\.interface\.2/],
    ['no language of the interface', 'interface: [en, ru, pt-BR]', 'interface: []', /languages\.interface/],
    ['languages without the interface', 'interface: [en, ru, pt-BR], ', '', /languages .*interface/],
    ['an unknown use of a language', 'audio: [en]', 'smell: [en]', /languages\.smell is not known here/],
    ['memory as a text', 'memory: 0.5', 'memory: 512 MB', /minimum\.memory .*number/],
    ['memory of nothing', 'memory: 0.5', 'memory: 0', /minimum\.memory/],
    ['an unknown part of a computer', 'memory: 0.5', 'fan: loud', /minimum\.fan is not known here/],
    ['a note without a language', ', kz: SSD керек', '', /note .*kz/],
    ['an empty series', 'series: Steppe Tales', 'series: ""', /series/],
  ])('refuse %s', async (_, right, wrong, says) => {
    expect(DETAILS).toContain(right);
    const before = await exportCatalogue(store.database);
    const faults = await faultsOf(store.database, { 'sample.yaml': withDetails(DETAILS.replace(right, wrong)) });
    expect(faults.join('\n')).toMatch(says);
    for (const fault of faults) expect(fault).toMatch(/^sample\.yaml:\d+: ./);
    expect(await exportCatalogue(store.database)).toBe(before);
  });

  it('move the day that search engines read', async () => {
    await give(SAMPLE_CATALOGUE);
    await sql`UPDATE game SET updated_at = '2020-01-01' WHERE id = 10`.execute(store.database);
    await give(SAMPLE_CATALOGUE);
    const dayOf = async () =>
      (await sql<{ day: string }>`SELECT updated_at::date::text AS day FROM game WHERE id = 10`.execute(store.database))
        .rows[0]?.day;
    expect(await dayOf()).toBe('2020-01-01');
    await give(withDetails(DETAILS));
    expect(await dayOf()).not.toBe('2020-01-01');
  });
});

describe('an addition', () => {
  it('is shown with its base game, and the base game with it', async () => {
    await give(withAddition);
    await expect
      .poll(() => get('/api/v1/game/10/related'), PATIENTLY)
      .toMatchObject({ relations: [{ kind: 'dlc', game: { id: 20, priceWithDiscount: 450 } }] });
    expect(await get('/api/v1/game/20/related')).toMatchObject({ relations: [{ kind: 'base', game: { id: 10 } }] });
    expect(await exportCatalogue(store.database)).toContain('base: 10');
  });

  it.each([
    ['of a game that is not there', withAddition.replace('base: 10', 'base: 77'), /there is no game 77/],
    ['of itself', withAddition.replace('base: 10', 'base: 20'), /game 20 cannot belong to itself/],
    [
      'of another addition',
      withAddition.replace('    popularity: 50\n', '    relation: { kind: edition, base: 20 }\n    popularity: 50\n'),
      /game 10 belongs to another game itself/,
    ],
    ['of no kind', withAddition.replace('kind: dlc, ', ''), /relation .*kind/],
  ])('%s is refused', async (_, text, says) => {
    expect((await faultsOf(store.database, { 'sample.yaml': text })).join('\n')).toMatch(says);
  });

  it('cannot get an addition later, in another file', async () => {
    await give(withAddition);
    const more = `games:\n${SAMPLE_CATALOGUE.slice(SAMPLE_CATALOGUE.indexOf('  - id: 10'), SAMPLE_CATALOGUE.indexOf('  - id: 20'))}`;
    const text = more.replace('    popularity: 50\n', '    relation: { kind: dlc, base: 20 }\n    popularity: 50\n');
    expect((await faultsOf(store.database, { 'more.yaml': text })).join('\n')).toMatch(/belongs to another game/);
  });
});

describe('similar games and games that were seen', () => {
  it('gives similar games with a reason, none of the family', async () => {
    const series = '    series: Steppe Tales\n';
    await give(
      SAMPLE_CATALOGUE.replace('    popularity: 50\n', `${series}    popularity: 50\n`).replace(
        '    popularity: 70\n',
        `${series}    popularity: 70\n`,
      ),
    );
    await expect
      .poll(() => get('/api/v1/game/10/related'), PATIENTLY)
      .toMatchObject({
        relations: [],
        similar: [{ game: { id: 20 }, reason: { kind: 'series', values: ['Steppe Tales'] } }],
        delivery: null,
      });
  });

  it('is a 404 for a game that does not exist', async () => {
    expect((await store.server.inject('/api/v1/game/999/related')).statusCode).toBe(404);
  });

  it('lists cards in the order of the ids, each once, and leaves out what is not there', async () => {
    const cards = await get('/api/v1/game/cards?ids=20,999,10,20');
    expect(cards.map(({ id }: { id: number }) => id)).toEqual([20, 10]);
  });

  it.each(['', 'a', '1,', '0', '-1', '1;2', Array(13).fill(1).join(',')])('refuses the ids "%s"', async (ids) => {
    const { statusCode } = await store.server.inject(`/api/v1/game/cards?ids=${encodeURIComponent(ids)}`);
    expect(statusCode).toBe(400);
  });
});
