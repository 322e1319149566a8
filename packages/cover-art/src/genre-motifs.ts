import { type ArtScene, isScene } from './art-spec.ts';

/** The scenes that suit a genre, the most telling ones first. Names of genres are those of the catalogue. */
const GENRE_SCENES: Record<string, string> = {
  rpg: `
    castle archway stone grotto swords world-tree runes temple eclipse alps fjord pagoda wasteland metropolis
    planetrise facets mesas giant homes neon playcards moons dunes system gears volcano chest mushrooms masks
    crown candles jungle vault forest camp lighthouse station train fields bridge`,
  'souls-like': `
    eclipse archway castle pagoda torii gears grotto stone haunt alps world-tree volcano candles temple
    swords runes`,
  action: `
    burst city clash ruins fjord torii sails metropolis stone alps archway neon corridor skies mesas
    forest facets eclipse frontline planetrise pagoda gate haunt moons islets columns camp dunes castle
    gears swords bridge volcano temple runes jungle parachutes tank train car vault masks candles station
    mushrooms rocket`,
  adventure: `
    sails islets forest fjord mesas sea planetrise alps castle depths homes torii system corridor
    metropolis camp ruins portal gate lighthouse jungle bridge train temple chest runes volcano mushrooms
    rocket masks world-tree candles fair`,
  shooter: `
    scope ruins frontline planetrise corridor wasteland metropolis mesas city giant moons gate plates
    burst circuit dunes haunt grotto islets facets gears parachutes tank train station vault jungle bridge
    rocket volcano masks candles sea fjord`,
  horror:
    'haunt corridor forest candles wasteland ruins archway eclipse moons lighthouse masks station mushrooms train',
  survival: `
    camp forest wasteland depths sea islets fjord homes dunes planetrise blocks columns haunt alps ruins
    gears survey mesas system corridor jungle volcano lighthouse mushrooms rocket candles station world-tree
    temple parachutes`,
  strategy: `
    atlas survey columns system castle chess gears pagoda frontline tank sails fields playcards tiles banknote
    giant paper alps ruins homes temple swords crown train volcano station rocket`,
  'city-builder': 'city blocks atlas homes gears fields sails columns alps bridge train temple jungle lighthouse',
  simulation: `
    fields road skies homes gears city islets atlas camp survey blocks alps screen haunt fair train bridge
    rocket car jungle chequered hoop station masks moons facets candles`,
  racing: 'road car chequered neon gate mesas burst skies forest city dunes sea current circuit bridge alps',
  sports: 'pitch arena hoop chequered burst road current car',
  fighting: 'clash burst arena torii archway swords temple volcano',
  puzzle: 'tiles corridor portal gate blocks islets haunt plates chess vault lighthouse mushrooms candles',
  platformer: `
    islets grotto archway forest alps tiles paper moons corridor gears haunt burst castle mushrooms chest masks
    world-tree`,
  roguelike: 'archway grotto stone eclipse castle playcards haunt candles temple volcano chest swords mushrooms runes',
  cards: 'playcards tiles stone crown chess masks',
  sandbox: `
    blocks islets homes gears camp columns planetrise fjord city tiles sea circuit neon fair jungle rocket
    volcano train mushrooms chest`,
  stealth: 'haunt city torii scope corridor forest fjord seal neon masks vault candles bridge lighthouse',
  'open-world': `
    mesas alps forest fjord city road dunes sea castle metropolis wasteland planetrise islets camp torii
    skies bridge volcano jungle world-tree lighthouse temple train car runes`,
  'co-op': 'homes islets camp tiles gears skies grotto corridor arena vault fair mushrooms rocket bridge station train',
  story: 'forest homes sea road paper corridor torii skies lighthouse train masks bridge candles world-tree',
  indie: 'islets tiles paper forest grotto haunt gears mushrooms lighthouse candles masks chest',
  mmo: 'castle alps archway stone giant swords world-tree crown chest runes',
  'gift-card': `
    cards seal banknote coins gift-box coin-stacks ticket paper silk stone screen bars gamepad chest headphones
    crown vault chat`,
  currency: 'coins coin-stacks stone blocks plates banknote facets grotto chest crown vault',
  subscription: `
    screen bars gate portal circuit silk current pulse facets plates system ticket islets gamepad headphones
    chat crown rocket burst skies gift-box`,
  'top-up': 'current coins coin-stacks plates parachutes',
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

/** How many of the most telling scenes new games of a genre share. */
const SPREAD = 8;
/** The golden angle: hues of games that follow each other are far apart. */
const HUE_STEP = 137;

/** The picture of a game for which none was chosen. Games that follow each other get different scenes and hues. */
export function artOfGame(id: number, genres: readonly string[], category = ''): { motif: ArtScene; hue: number } {
  const scenes = scenesOf(genres).slice(0, SPREAD);
  return { motif: scenes[id % scenes.length] ?? sceneOfCategory(category), hue: (id * HUE_STEP) % 360 };
}

/** The scene of a category, which is named after a genre: `Shooters`, `Gift cards`, `In-game currency`. */
export function sceneOfCategory(name: string): ArtScene {
  const words = name.toLowerCase().replace(/\s+/g, '-');
  const forms = [words, words.replace(/s$/, ''), words.split('-').at(-1) ?? ''];
  return scenesOf(forms)[0] ?? 'facets';
}
