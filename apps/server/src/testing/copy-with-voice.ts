import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What CONTRIBUTING.md says about a new attribute, done for an invented one: the languages that are spoken in a game. */

type Edit = (source: string) => string;

const after =
  (place: string, text: string): Edit =>
  (source) => {
    if (!source.includes(place)) throw new Error(`there is no ${place}`);
    return source.replace(place, place + text);
  };
const all =
  (...edits: Edit[]): Edit =>
  (source) =>
    edits.reduce((text, edit) => edit(text), source);

const MIGRATION = 'apps/server/migrations/9000_voice.sql';
const VOICE = `-- Which voices a game has. The triggers count the new entries.
ALTER TABLE product ADD COLUMN voice text NOT NULL DEFAULT 'none' CHECK (voice <> '');
UPDATE game SET facets = facets || ARRAY['voice=none'] WHERE facets <> '{}';
`;

export const VOICE_EDITS: Record<string, Edit> = {
  'packages/domain/src/offer-attributes.ts': all(
    after('export const OFFER_ATTRIBUTES = [...MAIN_ATTRIBUTES', ", 'voice'"),
    after(
      'AttributeDefinition> = {',
      `
  voice: {
    usual: 'none',
    label: { ru: 'Озвучка', en: 'Voices', kz: 'Дыбыстау' },
    values: { none: { ru: 'Без озвучки', en: 'No voices', kz: 'Дыбыстаусыз' } },
  },`,
    ),
    after("export const VALUE_FILTERS = ['platform', 'type', 'region', 'genre'", ", 'voice'"),
    after("kz: 'Іске қосу аймағы' },", "\n  voice: { ru: 'Озвучка', en: 'Voices', kz: 'Дыбыстау' },"),
  ),
  [MIGRATION]: () => VOICE,
  'apps/server/migrations/released.json': after('{', `\n  "${basename(MIGRATION)}": "${hashOf(VOICE)}",`),
  'apps/server/src/platform/database/functions/game_facets.sql': after("'region=' || region", ", 'voice=' || voice"),
  'docs/catalogue-files.md': after('        region: KZ\n', '        voice: Russian                   # optional\n'),
};

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The sources in another folder, with the attribute. The packages are the same. */
export function copyWithVoice(root: string, folder: string): void {
  for (const part of readdirSync(root).filter((name) => !['node_modules', '.git'].includes(name)))
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !['node_modules', 'build'].includes(basename(path)),
    });
  for (const part of ['.', ...globSync('{apps,packages}/*', { cwd: root })]) linkPackages(root, folder, part);
  for (const [path, edit] of Object.entries(VOICE_EDITS)) {
    const source = path === MIGRATION ? '' : readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), edit(source));
  }
}

/** Packages of the workspace are those of the copy, because their links are relative. */
function linkPackages(root: string, folder: string, part: string): void {
  const from = join(root, part, 'node_modules');
  const to = join(folder, part, 'node_modules');
  const names = globSync(['*', '.bin'], { cwd: from });
  if (names.length > 0) mkdirSync(to);
  for (const name of names) {
    if (name === '@oyna') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}
