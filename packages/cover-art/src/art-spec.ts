/** Families of which the name of a product chooses one style. */
const FAMILIES = ['ridges', 'orbit', 'shards', 'horizon', 'contour', 'hex', 'guilloche'] as const;

/** Scenes: each says what kind of game it is. `genre-motifs.ts` has the genres of each. */
const SCENES = [
  ...['alps', 'forest', 'dunes', 'fjord', 'mesas', 'sea', 'islets', 'depths', 'sails', 'skies'],
  ...['giant', 'eclipse', 'planetrise', 'system', 'moons'],
  ...['castle', 'pagoda', 'torii', 'archway', 'stone', 'grotto'],
  ...['ruins', 'scope', 'frontline', 'wasteland'],
  ...['haunt', 'corridor', 'camp'],
  ...['neon', 'city', 'metropolis', 'homes', 'road', 'gears', 'fields'],
  ...['pitch', 'arena', 'clash', 'burst'],
  ...['tiles', 'playcards', 'atlas', 'survey', 'blocks', 'columns'],
  ...['facets', 'gate', 'paper', 'pulse', 'silk', 'current', 'plates', 'portal', 'circuit', 'screen', 'bars'],
  ...['seal', 'banknote', 'cards', 'coins', 'gift-box', 'coin-stacks', 'ticket'],
  ...['world-tree', 'runes', 'temple', 'swords', 'lighthouse', 'bridge', 'volcano'],
  ...['parachutes', 'tank', 'train', 'car', 'chequered', 'fair'],
  ...['rocket', 'station', 'chest', 'crown', 'vault', 'gamepad', 'headphones', 'chat'],
  ...['hoop', 'chess', 'masks', 'candles', 'mushrooms', 'jungle'],
] as const;

export const ART_MOTIFS = [...FAMILIES, ...SCENES] as const;
export type ArtFamily = (typeof FAMILIES)[number];
export type ArtScene = (typeof SCENES)[number];
export type ArtMotif = (typeof ART_MOTIFS)[number];

export const isScene = (word: string): word is ArtScene => SCENES.some((scene) => scene === word);

/** Describes a picture. The same description always draws the same picture. */
export type ArtSpec = {
  readonly name: string;
  /** A short line above the title of the share picture, such as "PC · STEAM"; may be empty. */
  readonly label: string;
  readonly motif: ArtMotif;
  /** Degrees on the usual colour wheel; the nearest palette is used, and its partner for the lights. */
  readonly hue: number;
};
