// Generated from the migrations by `npm run generate`; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ArtData, LocalizedText } from './json-columns.ts';

interface Account {
  birth_date: string | null;
  country_id: number | null;
  created_at: Generated<ColumnType<Date, Date | string>>;
  email: string | null;
  email_confirmed_at: ColumnType<Date, Date | string> | null;
  first_name: Generated<string>;
  id: GeneratedAlways<number>;
  language: string;
  last_name: Generated<string>;
  login: string;
  password_hash: string | null;
  phone: string | null;
  updated_at: Generated<ColumnType<Date, Date | string>>;
}

interface AccountAvatar {
  account_id: number;
  created_at: Generated<ColumnType<Date, Date | string>>;
  id: Generated<string>;
  picture: Buffer;
}

interface AccountCode {
  account_id: number;
  attempts_left: number;
  code_hash: Buffer;
  expires_at: ColumnType<Date, Date | string>;
  purpose: string;
  target: string;
}

interface AccountIdentity {
  account_id: number;
  created_at: Generated<ColumnType<Date, Date | string>>;
  provider: string;
  subject: string;
}

interface AccountSession {
  account_id: number;
  address: string;
  created_at: Generated<ColumnType<Date, Date | string>>;
  expires_at: ColumnType<Date, Date | string>;
  id: Generated<string>;
  token_hash: Buffer;
  used_at: Generated<ColumnType<Date, Date | string>>;
  user_agent: string;
}

interface Category {
  hue: number;
  id: number;
  name: string;
  position: number;
  title: LocalizedText;
}

interface Country {
  code: string;
  id: number;
  name: LocalizedText;
  position: number;
}

interface CurrencyRate {
  currency: string;
  fetched_at: ColumnType<Date, Date | string>;
  rate: string;
  source: string;
  source_date: string;
  stale: Generated<boolean>;
}

interface CurrencyRateHistory {
  currency: string;
  fetched_at: ColumnType<Date, Date | string>;
  id: GeneratedAlways<number>;
  rate: string;
  source: string;
  source_date: string;
}

interface Game {
  aliases: Generated<string[]>;
  art: ArtData;
  category_id: number;
  description: LocalizedText;
  developer: string | null;
  discount_percent: Generated<number>;
  genres: Generated<string[]>;
  id: number;
  name: string;
  offer_count: Generated<number>;
  old_price_extra_cents: Generated<number>;
  platform: string | null;
  popularity: number;
  position: number;
  price_cents: number | null;
  price_with_discount_cents: number | null;
  publisher: string | null;
  region: string | null;
  released_on: string | null;
  search_name: string;
  sort_name: GeneratedAlways<string>;
  type: string | null;
  updated_at: Generated<ColumnType<Date, Date | string>>;
}

interface GameTotal {
  category_id: number;
  total: number;
  type: string;
}

interface Instruction {
  body: LocalizedText;
  name: string;
}

interface News {
  art: ArtData;
  body: LocalizedText;
  id: number;
  published_on: string;
  summary: LocalizedText;
  title: LocalizedText;
}

interface Product {
  available: Generated<boolean>;
  category_id: number;
  discount_percent: GeneratedAlways<number | null>;
  edition: string;
  game_id: number;
  id: number;
  instruction_name: string;
  name: string;
  platform: string;
  popularity: number;
  position: number;
  price_cents: number;
  price_with_discount_cents: number;
  region: string;
  released_on: string | null;
  sort_name: string;
  type: string;
  updated_at: Generated<ColumnType<Date, Date | string>>;
}

interface ProductTotal {
  category_id: number;
  total: number;
  type: string;
}

interface RateLimit {
  name: string;
  resets_at: ColumnType<Date, Date | string>;
  used: number;
}

interface Recommendation {
  game_id: number;
  group_name: string;
  position: number;
}

interface RecommendationGroup {
  name: string;
  position: number;
  title: LocalizedText;
}

interface SchemaMigration {
  applied_at: Generated<ColumnType<Date, Date | string>>;
  hash: string;
  name: string;
}

interface SearchPosting {
  game_id: number;
  popularity: number;
  word_id: number;
}

interface SearchWord {
  games: number;
  id: GeneratedAlways<number>;
  word: string;
}

interface SignInAttempt {
  browser_hash: Buffer;
  expires_at: ColumnType<Date, Date | string>;
  nonce: string | null;
  provider: string;
  return_to: string;
  state_hash: Buffer;
  verifier: string;
}

export interface DB {
  account: Account;
  account_avatar: AccountAvatar;
  account_code: AccountCode;
  account_identity: AccountIdentity;
  account_session: AccountSession;
  category: Category;
  country: Country;
  currency_rate: CurrencyRate;
  currency_rate_history: CurrencyRateHistory;
  game: Game;
  game_total: GameTotal;
  instruction: Instruction;
  news: News;
  product: Product;
  product_total: ProductTotal;
  rate_limit: RateLimit;
  recommendation: Recommendation;
  recommendation_group: RecommendationGroup;
  schema_migration: SchemaMigration;
  search_posting: SearchPosting;
  search_word: SearchWord;
  sign_in_attempt: SignInAttempt;
}
