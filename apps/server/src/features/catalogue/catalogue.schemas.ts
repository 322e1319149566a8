import {
  DEFAULT_PAGE_SIZE,
  MAX_FILTER_VALUES,
  MAX_FILTERED_GAMES,
  MAX_FOUND_GAMES,
  MAX_PAGE_SIZE,
  PRODUCT_TYPES,
} from '@oyna/domain/constants';
import { MAX_ATTRIBUTE_LENGTH, mapAttributes, mapFilters, mapMainAttributes } from '@oyna/domain/offer-attributes';
import Type, { type Static, type TSchema } from 'typebox';
import { LanguageParameter } from '../../http/language.ts';
import { component, Nullable, Time } from '../../http/openapi.ts';
import { answeredDetails } from './catalogue-details.schemas.ts';

/** The catalogue's side of the contract: fields as spec §3 names them, prices in integer US cents. */

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Cents = Type.Integer({ description: 'US cents' });

export const ORDERS = ['popular', 'price', 'price-desc', 'name', 'new', 'discount'] as const;
export type Order = (typeof ORDERS)[number];

export const Images = component(
  'Images',
  Type.Object({
    mainframe: Type.String({ description: 'Main picture, 16:9' }),
    poster: Type.String({ description: 'Cover, 3:4. Other sizes: replace the width; avif beside webp' }),
    imagePaths: Type.Array(Type.String(), { description: 'Gallery; the first repeats the main picture' }),
  }),
);

const prices = {
  price: Nullable(Cents),
  priceWithDiscount: Nullable(Cents),
  oldPrice: Nullable(Type.Integer({ description: 'The struck-out price, US cents; null without one' })),
  discountPercent: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
};

export const Rating = component(
  'Rating',
  Type.Object({
    average: Type.Number({ minimum: 1, maximum: 5, description: 'With one decimal' }),
    count: Type.Integer({ minimum: 1 }),
  }),
);

const cardFields = {
  id: Id,
  gameId: Id,
  gameName: Type.String(),
  name: Type.String(),
  categoryName: Type.String(),
  typeName: Type.String(),
  ...mapMainAttributes(() => Type.String()),
  images: Images,
  color: Type.String({ description: 'Colour that is shown until the cover has loaded' }),
  available: Type.Boolean(),
  ...prices,
  rating: Nullable(Rating),
};

export const GameCard = component('GameCard', Type.Object(cardFields));

export const GameDetail = component(
  'GameDetail',
  Type.Object({
    ...cardFields,
    imageAlts: Type.Array(Type.String(), {
      description: 'What the pictures of imagePaths show, in their order; empty for generated pictures',
    }),
    genres: Type.Array(Type.String()),
    developer: Nullable(Type.String()),
    publisher: Nullable(Type.String()),
    releasedOn: Nullable(Type.String({ format: 'date' })),
    ...answeredDetails,
    description: Type.String({ description: 'Sanitised HTML' }),
  }),
);

export const Product = component(
  'Product',
  Type.Object({
    id: Id,
    name: Type.String(),
    typeName: Type.String(),
    edition: Type.String(),
    ...mapAttributes(() => Type.String()),
    gameId: Id,
    gameName: Type.String(),
    categoryName: Type.String(),
    images: Images,
    color: Type.String(),
    available: Type.Boolean(),
    ...prices,
    description: Type.Optional(Type.String({ description: 'Sanitised HTML; given for one product, or with gameid' })),
    instruction: Type.Optional(Type.String({ description: 'How to activate it, sanitised HTML; as description' })),
  }),
);

export const TopUpOption = component(
  'TopUpOption',
  Type.Object({ id: Id, name: Type.String(), available: Type.Boolean(), ...prices }),
);

export const Category = component(
  'Category',
  Type.Object({
    id: Id,
    name: Type.String({ description: 'Used in addresses: /catalog?categoryname={name}' }),
    title: Type.String({ description: 'In the requested language' }),
    hue: Type.Integer(),
    gameCount: Type.Integer(),
    picture: Type.String({ description: 'Uploaded picture, or a generated one, 16:9' }),
  }),
);

export const Group = component(
  'Group',
  Type.Object({ name: Type.String(), title: Type.String(), games: Type.Array(GameCard) }),
);

