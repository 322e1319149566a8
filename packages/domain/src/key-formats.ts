/** The key format of each platform. An import refuses every other key. */

/** X is a letter or a digit. A key has all dashes of the mask or none. */
const PLATFORM_MASKS: Record<string, readonly string[]> = {
  Steam: ['XXXXX-XXXXX-XXXXX', 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX', 'XXXXXXXXXXXXXXX XX'],
  PlayStation: ['XXXX-XXXX-XXXX'],
  Xbox: ['XXXXX-XXXXX-XXXXX-XXXXX-XXXXX'],
  'Microsoft Store': ['XXXXX-XXXXX-XXXXX-XXXXX-XXXXX'],
  Nintendo: ['XXXX-XXXX-XXXX-XXXX'],
  GOG: ['XXXXX-XXXXX-XXXXX-XXXXX', 'XXXXXXXXXXXXXXXXXX'],
  'Epic Games': ['XXXXX-XXXXX-XXXXX-XXXXX'],
  'EA App': ['XXXX-XXXX-XXXX-XXXX', 'XXXX-XXXX-XXXX-XXXX-XXXX'],
  'Ubisoft Connect': ['XXXX-XXXX-XXXX-XXXX', 'XXX-XXXX-XXXX-XXXX-XXXX', 'XXXX-XXXX-XXXX-XXXX-XXXX'],
  'Battle.net': ['XXXXXX-XXXX-XXXXXX-XXXX-XXXXXX'],
  Rockstar: ['XXXX-XXXX-XXXX-XXXX', 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX'],
};

/** The platforms whose keys have masks. */
export const KEY_PLATFORMS: readonly string[] = Object.keys(PLATFORM_MASKS);

/** Gift cards, subscriptions and unknown platforms. */
const GENERAL_LENGTH = { min: 4, max: 256 };
/** The maximum length of a key, also with the pattern of an operator. */
export const MAX_KEY_LENGTH = 512;

// Control, invisible and unassigned characters, which a customer cannot type.
const INVISIBLE = /[\p{C}\u2028\u2029]/u;

export type KeyFault = 'empty' | 'too-long' | 'invisible' | 'format';

export interface KeyKind {
  /** Only game keys follow the format of their platform. */
  type: string;
  platform: string;
}

/** `platform` is the default. A pattern replaces it. `any` leaves only what every text must keep. */
export type KeyFormat = { kind: 'platform' } | { kind: 'pattern'; pattern: RegExp } | { kind: 'any' };

export function findKeyFault(value: string, key: KeyKind, format: KeyFormat): KeyFault | undefined {
  if (value === '') return 'empty';
  if (value.length > MAX_KEY_LENGTH) return 'too-long';
  if (INVISIBLE.test(value)) return 'invisible';
  return hasFormat(value, key, format) ? undefined : 'format';
}

/** The masks of a platform's game keys. Empty when the general pattern applies. */
export function listKeyMasks({ type, platform }: KeyKind): readonly string[] {
  return type === 'Key' && Object.hasOwn(PLATFORM_MASKS, platform) ? (PLATFORM_MASKS[platform] ?? []) : [];
}

/** Whether a text has the format of a game key of any platform, with its dashes or without. */
export const fitsAnyPlatform = (value: string): boolean =>
  Object.values(PLATFORM_MASKS).some((masks) => masks.some((mask) => fitsMask(value, mask)));

/** The whole key has to match. Undefined when the text is not a regular expression. */
export function parseKeyPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${text})$`, 'u');
  } catch {
    return undefined;
  }
}

/** For reports: at most the last two characters, and never more than a quarter of the key. */
export function maskKey(value: string): string {
  const shown = Math.min(2, Math.floor(value.length / 4));
  return `••••${shown === 0 ? '' : value.slice(-shown)}`;
}

function hasFormat(value: string, key: KeyKind, format: KeyFormat): boolean {
  if (format.kind === 'any') return true;
  if (format.kind === 'pattern') return format.pattern.test(value);
  const masks = listKeyMasks(key);
  return masks.length === 0 ? isGeneralKey(value) : masks.some((mask) => fitsMask(value, mask));
}

function fitsMask(value: string, mask: string): boolean {
  return [mask, mask.replaceAll('-', '')].some(
    (shape) =>
      shape.length === value.length &&
      [...shape].every((place, index) =>
        place === 'X' ? /[A-Za-z0-9]/.test(value[index] ?? '') : value[index] === place,
      ),
  );
}

/** Printable text without markup and repeated white space. A link can be a key. */
function isGeneralKey(value: string): boolean {
  const { min, max } = GENERAL_LENGTH;
  return (
    value.length >= min &&
    value.length <= max &&
    !/[<>]|\s\s|^\s|\s$|[^\S ]/u.test(value) &&
    /[\p{L}\p{N}]/u.test(value) &&
    (value.match(/ /g)?.length ?? 0) <= 1
  );
}
