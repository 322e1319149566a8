import { type ArtScene, isScene } from './art-spec.ts';

/** The scenes that suit a genre, the most telling ones first. Names of genres are those of the catalogue. */
const GENRE_SCENES: Record<string, string> = {
  rpg: `
    castle archway stone grotto eclipse alps fjord pagoda wasteland metropolis planetrise facets mesas
    giant homes neon playcards moons dunes system gears`,
  'souls-like': 'eclipse archway castle pagoda torii gears grotto stone haunt alps',
  action: `
    burst city clash ruins fjord torii sails metropolis stone alps archway neon corridor skies mesas
    forest facets eclipse frontline planetrise pagoda gate haunt moons islets columns camp dunes castle
    gears`,
  adventure: `
    sails islets forest fjord mesas sea planetrise alps castle depths homes torii system corridor
    metropolis camp ruins portal gate`,
  shooter: `
    scope ruins frontline planetrise corridor wasteland metropolis mesas city giant moons gate plates
    burst circuit dunes haunt grotto islets facets gears`,
  horror: 'haunt corridor forest wasteland ruins archway eclipse moons',
  survival: `
    camp forest wasteland depths sea islets fjord homes dunes planetrise blocks columns haunt alps ruins
    gears survey mesas system corridor`,
  strategy: `
    atlas survey columns system castle gears pagoda frontline sails fields playcards tiles banknote
    giant paper alps ruins homes`,
  'city-builder': 'city blocks atlas homes gears fields sails columns alps',
  simulation: 'fields road skies homes gears city islets atlas camp survey blocks alps screen haunt',
  racing: 'road neon gate mesas burst skies forest city dunes sea current circuit',
  sports: 'pitch arena burst road current',
  fighting: 'clash burst arena torii archway',
  puzzle: 'tiles corridor portal gate blocks islets haunt plates',
  platformer: 'islets grotto archway forest alps tiles paper moons corridor gears haunt burst castle',
  roguelike: 'archway grotto stone eclipse castle playcards haunt',
  cards: 'playcards tiles stone',
  sandbox: 'blocks islets homes gears camp columns planetrise fjord city tiles sea circuit neon',
  stealth: 'haunt city torii scope corridor forest fjord seal neon',
  'open-world': `
    mesas alps forest fjord city road dunes sea castle metropolis wasteland planetrise islets camp torii
    skies`,
  'co-op': 'homes islets camp tiles gears skies grotto corridor arena',
  story: 'forest homes sea road paper corridor torii skies',
  indie: 'islets tiles paper forest grotto haunt gears',
  mmo: 'castle alps archway stone giant',
  'gift-card': 'cards seal banknote coins gift-box coin-stacks ticket paper silk stone screen bars',
  currency: 'coins coin-stacks stone blocks plates banknote facets grotto',
  subscription: 'screen bars gate portal circuit silk current pulse facets plates system ticket islets',
  'top-up': 'current coins coin-stacks plates',
};

/** The genres that have scenes. */
export const PICTURED_GENRES: readonly string[] = Object.keys(GENRE_SCENES);

const wordsOf = (genre: string): string[] =>
  (Object.hasOwn(GENRE_SCENES, genre) ? (GENRE_SCENES[genre] ?? '') : '').split(/\s+/).filter(Boolean);

/** Words of the table that name no scene: there must be none. */
export const unknownScenes = (): string[] => PICTURED_GENRES.flatMap(wordsOf).filter((word) => !isScene(word));

/** The scenes that suit a product of these genres, without repetition. */
export function scenesOf(genres: readonly string[]): readonly ArtScene[] {
  return [...new Set(genres.flatMap(wordsOf).filter(isScene))];
}

/** The scene of a category, which is named after a genre: `Shooters`, `Gift cards`, `In-game currency`. */
export function sceneOfCategory(name: string): ArtScene {
  const words = name.toLowerCase().replace(/\s+/g, '-');
  const forms = [words, words.replace(/s$/, ''), words.split('-').at(-1) ?? ''];
  return scenesOf(forms)[0] ?? 'facets';
}
