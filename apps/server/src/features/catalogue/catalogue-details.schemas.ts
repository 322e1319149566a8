import type { Language } from '@oyna/domain/constants';
import {
  GAME_FEATURES,
  type GameFeature,
  type GameLanguages,
  LANGUAGE_CODE,
  PEGI_AGES,
  type PegiAge,
  RELATION_KINDS,
  type RelationKind,
} from '@oyna/domain/game-details';
import Type, { type TSchema } from 'typebox';
import { Nullable } from '../../http/openapi.ts';
import type { GameRequirements } from '../../platform/database/json-columns.ts';

/** The details of a game in files and drafts, in the table `game`, and in answers. A new one is added here. */

const strict = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const MAX_GIGABYTES = 10_000;
const MAX_LANGUAGES = 40;

interface TextSchemas<Note extends TSchema> {
  name: TSchema & { static?: string };
  code: TSchema & { static?: string };
  /** Of a list of languages. */
  minItems: number;
  /** A text in three languages. */
  note: Note;
}

/** The fields of a file. In a draft the texts may be empty. */
export function detailFields<Note extends TSchema>({ name, code, minItems, note }: TextSchemas<Note>) {
  const text = Type.Unsafe<string>(name);
  const gigabytes = Type.Number({ exclusiveMinimum: 0, maximum: MAX_GIGABYTES });
  const languages = Type.Array(Type.Unsafe<string>(code), {
    minItems,
    maxItems: MAX_LANGUAGES,
    uniqueItems: true,
  });
  const hardware = strict({
    os: Type.Optional(text),
    processor: Type.Optional(text),
    memory: Type.Optional(gigabytes),
    graphics: Type.Optional(text),
    storage: Type.Optional(gigabytes),
  });
  return {
    series: Type.Optional(text),
    features: Type.Optional(Type.Array(Type.Enum([...GAME_FEATURES]), { uniqueItems: true })),
    pegi: Type.Optional(Type.Enum([...PEGI_AGES])),
    languages: Type.Optional(
      strict({
        interface: languages,
        audio: Type.Optional(languages),
        subtitles: Type.Optional(languages),
      }),
    ),
    requirements: Type.Optional(
      strict({ minimum: hardware, recommended: Type.Optional(hardware), note: Type.Optional(note) }),
    ),
    relation: Type.Optional(
      strict({ kind: Type.Enum([...RELATION_KINDS]), base: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }),
    ),
  };
}

const fileText = Type.String({ minLength: 1, maxLength: 200 });
export const fileDetails = <Note extends TSchema>(note: Note) =>
  detailFields({ name: fileText, code: Type.String({ pattern: LANGUAGE_CODE }), minItems: 1, note });

interface DetailData {
  series?: string;
  features?: GameFeature[];
  pegi?: PegiAge;
  languages?: GameLanguages;
  requirements?: GameRequirements;
  relation?: { kind: RelationKind; base: number };
}

/** What a file says, as columns. */
export const detailColumns = ({ series, features, pegi, languages, requirements, relation }: DetailData) => ({
  series: series ?? null,
  features: features ?? [],
  pegi: pegi ?? null,
  languages: languages ?? null,
  requirements: requirements ?? null,
  relation: relation?.kind ?? null,
  base_game_id: relation?.base ?? null,
});

interface DetailRow {
  series: string | null;
  features: string[];
  pegi: PegiAge | null;
  languages: GameLanguages | null;
  requirements: GameRequirements | null;
  relation: RelationKind | null;
  base_game_id: number | null;
}

/** The columns as a file has them. */
export const fileDetailsOf = (row: DetailRow): DetailData => ({
  ...(row.series ? { series: row.series } : {}),
  ...(row.features.length > 0 ? { features: row.features as GameFeature[] } : {}),
  ...(row.pegi === null ? {} : { pegi: row.pegi }),
  ...(row.languages ? { languages: row.languages } : {}),
  ...(row.requirements ? { requirements: row.requirements } : {}),
  ...(row.relation && row.base_game_id ? { relation: { kind: row.relation, base: row.base_game_id } } : {}),
});

export const DETAIL_COLUMNS = [
  'game.series',
  'game.features',
  'game.pegi',
  'game.languages',
  'game.requirements',
] as const;

const Hardware = Type.Object({
  os: Type.Optional(Type.String()),
  processor: Type.Optional(Type.String()),
  memory: Type.Optional(Type.Number({ description: 'Gigabytes' })),
  graphics: Type.Optional(Type.String()),
  storage: Type.Optional(Type.Number({ description: 'Gigabytes' })),
});
const codes = Type.Array(Type.String(), { description: 'Codes of BCP 47' });

/** The fields of an answer. */
export const answeredDetails = {
  series: Nullable(Type.String()),
  features: Type.Array(Type.String()),
  pegi: Nullable(Type.Integer({ description: 'The age rating of PEGI' })),
  languages: Nullable(Type.Object({ interface: codes, audio: codes, subtitles: codes })),
  requirements: Nullable(
    Type.Object({ minimum: Hardware, recommended: Nullable(Hardware), note: Nullable(Type.String()) }),
  ),
};

export function answeredDetailsOf(row: Omit<DetailRow, 'relation' | 'base_game_id'>, language: Language) {
  const { series, features, pegi, languages, requirements } = row;
  return {
    series,
    features,
    pegi,
    languages: languages && { audio: [], subtitles: [], ...languages },
    requirements: requirements && {
      minimum: requirements.minimum,
      recommended: requirements.recommended ?? null,
      note: requirements.note?.[language] ?? null,
    },
  };
}
