/** What a game has besides its texts, as the catalogue file, the API and the console name it. */

export const GAME_FEATURES = [
  'single-player',
  'multiplayer',
  'co-op',
  'local-co-op',
  'cross-play',
  'controller',
  'cloud-saves',
  'achievements',
  'mods',
  'vr',
] as const;
export type GameFeature = (typeof GAME_FEATURES)[number];

/** The ages of PEGI. */
export const PEGI_AGES = [3, 7, 12, 16, 18] as const;
export type PegiAge = (typeof PEGI_AGES)[number];

/** Where a language is used in a game. */
export const LANGUAGE_USES = ['interface', 'audio', 'subtitles'] as const;
export type LanguageUse = (typeof LANGUAGE_USES)[number];

/** Codes of BCP 47, such as `ru` and `pt-BR`. */
export const LANGUAGE_CODE = '^[a-z]{2,3}(-([A-Z]{2}|[A-Z][a-z]{3}))?$';

/** How a game belongs to another one, its base. A base belongs to no game itself. */
export const RELATION_KINDS = ['edition', 'dlc'] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** Names of products, the same in every language. */
export const HARDWARE_NAMES = ['os', 'processor', 'graphics'] as const;
/** In gigabytes. */
export const HARDWARE_SIZES = ['memory', 'storage'] as const;
export type Hardware = Partial<
  Record<(typeof HARDWARE_NAMES)[number], string> & Record<(typeof HARDWARE_SIZES)[number], number>
>;

/** At least one language per use that is given. */
export type GameLanguages = { interface: string[] } & Partial<Record<LanguageUse, string[]>>;
