import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connect } from '../../platform/database/connection.ts';
import { copyWithVoice, VOICE_EDITS } from '../../testing/copy-with-voice.ts';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { cleanUp, newFolder, PATIENCE, run, scriptCommand } from '../../testing/store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../../testing/test-database.ts';

vi.setConfig(PATIENCE);

/** `npm run prove` also generates, checks types and builds the pages. */
const isFull = process.env['PROVE_SIZE'] !== undefined;
const SETUP_MS = isFull ? 1_800_000 : PATIENCE.hookTimeout;
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const GENERATED = [
  'apps/server/src/platform/database/tables.ts',
  'packages/api-client/src/schema.gen.ts',
  'packages/api-client/src/console.gen.ts',
];

describe('the list of CONTRIBUTING.md for a new attribute with its filter', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, item = ''] = /^- \*\*An attribute of an offer, and a filter by it:\*\*([\s\S]*?)^- \*\*/m.exec(text) ?? [];
  const listed = [...item.matchAll(/^ {2}\d+\. `([^`]+)`/gm)].flatMap(([, path]) => path ?? []);

  it('has eight files at most, and they exist', () => {
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThanOrEqual(8);
    expect(listed.filter((path) => !path.includes('NNNN') && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has every file that is written for the attribute below, and no other', () => {
    const written = Object.keys(VOICE_EDITS).map((path) => path.replace(/\d{4}_voice/, 'NNNN_name'));
    expect([...written, ...GENERATED].toSorted()).toEqual(listed.toSorted());
  });
});

describe('an attribute that these files add to a store with games', () => {
  const clusterUrl = inject('postgresUrl');
  const name = `voice_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(clusterUrl, name);
  const WITH_VOICE = SAMPLE_CATALOGUE.replace('        region: KZ\n', '        region: KZ\n        voice: Russian\n');
  const PATHS = {
    facets: '/api/v1/game/facets',
    facetsOfOthers: '/api/v1/game/facets?platform=Steam',
    facetsOfChosen: '/api/v1/game/facets?voice=Russian',
    found: '/api/v1/game?voice=Russian',
    either: '/api/v1/game?voice=Russian&voice=none&orderby=name',
    sameOffer: '/api/v1/game?voice=Russian&platform=GOG',
    unknown: '/api/v1/game?voice=Klingon',
    offers: '/api/v1/products?gameid=10',
  };
  const NONE = { value: 'none', count: 2, isMore: false };
  const RUSSIAN = { value: 'Russian', count: 1, isMore: false };
  let upgraded: Record<string, unknown>;
  let answers: Record<keyof typeof PATHS, { items: { gameName: string; voice?: string }[]; voice: unknown }>;
  let exported: string;
  let pages: Record<string, string>;
  const folder = newFolder();

  /** Runs in the copy. */
  async function call(part: string, ...args: string[]): Promise<string> {
    const environment = { NODE_ENV: 'production', HOME: folder };
    const child = run([process.execPath, ...args], environment, { cwd: join(folder, part) });
    expect(await child.exited, `${args.join(' ')}\n${child.stdout()}\n${child.stderr()}`).toBe(0);
    return child.stdout();
  }

  async function buildAll(): Promise<void> {
    const router = join(folder, 'node_modules/@react-router/dev/bin.cjs');
    const tsc = join(folder, 'node_modules/typescript/bin/tsc');
    await call('.', 'scripts/generate.ts');
    for (const part of ['apps/storefront', 'apps/console']) {
      await call(part, router, 'typegen');
      await call(part, router, 'build');
    }
    for (const part of ['.', 'apps/storefront', 'apps/console']) await call(part, tsc, '--noEmit', '-p', '.');
  }

  beforeAll(async () => {
    await createDatabase(clusterUrl, name, 'oyna');
    const database = connect({ url, poolSize: 1 });
    await importFiles(database, { 'sample.yaml': SAMPLE_CATALOGUE });
    await database.destroy();
    copyWithVoice(ROOT, folder);
    if (isFull) await buildAll();
    const script = `
      const load = (path) => import(${JSON.stringify(`${folder}/apps/server/src/`)} + path);
      const { migrate } = await load('platform/database/migrator.ts');
      const { startTestNode } = await load('testing/test-store.ts');
      const { importFiles } = await load('testing/sample-catalogue.ts');
      const { exportCatalogue } = await load('features/catalogue/catalogue.export.ts');
      const url = ${JSON.stringify(url)};
      await migrate(url);
      const node = await startTestNode({ url, pages: ${isFull} });
      const get = async (path) => (await node.server.inject(path)).json();
      const upgraded = await get('${PATHS.facets}');
      await importFiles(node.database, { 'voice.yaml': ${JSON.stringify(WITH_VOICE)} });
      node.cache.clear();
      const answers = {};
      for (const [name, path] of Object.entries(${JSON.stringify(PATHS)})) answers[name] = await get(path);
      const pages = {};
      if (${isFull}) for (const language of ['ru', 'en', 'kz']) {
        pages[language] = (await node.server.inject('/catalog?voice=Russian&lng=' + language)).body;
      }
      const exported = await exportCatalogue(node.database);
      console.log(JSON.stringify({ upgraded, answers, exported, pages }));
      await node.close();`;
    const [, ...command] = scriptCommand(script);
    ({ upgraded, answers, exported, pages } = JSON.parse(await call('.', ...command)));
  }, SETUP_MS);
  afterAll(async () => {
    await cleanUp();
    await dropDatabase(clusterUrl, name);
  });

  const names = (answer: keyof typeof PATHS) => answers[answer].items.map(({ gameName }) => gameName);

  it('gives the usual value to the offers that were there', () => {
    expect(upgraded['voice']).toEqual([NONE]);
  });

  it('is read from a file, whose other offers have the usual value, and written to one', () => {
    expect(answers.offers.items.map(({ voice }) => voice)).toEqual(['Russian', 'none']);
    expect(exported).toContain('voice: Russian');
  });

  it('filters a list together with other filters of the same offer', () => {
    expect(names('found')).toEqual(['Silver Saiga']);
    expect(names('either')).toEqual(['Night Rally', 'Silver Saiga']);
    expect(names('sameOffer')).toEqual([]);
    expect(names('unknown')).toHaveLength(2);
  });

  it('has the number of games beside each value, also with other filters', () => {
    expect(answers.facets.voice).toEqual([NONE, RUSSIAN]);
    expect(answers.facetsOfOthers.voice).toEqual([RUSSIAN]);
    expect(answers.facetsOfChosen.voice).toEqual([NONE, RUSSIAN]);
  });

  it.skipIf(!isFull)('is chosen in the form of the filters, in every language', () => {
    const titles = Object.entries({ ru: 'Озвучка', en: 'Voices', kz: 'Дыбыстау' });
    for (const [language, title] of titles) expect(pages[language]).toContain(`>${title}</legend>`);
    expect(pages['en']).toMatch(/<input[^>]* name="voice"[^>]* value="Russian"/);
    expect(pages['en']).toContain('No voices');
  });
});
