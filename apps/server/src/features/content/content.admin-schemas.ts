import { ART_MOTIFS } from '@oyna/cover-art/art-spec';
import { LANGUAGES, PRODUCT_TYPES } from '@oyna/domain/constants';
import { MAX_ATTRIBUTE_LENGTH } from '@oyna/domain/offer-attributes';
import { MAX_PRICE_CENTS } from '@oyna/domain/price-change';
import Type, { type TSchema } from 'typebox';
import { consoleComponent, Nullable, Time } from '../../http/openapi.ts';
import { detailFields } from '../catalogue/catalogue-details.schemas.ts';
import { attributeFields } from '../catalogue/offer-attributes.schemas.ts';

/** Drafts have the fields of catalogue files. Texts may be empty, and what is not known yet may be missing. */

const strict = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });
const text = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' });
export const localized = (maxLength: number) =>
  strict({ ru: text(maxLength), en: text(maxLength), kz: text(maxLength) });
export const Id = Type.Integer({ minimum: 1, maximum: 2_000_000_000 });
const price = Type.Number({ minimum: 0, maximum: MAX_PRICE_CENTS / 100, description: 'US dollars' });
const art = strict({ motif: Type.Enum([...ART_MOTIFS]), hue: Type.Integer({ minimum: 0, maximum: 359 }) });

const OfferDraft = strict({
  id: Type.Optional(Id),
  edition: text(120),
  type: Type.Enum([...PRODUCT_TYPES]),
  ...attributeFields(text(MAX_ATTRIBUTE_LENGTH)),
  price: Type.Optional(price),
  priceWithDiscount: Type.Optional(price),
  instruction: text(60),
  available: Type.Optional(Type.Boolean()),
});

export const GameDraft = consoleComponent(
  'GameDraft',
  strict({
    id: Type.Optional(Id),
    name: text(200),
    aliases: Type.Optional(Type.Array(text(200), { maxItems: 40 })),
    category: Type.Optional(text(60)),
    genres: Type.Optional(Type.Array(text(40), { maxItems: 10 })),
    developer: Type.Optional(text(200)),
    publisher: Type.Optional(text(200)),
    released: Type.Optional(text(10)),
    ...detailFields({ name: text(200), code: text(10), minItems: 0, note: localized(500) }),
    popularity: Type.Integer({ minimum: 0, maximum: 100 }),
    art: Type.Optional(art),
    oldPriceExtra: Type.Optional(price),
    description: localized(20_000),
    offers: Type.Array(OfferDraft, { maxItems: 500 }),
  }),
);

export const NewsDraft = consoleComponent(
  'NewsDraft',
  strict({
    id: Type.Optional(Id),
    published: Type.Optional(text(10)),
    title: localized(200),
    summary: localized(1000),
    body: localized(50_000),
    art,
  }),
);

const state = {
  isPublished: Type.Boolean(),
  hasDraft: Type.Boolean(),
  publishAt: Nullable(Time),
};

const draftFields = {
  id: Id,
  ...state,
  version: Type.Integer({ description: 'Of the draft; 0 without one' }),
  fingerprint: Type.String({
    description: 'Of the data without the prices of published offers. Each change sends it back',
  }),
  gaps: Type.Array(Type.String(), { description: 'The fields that keep it from being published' }),
  fault: Nullable(Type.String({ description: 'Why it could not be published at its time' })),
  changedBy: Nullable(Type.String()),
  changedAt: Nullable(Time),
};

export const GameContent = consoleComponent(
  'GameContent',
  Type.Object({
    ...draftFields,
    data: GameDraft,
    publishedOffers: Type.Array(Id, { description: 'Their prices are changed on the screen of prices' }),
  }),
);
export const NewsContent = consoleComponent('NewsContent', Type.Object({ ...draftFields, data: NewsDraft }));

export const GameRow = consoleComponent(
  'CatalogueGame',
  Type.Object({
    id: Id,
    name: Type.String(),
    category: Type.String(),
    offers: Type.Integer(),
    hasCover: Type.Boolean(),
    pictures: Type.Integer(),
    missingLanguages: Type.Array(Type.Enum([...LANGUAGES])),
    ...state,
    hasFault: Type.Boolean(),
  }),
);
const Title = Type.Object(Object.fromEntries(LANGUAGES.map((name) => [name, Type.Optional(Type.String())])));
export const NewsRow = consoleComponent(
  'CatalogueNews',
  Type.Object({
    id: Id,
    title: Type.Unsafe<Partial<Record<string, string>>>(Title),
    publishedOn: Nullable(Type.String({ format: 'date' })),
    ...state,
    hasFault: Type.Boolean(),
  }),
);

export const Groups = consoleComponent(
  'CatalogueGroups',
  Type.Object({
    version: Type.String(),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        title: localized(80),
        games: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      }),
    ),
  }),
);

export const Categories = Type.Object({
  version: Type.String({ description: 'Of titles and order' }),
  items: Type.Array(Type.Object({ id: Id, name: Type.String(), title: localized(60), hue: Type.Integer() })),
  instructions: Type.Array(Type.String(), { description: 'The names of the instructions that offers can have' }),
});

const Cents = Type.Integer({ description: 'US cents' });
const offerPrice = { id: Id, name: Type.String(), cents: Cents };
export const ImportReport = consoleComponent(
  'CatalogueImportReport',
  Type.Object({
    faults: Type.Array(Type.String(), { description: 'With one of them nothing can be imported' }),
    warnings: Type.Array(Type.String()),
    added: Type.Array(Type.Object(offerPrice)),
    changed: Type.Array(Type.Object({ ...offerPrice, oldCents: Cents, fields: Type.Array(Type.String()) })),
    missing: Type.Array(Type.Object(offerPrice), { description: 'Offers that are withdrawn' }),
    unchanged: Type.Integer(),
  }),
);
