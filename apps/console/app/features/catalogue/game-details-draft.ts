import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { isOneOf } from '@oyna/domain/constants';
import { type HARDWARE_NAMES, HARDWARE_SIZES, LANGUAGE_USES, type LanguageUse } from '@oyna/domain/game-details';
import type { Texts } from './language-columns.tsx';

type GameDraft = ConsoleSchemas['GameDraft'];
export type DetailsDraft = Pick<GameDraft, 'series' | 'features' | 'pegi' | 'languages' | 'requirements' | 'relation'>;
type Languages = NonNullable<GameDraft['languages']>;
type Requirements = NonNullable<GameDraft['requirements']>;
type Hardware = Requirements['minimum'];
export type HardwareName = (typeof HARDWARE_NAMES)[number] | (typeof HARDWARE_SIZES)[number];

export const HARDWARE: readonly HardwareName[] = ['os', 'processor', 'memory', 'graphics', 'storage'];
export const isSize = (name: HardwareName): name is (typeof HARDWARE_SIZES)[number] => isOneOf(HARDWARE_SIZES, name);

/** What is empty is absent, as in a file. */

export function withLanguages(languages: Languages | undefined, use: LanguageUse, text: string): Languages | undefined {
  const codes = text === '' ? [] : text.split(/,\s*/);
  const next = { interface: [], ...languages, [use]: codes };
  const kept = LANGUAGE_USES.filter((name) => name === 'interface' || (next[name] ?? []).length > 0);
  if (kept.length === 1 && next.interface.length === 0) return undefined;
  return Object.fromEntries(kept.map((name) => [name, next[name]])) as Languages;
}

export function withHardware(
  requirements: Requirements | undefined,
  level: 'minimum' | 'recommended',
  name: HardwareName,
  text: string,
): Requirements | undefined {
  const { [name]: _, ...others } = requirements?.[level] ?? {};
  const value = isSize(name) ? Number(text.replace(',', '.')) : text;
  const hardware: Hardware = value ? { ...others, [name]: value } : others;
  return withoutEmpty({ minimum: {}, ...requirements, [level]: hardware });
}

export function withNote(requirements: Requirements | undefined, note: Texts): Requirements | undefined {
  return withoutEmpty({ minimum: {}, ...requirements, note });
}

function withoutEmpty({ minimum, recommended, note }: Requirements): Requirements | undefined {
  const hasRecommended = recommended && Object.keys(recommended).length > 0;
  const hasNote = note && Object.values(note).some((text) => text !== '');
  if (Object.keys(minimum).length === 0 && !hasRecommended && !hasNote) return undefined;
  return { minimum, ...(hasRecommended ? { recommended } : {}), ...(hasNote ? { note } : {}) };
}