export const Showcase = component(
  'Showcase',
  Type.Object({
    topSellers: Type.Array(GameCard, {
      description: 'By the keys sold in 30 days, best first; empty without enough sales',
    }),
    deal: Nullable(
      Type.Object({ game: GameCard, endsAt: Time }, { description: 'The largest discount that ends within a week' }),
    ),
  }),
);

export const Suggestions = Type.Object({
  games: Type.Array(GameCard),
  categories: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
});

export const page = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    pageNumber: Type.Integer(),
    pageSize: Type.Integer(),
    totalSize: Type.Integer({
      description: `How many there are in all; a search finds ${MAX_FOUND_GAMES} games at most`,
    }),
  });

export const IdParameter = Type.Object({ id: Id });
export const LanguageQuery = Type.Object({ lng: LanguageParameter });

/** Any text without NUL, which PostgreSQL cannot store. */
const asked = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', ...(description ? { description } : {}) });

const paging = {
  pageNumber: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
  orderby: Type.Optional(Type.Enum([...ORDERS])),
  typename: Type.Optional(Type.Enum([...PRODUCT_TYPES])),
  categoryname: Type.Optional(asked(100, 'Name or title of a category')),
  lng: LanguageParameter,
};
const searchText = asked(200);

export const ProductsQuery = Type.Object({
  ...paging,
  gamename: Type.Optional(searchText),
  gameid: Type.Optional(Id),
});

/** Lists that hold few games. */
export const GAME_LISTS = ['services', 'subscriptions', 'discounts'] as const;
export type GameList = (typeof GAME_LISTS)[number];

const values = (description: string) =>
  Type.Optional(Type.Array(asked(MAX_ATTRIBUTE_LENGTH), { maxItems: MAX_FILTER_VALUES, description }));
const PriceBound = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'US cents, included' }),
);

const filters = {
  name: Type.Optional(searchText),
  list: Type.Optional(Type.Enum([...GAME_LISTS], { description: 'One of the short lists of the store' })),
  ...mapFilters(() => values('As platform')),
  platform: values('Alternatives, repeated. One offer has to match all filters. Values that no game has are ignored'),
  type: Type.Optional(Type.Array(Type.Enum([...PRODUCT_TYPES]), { maxItems: PRODUCT_TYPES.length })),
  genre: values('As platform; of the game'),
  min: PriceBound,
  max: PriceBound,
  sale: Type.Optional(Type.Boolean({ description: 'With a discount' })),
  stock: Type.Optional(Type.Boolean({ description: 'In stock' })),
};

export const GamesQuery = Type.Object({ ...paging, ...filters });
const { typename, categoryname, lng } = paging;
export const FacetsQuery = Type.Object({ typename, categoryname, ...filters, lng });

const count = {
  count: Type.Integer({ description: `At most ${MAX_FILTERED_GAMES}` }),
  isMore: Type.Boolean({ description: 'There are more than the count, which is a lower bound' }),
};
const FacetValues = Type.Array(component('FacetValue', Type.Object({ value: Type.String(), ...count })));
export const Facets = component(
  'Facets',
  Type.Object({
    total: Type.Object(count),
    ...mapFilters(() => FacetValues),
    sale: Type.Object(count),
    stock: Type.Object(count),
  }),
);
export const GamesPage = Type.Object({
  ...page(GameCard).properties,
  isMore: Type.Optional(
    Type.Boolean({
      description: `There are more than totalSize; a list with filters ends after ${MAX_FILTERED_GAMES} games`,
    }),
  ),
});
export const GameChange = component(
  'GameChange',
  Type.Object({
    id: Id,
    updatedOn: Type.String({ format: 'date', description: 'The day of the last change of its page' }),
  }),
);
export const ChangesQuery = Type.Object({ pageNumber: paging.pageNumber, lng: LanguageParameter });
export const TopUpQuery = Type.Object({ gameId: Id, lng: LanguageParameter });
export const SuggestionsQuery = Type.Object({ query: searchText, lng: LanguageParameter });

export type ProductsFilter = Static<typeof ProductsQuery>;
export type GamesFilter = Static<typeof GamesQuery>;
export type FacetsFilter = Static<typeof FacetsQuery>;
