import { ART_MOTIFS } from '@oyna/cover-art/art-spec';
import { PRODUCT_TYPES } from '@oyna/domain/constants';
import { MAX_ATTRIBUTE_LENGTH } from '@oyna/domain/offer-attributes';
import { MAX_PRICE_CENTS } from '@oyna/domain/price-change';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { fileDetails } from './catalogue-details.schemas.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';
import { attributeFields } from './offer-attributes.schemas.ts';

/** The format of a catalogue file (YAML, and so JSON): see `docs/catalogue-files.md`. */

const strict = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const id = Type.Integer({ minimum: 1, maximum: 2_000_000_000 });
const hue = Type.Integer({ minimum: 0, maximum: 359 });
const localized = (maxLength: number) => strict({ ru: text(maxLength), en: text(maxLength), kz: text(maxLength) });
const price = Type.Number({ exclusiveMinimum: 0, maximum: MAX_PRICE_CENTS / 100 });
const date = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
const art = strict({ motif: Type.Enum([...ART_MOTIFS]), hue });

const Offer = strict({
  id,
  edition: text(120),
  type: Type.Enum([...PRODUCT_TYPES]),
  ...attributeFields(text(MAX_ATTRIBUTE_LENGTH)),
  price,
  priceWithDiscount: price,
  instruction: text(60),
  available: Type.Optional(Type.Boolean()),
});

const Game = strict({
  id,
  name: text(200),
  aliases: Type.Optional(Type.Array(text(200), { maxItems: 40 })),
  category: text(60),
  genres: Type.Optional(Type.Array(text(40), { maxItems: 10 })),
  developer: Type.Optional(text(200)),
  publisher: Type.Optional(text(200)),
  released: Type.Optional(date),
  ...fileDetails(localized(500)),
  popularity: Type.Integer({ minimum: 0, maximum: 100 }),
  art,
  oldPriceExtra: Type.Optional(price),
  description: localized(20_000),
  offers: Type.Array(Offer, { minItems: 1, maxItems: 500 }),
});

const News = strict({
  id,
  published: date,
  title: localized(200),
  summary: localized(1000),
  body: localized(50_000),
  art,
});

const CatalogueFile = strict({
  categories: Type.Optional(Type.Array(strict({ id, name: text(60), title: localized(60), hue }))),
  instructions: Type.Optional(Type.Record(Type.String(), localized(20_000))),
  countries: Type.Optional(
    Type.Array(strict({ id, code: Type.String({ pattern: '^[A-Z]{2}$' }), name: localized(80) })),
  ),
  games: Type.Optional(Type.Array(Game)),
  groups: Type.Optional(
    Type.Array(strict({ name: text(60), title: localized(80), games: Type.Array(id, { maxItems: 200 }) })),
  ),
  news: Type.Optional(Type.Array(News)),
});

export type CatalogueData = Static<typeof CatalogueFile>;
export type GameData = Static<typeof Game>;
export type NewsData = Static<typeof News>;

/** A parsed file that knows the line of each value. */
export interface CatalogueSource {
  name: string;
  data: CatalogueData;
  lineOf(path: (string | number)[]): number;
}

/** The library stops at 8. A list of faults is for correcting all of them at once. */
Settings.Set({ maxErrors: 200 });

const validator = Compile(CatalogueFile);
const parts = { game: Compile(Game), news: Compile(News) };

/** The fields of one game or news item that a file would not be allowed to have like this: `description.kz`. */
export function listFaultyFields(kind: keyof typeof parts, data: object): string[] {
  const paths = [...parts[kind].Errors(data)].flatMap(({ instancePath, keyword, params }) => {
    const path = instancePath.slice(1).replaceAll('/', '.');
    const missing = keyword === 'required' ? (params as { requiredProperties: string[] }).requiredProperties : [];
    return keyword === 'required' ? missing.map((name) => (path ? `${path}.${name}` : name)) : [path];
  });
  return [...new Set(paths)].filter((path) => path !== '').toSorted();
}

export function parseCatalogueFile(name: string, content: string): CatalogueSource {
  const lines = new LineCounter();
  // 'core' keeps dates as text; a merge key or a custom tag has no place in data from outside.
  const document = parseDocument(content, { lineCounter: lines, schema: 'core', merge: false });
  if (document.errors.length > 0) {
    throw new CatalogueFileError(
      document.errors.map((error) => `${name}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n')[0]}`),
    );
  }
  const lineAt = (node: unknown) => (isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined);
  // Repeated aliases can make a small file endless. They are refused.
  const aliases: string[] = [];
  visit(document, {
    Alias: (_key, node) =>
      void aliases.push(`${name}:${lineAt(node) ?? 1}: the alias *${node.source} has no place here`),
  });
  if (aliases.length > 0) throw new CatalogueFileError(aliases);

  const lineOf = (path: (string | number)[]): number => {
    for (let length = path.length; length > 0; length--) {
      const parent = document.getIn(path.slice(0, length - 1), true);
      const isAsked = (key: unknown) => isScalar(key) && String(key.value) === String(path[length - 1]);
      const key = isMap(parent) ? parent.items.find((pair) => isAsked(pair.key))?.key : undefined;
      const line = lineAt(key ?? document.getIn(path.slice(0, length), true));
      if (line) return line;
    }
    return 1;
  };
  const data: unknown = document.toJS() ?? {};
  if (!validator.Check(data)) throw new CatalogueFileError(describe(name, data, lineOf));
  return { name, data, lineOf };
}

function describe(name: string, data: unknown, lineOf: CatalogueSource['lineOf']): string[] {
  const faults = new Map<string, string>();
  for (const { instancePath, message, keyword, params } of validator.Errors(data)) {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    // The validator reports an unknown property twice; the one that names it as such is enough.
    if (keyword === 'boolean') continue;
    if (keyword === 'additionalProperties') {
      for (const property of (params as { additionalProperties: string[] }).additionalProperties) {
        const place = [...path, property];
        faults.set(place.join('/'), `${name}:${lineOf(place)}: ${place.join('.')} is not known here`);
      }
      continue;
    }
    const wanted = keyword === 'enum' && 'allowedValues' in params ? `must be one of ${params.allowedValues}` : message;
    faults.set(instancePath + keyword, `${name}:${lineOf(path)}: ${path.join('.') || 'file'} ${wanted}`);
  }
  return [...faults.values()];
}
