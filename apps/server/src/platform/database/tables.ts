// Generated from the migrations by `npm run generate`; not edited by hand.
import type { GameLanguages } from '@oyna/domain/game-details';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ArtData, GameRequirements, LocalizedText, ShownPicture } from './json-columns.ts';

interface AcceptedReview {
  accepted_at: ColumnType<Date, Date | string | undefined, Date | string>;
  operator_id: number;
  payment_id: number;
  tenge: number;
}

interface Account {
  birth_date: string | null;
  blocked_at: ColumnType<Date, Date | string> | null;
  blocked_reason: string | null;
  blocked_until: ColumnType<Date, Date | string> | null;
  country_id: number | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string | null;
  email_confirmed_at: ColumnType<Date, Date | string> | null;
  erased_at: ColumnType<Date, Date | string> | null;
  first_name: Generated<string>;
  id: GeneratedAlways<number>;
  is_guest: Generated<boolean>;
  language: 'ru' | 'en' | 'kz';
  last_name: Generated<string>;
  login: string;
  password_hash: string | null;
  phone: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface AccountAvatar {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: Generated<string>;
  picture: Buffer;
}

interface AccountCode {
  account_id: number;
  attempts_left: number;
  code_hash: Buffer;
  expires_at: ColumnType<Date, Date | string>;
  purpose: 'email' | 'email-link' | 'phone' | 'password' | 'proof' | 'order';
  target: string;
}

interface AccountDevice {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  device_hash: Buffer;
}

interface AccountIdentity {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  provider: 'google' | 'vk';
  subject: string;
}

interface AccountSession {
  account_id: number;
  address: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string>;
  id: Generated<string>;
  is_guest: Generated<boolean>;
  proven_at: ColumnType<Date, Date | string> | null;
  token_hash: Buffer;
  used_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_agent: string;
}

interface ActivationRule {
  allowed: Generated<string[]>;
  checked_on: string;
  condition: LocalizedText | null;
  excluded: Generated<string[]>;
  id: GeneratedAlways<number>;
  otherwise: 'yes' | 'no' | 'condition' | 'unknown';
  platform: string;
  region: string;
  source: string;
  version: Generated<number>;
}

interface Alert {
  account_id: number;
  channels: string[];
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: 'KZT' | 'RUB' | 'USD';
  id: GeneratedAlways<number>;
  is_met: Generated<boolean>;
  kind: 'price-below' | 'back-in-stock' | 'discount-end';
  last_sent_at: ColumnType<Date, Date | string> | null;
  product_id: number | null;
  stopped_at: ColumnType<Date, Date | string> | null;
  threshold: number | null;
}

interface AlertChange {
  after_id: Generated<number>;
  currency: string | null;
  id: GeneratedAlways<number>;
  is_available: boolean | null;
  price_with_discount_cents: number | null;
  product_id: number | null;
}

interface AlertEvent {
  alert_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  due_at: ColumnType<Date, Date | string>;
  id: GeneratedAlways<number>;
  price_change_id: number | null;
  product_id: number;
  released_at: ColumnType<Date, Date | string> | null;
}

interface AlertMessage {
  account_id: number;
  channel: string;
  closed_at: ColumnType<Date, Date | string> | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  dropped_because: string | null;
  event_id: number;
  id: GeneratedAlways<number>;
  status: Generated<'waiting' | 'sent' | 'dropped'>;
  target: Generated<string>;
}

interface AnswerTemplate {
  body: LocalizedText;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_by: string | null;
  id: GeneratedAlways<number>;
  kind: 'claim' | 'message';
  name: LocalizedText;
  version: Generated<number>;
}

interface Approval {
  decided_at: ColumnType<Date, Date | string> | null;
  decided_by: number | null;
  decider: string | null;
  expires_at: ColumnType<Date, Date | string>;
  facts: unknown;
  id: GeneratedAlways<number>;
  kind: string;
  note: string | null;
  reason: Generated<string>;
  request: unknown;
  requested_at: ColumnType<Date, Date | string | undefined, Date | string>;
  requested_by: number | null;
  requester: string;
  status: Generated<'waiting' | 'approved' | 'done' | 'refused' | 'withdrawn' | 'expired'>;
  subject: string;
}

interface ApprovalPolicy {
  is_for_key_exports: Generated<boolean>;
  is_for_roles: Generated<boolean>;
  is_only: Generated<boolean>;
  refund_above: number | null;
  version: Generated<number>;
}

interface AuditEntry {
  action: string;
  actor: string;
  actor_id: number | null;
  actor_kind: Generated<'operator' | 'command' | 'system'>;
  after: unknown | null;
  before: unknown | null;
  content_hash: Generated<Buffer>;
  details: Generated<unknown>;
  done_at: ColumnType<Date, Date | string | undefined, Date | string>;
  erased_at: ColumnType<Date, Date | string> | null;
  hash: Generated<Buffer>;
  id: GeneratedAlways<number>;
  position: Generated<number>;
  previous_hash: Generated<Buffer>;
  reason: string | null;
  subject: string;
}

interface AuditHead {
  hash: Buffer;
  is_only: Generated<boolean>;
  position: number;
}

interface BackupRecord {
  done_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: GeneratedAlways<number>;
  kind: 'backup' | 'rehearsal';
  note: Generated<string>;
  recorded_by: string;
}

interface Basket {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  direct_product_id: number | null;
  dropped_promo: string | null;
  id: Generated<string>;
  status: Generated<number>;
}

interface BasketItem {
  added_at: ColumnType<Date, Date | string | undefined, Date | string>;
  basket_id: string;
  count: number;
  price_cents: number;
  product_id: number;
}

interface CatalogueDraft {
  base: unknown | null;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_by: string;
  data: unknown;
  fault: string | null;
  id: number;
  kind: 'game' | 'news';
  publish_at: ColumnType<Date, Date | string> | null;
  version: Generated<number>;
}

interface Category {
  hue: number;
  id: number;
  name: string;
  pictures: ShownPicture[] | null;
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
  currency: 'KZT' | 'RUB' | 'USD' | 'AZN';
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

interface Delivery {
  delivered_at: ColumnType<Date, Date | string | undefined, Date | string>;
  key_id: number;
  order_item_id: number;
  replaces_key_id: number | null;
}

interface FacetCellTotal {
  cell: string;
  games: number;
  genre: string;
  platform: string;
  region: string;
  type: string;
}

interface FacetTotal {
  category_id: number;
  facet: string;
  games: number;
}

interface Favourite {
  account_id: number;
  added_price_cents: number | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  game_id: number;
  id: GeneratedAlways<number>;
  seen_price_cents: number | null;
}

interface FinanceCursor {
  done_id: Generated<number>;
  id: Generated<boolean>;
  keys_at: ColumnType<Date, Date | string | undefined, Date | string>;
  seen_id: Generated<number>;
  seen_xid: Generated<number>;
}

interface Game {
  aliases: Generated<string[]>;
  art: ArtData;
  base_game_id: number | null;
  category_id: number;
  demand: Generated<number>;
  description: LocalizedText;
  developer: string | null;
  discount_percent: Generated<number>;
  facets: Generated<string[]>;
  features: Generated<string[]>;
  genres: Generated<string[]>;
  id: number;
  languages: GameLanguages | null;
  name: string;
  offer_count: Generated<number>;
  old_price_extra_cents: Generated<number>;
  pegi: 3 | 7 | 12 | 16 | 18 | null;
  pictures: ShownPicture[] | null;
  platform: string | null;
  popularity: number;
  position: number;
  price_cents: number | null;
  price_with_discount_cents: number | null;
  publisher: string | null;
  rank: GeneratedAlways<number>;
  region: string | null;
  relation: 'edition' | 'dlc' | null;
  released_on: string | null;
  requirements: GameRequirements | null;
  review_stars: Generated<number[]>;
  search_name: string;
  series: string | null;
  sort_name: GeneratedAlways<string>;
  type: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface GameTotal {
  category_id: number;
  total: number;
  type: string;
}

interface GameView {
  day: string;
  game_id: number;
  views: number;
}

interface Gift {
  channel: 'link' | 'email';
  country: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  device_hash: Buffer | null;
  email: string | null;
  giver_name: Generated<string>;
  id: GeneratedAlways<number>;
  is_region_accepted: Generated<boolean>;
  key_id: number;
  language: 'ru' | 'en' | 'kz';
  link_count: Generated<number>;
  message: Generated<string>;
  opened_at: ColumnType<Date, Date | string> | null;
  opens_on: string;
  order_item_id: number;
  queued_at: ColumnType<Date, Date | string> | null;
  recipient_name: Generated<string>;
  refused_at: ColumnType<Date, Date | string> | null;
  send_at: ColumnType<Date, Date | string> | null;
  sent_at: ColumnType<Date, Date | string> | null;
  status: 'waiting' | 'sent' | 'opened' | 'taken-back';
  taken_back_at: ColumnType<Date, Date | string> | null;
  token_hash: Buffer | null;
}

interface Instruction {
  body: LocalizedText;
  name: string;
}

interface KeyBatch {
  cost_cents: number;
  id: GeneratedAlways<number>;
  imported_at: ColumnType<Date, Date | string | undefined, Date | string>;
  key_count: number;
  product_id: number;
  quarantine_reason: string | null;
  quarantined_at: ColumnType<Date, Date | string> | null;
  quarantined_by: string | null;
  supplier: string;
  undone_at: ColumnType<Date, Date | string> | null;
  undone_by: string | null;
  written_off: Generated<number>;
}

interface KeyClaim {
  account_id: number;
  answer: string | null;
  batch_id: number | null;
  comment: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  facts: unknown | null;
  is_automatic: Generated<boolean>;
  key_id: number;
  operator_id: number | null;
  policy_version: Generated<number>;
  reason: 'used' | 'wrong-region' | 'invalid';
  resolved_at: ColumnType<Date, Date | string> | null;
  resolved_by: string | null;
  status: Generated<'open' | 'replaced' | 'refunded' | 'refused'>;
  tenge: number | null;
  wait_reason: string | null;
}

interface KeyDouble {
  found_at: ColumnType<Date, Date | string | undefined, Date | string>;
  key_id: number;
  same_as: number;
}

interface KeyImport {
  batch_id: number | null;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  chunk_count: number;
  cost_cents: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string;
  file_name: string;
  format: 'platform' | 'pattern' | 'any';
  id: string;
  imported: Generated<number>;
  left_out: Generated<number>;
  line_count: number;
  product_id: number;
  skipped: Generated<number>;
  status: Generated<'open' | 'finished' | 'cancelled'>;
  stops_at_bad: boolean;
  supplier: string;
}

interface KeyImportChunk {
  chunk: number;
  committed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  digest: Buffer;
  import_id: string;
  imported: number;
  skipped: unknown;
}

interface KeyReturn {
  delivered_at: ColumnType<Date, Date | string>;
  id: GeneratedAlways<number>;
  key_id: number;
  order_item_id: number;
  replaces_key_id: number | null;
  returned_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface KeyReveal {
  account_id: number | null;
  actor: string | null;
  address: Generated<string>;
  channel: 'page' | 'mail' | 'gift' | 'export' | 'rotation';
  id: GeneratedAlways<number>;
  key_id: number;
  revealed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_agent: Generated<string>;
}

interface LedgerEntry {
  account: string;
  amount: number;
  currency: string;
  transaction_id: number;
}

interface LedgerTransaction {
  batch_id: number | null;
  booked_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: GeneratedAlways<number>;
  kind: 'payment' | 'refund' | 'delivery' | 'fee' | 'cost' | 'import' | 'write-off';
  payment_id: number | null;
  refund_id: number | null;
  step: number | null;
}

interface LowStockChange {
  product_id: number;
}

interface News {
  art: ArtData;
  body: LocalizedText;
  id: number;
  pictures: ShownPicture[] | null;
  published_on: string;
  summary: LocalizedText;
  title: LocalizedText;
}

interface Node {
  beat_at: ColumnType<Date, Date | string | undefined, Date | string>;
  host: string;
  id: string;
  role: 'web' | 'worker';
  started_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: string;
}

interface Notification {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  data: unknown;
  id: GeneratedAlways<number>;
  kind: 'welcome' | 'security' | 'price-drop' | 'paid' | 'delivered' | 'refunded' | 'claim' | 'gift';
  read_at: ColumnType<Date, Date | string> | null;
}

interface OfferMargin {
  cost_cents: number;
  cost_share: GeneratedAlways<number>;
  price_band: GeneratedAlways<number>;
  price_cents: number;
  product_id: number;
}

interface Operator {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  disabled_at: ColumnType<Date, Date | string> | null;
  email: string;
  id: GeneratedAlways<number>;
  language: Generated<'ru' | 'en' | 'kz'>;
  name: string;
  password_hash: string;
  role_id: string;
  totp_confirmed_at: ColumnType<Date, Date | string> | null;
  totp_step: Generated<number>;
}

interface OperatorEvent {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: GeneratedAlways<number>;
  kind: 'claim' | 'review' | 'refund-failed' | 'message' | 'supplier-balance' | 'low-stock';
  subject: string;
}

interface OperatorInvitation {
  accepted_at: ColumnType<Date, Date | string> | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string;
  expires_at: ColumnType<Date, Date | string>;
  id: GeneratedAlways<number>;
  invited_by: string;
  inviter_id: number | null;
  revoked_at: ColumnType<Date, Date | string> | null;
  role_id: string;
  token_hash: Buffer;
}

interface OperatorNote {
  author: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: GeneratedAlways<number>;
  operator_id: number | null;
  subject_id: number;
  subject_kind: 'order' | 'customer';
  text: string;
}

interface OperatorNotice {
  kind: string;
  last_event_id: number;
  operator_id: number;
  sent_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface OperatorPasskey {
  counter: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: string;
  name: string;
  operator_id: number;
  public_key: Buffer;
  transports: Generated<string[]>;
  used_at: ColumnType<Date, Date | string> | null;
}

interface OperatorRecoveryCode {
  code_hash: Buffer;
  operator_id: number;
  used_at: ColumnType<Date, Date | string> | null;
}

interface OperatorRequest {
  answer: Generated<unknown>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  key: string;
  operator_id: number;
}

interface OperatorRole {
  id: string;
  is_built_in: Generated<boolean>;
  limits: Generated<unknown>;
  name: Generated<string>;
  permissions: string[];
  version: Generated<number>;
}

interface OperatorRoleNotice {
  kind: 'claim' | 'review' | 'refund-failed' | 'message' | 'supplier-balance' | 'low-stock';
  role_id: string;
}

interface OperatorSession {
  address: string;
  challenge: string | null;
  challenge_at: ColumnType<Date, Date | string> | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string>;
  id: Generated<string>;
  operator_id: number;
  second_factor_at: ColumnType<Date, Date | string> | null;
  token_hash: Buffer;
  used_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_agent: string;
}

interface OrderItem {
  amount: number;
  count: number;
  id: GeneratedAlways<number>;
  name: string;
  payment_id: number;
  price_cents: number;
  product_id: number;
}

interface OrderLink {
  channel: 'page' | 'mail';
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string>;
  payment_id: number;
  token_hash: Buffer;
}

interface OrderMail {
  id: GeneratedAlways<number>;
  kind: string;
  payment_id: number;
  sent_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface Outbox {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  data: unknown;
  id: GeneratedAlways<number>;
  queue: string;
}

interface PartnerCallback {
  at: ColumnType<Date, Date | string>;
  partner: string;
}

interface Payment {
  account_id: number | null;
  activation_accepted: Generated<number[]>;
  activation_country: string | null;
  amount: number;
  base_cents: number;
  basket_id: string | null;
  called_back_at: ColumnType<Date, Date | string> | null;
  card_form: unknown | null;
  checks: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: 'KZT' | 'RUB' | 'USD' | 'AZN';
  detail: string | null;
  discount_cents: Generated<number>;
  expires_at: ColumnType<Date, Date | string>;
  given_up_at: ColumnType<Date, Date | string> | null;
  id: GeneratedAlways<number>;
  idempotency_key: string | null;
  language: 'ru' | 'en' | 'kz';
  link_cancelled_at: ColumnType<Date, Date | string> | null;
  link_url: string | null;
  newcomer_network: string | null;
  next_check_at: ColumnType<Date, Date | string> | null;
  number: GeneratedAlways<string>;
  order_id: string;
  paid_at: ColumnType<Date, Date | string> | null;
  promo_code_id: number | null;
  provider: string;
  provider_payment_id: string | null;
  rate: string;
  rate_at: ColumnType<Date, Date | string>;
  rate_source: string;
  status: Generated<'created' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'expired' | 'review' | 'refunding' | 'refund-failed' | 'partly-refunded' | 'refunded'>;
  top_up_id: number | null;
  vat_rate: number | null;
}

interface PaymentAlert {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  detail: string;
  id: GeneratedAlways<number>;
  kind: 'unknown-order' | 'mismatch' | 'paid-twice' | 'refund-failed' | 'provider-refund' | 'supplier-balance' | 'supplier-refused';
  order_id: string;
  payment_id: number | null;
  provider: string;
  resolved_at: ColumnType<Date, Date | string> | null;
}

interface Picture {
  alt: Generated<LocalizedText>;
  color: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  file_hash: string;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  hash: string;
  height: number;
  id: GeneratedAlways<number>;
  owner: 'games' | 'news' | 'categories';
  owner_id: number;
  place: 'cover' | 'gallery';
  position: Generated<number>;
  version: Generated<number>;
  width: number;
}

interface PictureFile {
  content: Buffer | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  hash: string;
}

interface PriceChange {
  applied_at: ColumnType<Date, Date | string> | null;
  closed_at: ColumnType<Date, Date | string> | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string;
  end_told_at: ColumnType<Date, Date | string> | null;
  ends_at: ColumnType<Date, Date | string> | null;
  id: GeneratedAlways<number>;
  starts_at: ColumnType<Date, Date | string>;
  status: 'scheduled' | 'applied' | 'ended' | 'undone' | 'cancelled' | 'missed';
  title: string;
}

interface PriceChangeItem {
  applied_version: number | null;
  is_restored: boolean | null;
  new_discount_price_cents: number;
  new_price_cents: number;
  old_discount_price_cents: number;
  old_price_cents: number;
  price_change_id: number;
  product_id: number;
}

interface Product {
  available: Generated<boolean>;
  category_id: number;
  demand: Generated<number>;
  discount_percent: GeneratedAlways<number | null>;
  edition: string;
  game_id: number;
  id: number;
  instruction_name: string;
  name: string;
  offered: Generated<boolean>;
  platform: string;
  popularity: number;
  position: number;
  price_cents: number;
  price_version: Generated<number>;
  price_with_discount_cents: number;
  rank: GeneratedAlways<number>;
  region: string;
  released_on: string | null;
  sort_name: string;
  type: 'Key' | 'Services' | 'Subscription' | 'Currency' | 'TopUp';
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface ProductKey {
  batch_id: number;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  fingerprint: Buffer;
  id: Generated<number>;
  master_id: string;
  order_item_id: number | null;
  product_id: number;
  reserved_until: ColumnType<Date, Date | string> | null;
  sealed: Buffer;
  status: Generated<'available' | 'reserved' | 'sold' | 'disputed' | 'returned' | 'quarantined' | 'revoked'>;
}

interface ProductTotal {
  category_id: number;
  total: number;
  type: string;
}

interface PromoCode {
  account_limit: number | null;
  amount_cents: number | null;
  budget_cents: number | null;
  category_ids: Generated<number[]>;
  code: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string> | null;
  id: GeneratedAlways<number>;
  is_first_order: Generated<boolean>;
  minimum_cents: Generated<number>;
  percent: number | null;
  product_ids: Generated<number[]>;
  starts_at: ColumnType<Date, Date | string | undefined, Date | string>;
  total_limit: number | null;
  used: Generated<number>;
  version: Generated<number>;
}

interface PromoUse {
  account_id: number;
  basket_id: string;
  promo_code_id: number;
  used_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface PushSubscription {
  account_id: number;
  auth: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  device: Generated<string>;
  endpoint: string;
  failed_at: ColumnType<Date, Date | string> | null;
  failures: Generated<number>;
  id: GeneratedAlways<number>;
  p256dh: string;
  session_id: string | null;
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

interface Reconciliation {
  closed_at: ColumnType<Date, Date | string> | null;
  closed_by: string | null;
  closed_counts: unknown | null;
  closed_sums: unknown | null;
  day: string;
  file_hash: Buffer;
  file_name: string;
  loaded_at: ColumnType<Date, Date | string | undefined, Date | string>;
  loaded_by: string;
  provider: string;
}

interface ReconciliationLine {
  amount: number;
  currency: string;
  day: string;
  line: number;
  order_id: string;
  provider: string;
  provider_payment_id: string;
  status: 'paid' | 'refunded' | 'failed';
}

interface ReconciliationNote {
  day: string;
  note: string;
  noted_at: ColumnType<Date, Date | string | undefined, Date | string>;
  noted_by: string;
  order_id: string;
  provider: string;
}

interface Refund {
  amount: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  detail: string | null;
  done_at: ColumnType<Date, Date | string> | null;
  id: GeneratedAlways<number>;
  is_by_hand: Generated<boolean>;
  next_try_at: ColumnType<Date, Date | string | undefined, Date | string> | null;
  note: string | null;
  operator_id: number | null;
  payment_id: number;
  reason: 'undeliverable' | 'late' | 'operator';
  refunded_before: number;
  status: Generated<'waiting' | 'done' | 'failed'>;
  tenge: number | null;
  tries: Generated<number>;
  tries_before_retry: Generated<number>;
  unsent_tries: Generated<number>;
}

interface RefundItem {
  amount: number;
  count: number;
  order_item_id: number;
  refund_id: number;
}

interface ReplacementPolicy {
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_by: string;
  reason: Generated<string>;
  settings: unknown;
  version: number;
}

interface Review {
  account_id: number;
  answer: string | null;
  answered_at: ColumnType<Date, Date | string> | null;
  answered_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  edited_at: ColumnType<Date, Date | string> | null;
  game_id: number;
  held_for: Generated<string[]>;
  helpful_count: Generated<number>;
  hidden_reason: string | null;
  id: GeneratedAlways<number>;
  is_demo: Generated<boolean>;
  language: 'ru' | 'en' | 'kz';
  nickname: string;
  rating: number | null;
  status: 'waiting' | 'published' | 'hidden' | 'deleted';
  text: string;
  version: Generated<number>;
  was_hidden: Generated<boolean>;
}

interface ReviewVote {
  account_id: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  review_id: number;
}

interface SalesDay {
  cost: number;
  cost_cents: number;
  currency: string;
  day: string;
  fees: number;
  product_id: number;
  provider: string;
  refunds: number;
  sales: number;
  sold: number;
}

interface SalesDayTotal {
  cost: number;
  cost_cents: number;
  currency: string;
  day: string;
  fees: number;
  products: number;
  provider: string;
  refunds: number;
  sales: number;
  sold: number;
}

interface SalesMovement {
  at: ColumnType<Date, Date | string>;
  cost: number;
  cost_cents: number;
  currency: string;
  day: string;
  fees: number;
  payment_id: number;
  product_id: number;
  provider: string;
  refunds: number;
  sales: number;
  sold: number;
}

interface SchemaFunction {
  hash: string;
  name: string;
  version: string;
}

interface SchemaMigration {
  applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
  hash: string;
  name: string;
  phase: Generated<string>;
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

interface ShopSetting {
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  changed_by: string;
  name: string;
  reason: Generated<string>;
  value: unknown;
  version: number;
}

interface SignInAttempt {
  browser_hash: Buffer;
  expires_at: ColumnType<Date, Date | string>;
  nonce: string | null;
  provider: 'google' | 'vk';
  return_to: string;
  state_hash: Buffer;
  verifier: string;
}

interface StockBatch {
  available: number;
  batch_id: number;
  product_id: number;
  quarantined: number;
  reserved: number;
}

interface StockCursor {
  checked_until: ColumnType<Date, Date | string> | null;
  counted_until: ColumnType<Date, Date | string> | null;
  day: string | null;
  is_only: Generated<boolean>;
  low_threshold: number | null;
}

interface StockLevel {
  available: number;
  cost_cents: number | null;
  low_since: ColumnType<Date, Date | string> | null;
  product_id: number;
  quarantined: number;
  reserved: number;
  sold_30: Generated<number>;
  sold_7: Generated<number>;
}

interface StockSaleDay {
  day: string;
  product_id: number;
  sold: number;
}

interface StockThreshold {
  product_id: number;
  threshold: number;
}

interface StoreMode {
  decided_at: ColumnType<Date, Date | string | undefined, Date | string>;
  is_only: Generated<boolean>;
  mode: 'demo' | 'production';
}

interface SupportEntry {
  author: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: GeneratedAlways<number>;
  kind: 'answer' | 'note';
  mailed_at: ColumnType<Date, Date | string> | null;
  message_id: number;
  text: string;
}

interface SupportMessage {
  assigned_to: number | null;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string;
  id: GeneratedAlways<number>;
  language: 'ru' | 'en' | 'kz';
  mailed_at: ColumnType<Date, Date | string> | null;
  message: string;
  name: string;
  status: Generated<'open' | 'answered' | 'closed'>;
  topic: 'order' | 'payment' | 'top-up' | 'account' | 'partnership' | 'other';
  version: Generated<number>;
}

interface TopUp {
  account: string;
  account_id: number | null;
  account_name: string | null;
  code: string;
  cost_cents: number | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  delivered_at: ColumnType<Date, Date | string> | null;
  detail: string | null;
  email: string | null;
  id: GeneratedAlways<number>;
  is_held: Generated<boolean>;
  is_late: Generated<boolean>;
  language: 'ru' | 'en' | 'kz';
  next_try_at: ColumnType<Date, Date | string> | null;
  paid_at: ColumnType<Date, Date | string> | null;
  quote_id: string;
  status: Generated<number>;
  supplier: string;
  supplier_id: string | null;
  tries: Generated<number>;
  unanswered_since: ColumnType<Date, Date | string> | null;
}

interface TopUpQuote {
  amount: number;
  base_cents: number;
  charged: number;
  charged_currency: 'KZT' | 'RUB' | 'USD' | 'AZN';
  cost_cents: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: 'KZT' | 'RUB' | null;
  expires_at: ColumnType<Date, Date | string>;
  id: Generated<string>;
  name: string;
  product_id: number;
  provider: string;
  rate: string;
  rate_at: ColumnType<Date, Date | string>;
  rate_source: string;
  request_key: string | null;
  service: string;
}

interface UncheckedChange {
  changed_in: Generated<string>;
  kind: string;
  subject: string;
}

interface VaultSecret {
  master_id: string;
  name: string;
  sealed: Buffer;
}

interface VisitCount {
  day: string;
  language: 'ru' | 'en' | 'kz';
  visits: number;
}

export interface DB {
  accepted_review: AcceptedReview;
  account: Account;
  account_avatar: AccountAvatar;
  account_code: AccountCode;
  account_device: AccountDevice;
  account_identity: AccountIdentity;
  account_session: AccountSession;
  activation_rule: ActivationRule;
  alert: Alert;
  alert_change: AlertChange;
  alert_event: AlertEvent;
  alert_message: AlertMessage;
  answer_template: AnswerTemplate;
  approval: Approval;
  approval_policy: ApprovalPolicy;
  audit_entry: AuditEntry;
  audit_head: AuditHead;
  backup_record: BackupRecord;
  basket: Basket;
  basket_item: BasketItem;
  catalogue_draft: CatalogueDraft;
  category: Category;
  country: Country;
  currency_rate: CurrencyRate;
  currency_rate_history: CurrencyRateHistory;
  delivery: Delivery;
  facet_cell_total: FacetCellTotal;
  facet_total: FacetTotal;
  favourite: Favourite;
  finance_cursor: FinanceCursor;
  game: Game;
  game_total: GameTotal;
  game_view: GameView;
  gift: Gift;
  instruction: Instruction;
  key_batch: KeyBatch;
  key_claim: KeyClaim;
  key_double: KeyDouble;
  key_import: KeyImport;
  key_import_chunk: KeyImportChunk;
  key_return: KeyReturn;
  key_reveal: KeyReveal;
  ledger_entry: LedgerEntry;
  ledger_transaction: LedgerTransaction;
  low_stock_change: LowStockChange;
  news: News;
  node: Node;
  notification: Notification;
  offer_margin: OfferMargin;
  operator: Operator;
  operator_event: OperatorEvent;
  operator_invitation: OperatorInvitation;
  operator_note: OperatorNote;
  operator_notice: OperatorNotice;
  operator_passkey: OperatorPasskey;
  operator_recovery_code: OperatorRecoveryCode;
  operator_request: OperatorRequest;
  operator_role: OperatorRole;
  operator_role_notice: OperatorRoleNotice;
  operator_session: OperatorSession;
  order_item: OrderItem;
  order_link: OrderLink;
  order_mail: OrderMail;
  outbox: Outbox;
  partner_callback: PartnerCallback;
  payment: Payment;
  payment_alert: PaymentAlert;
  picture: Picture;
  picture_file: PictureFile;
  price_change: PriceChange;
  price_change_item: PriceChangeItem;
  product: Product;
  product_key: ProductKey;
  product_total: ProductTotal;
  promo_code: PromoCode;
  promo_use: PromoUse;
  push_subscription: PushSubscription;
  rate_limit: RateLimit;
  recommendation: Recommendation;
  recommendation_group: RecommendationGroup;
  reconciliation: Reconciliation;
  reconciliation_line: ReconciliationLine;
  reconciliation_note: ReconciliationNote;
  refund: Refund;
  refund_item: RefundItem;
  replacement_policy: ReplacementPolicy;
  review: Review;
  review_vote: ReviewVote;
  sales_day: SalesDay;
  sales_day_total: SalesDayTotal;
  sales_movement: SalesMovement;
  schema_function: SchemaFunction;
  schema_migration: SchemaMigration;
  search_posting: SearchPosting;
  search_word: SearchWord;
  shop_setting: ShopSetting;
  sign_in_attempt: SignInAttempt;
  stock_batch: StockBatch;
  stock_cursor: StockCursor;
  stock_level: StockLevel;
  stock_sale_day: StockSaleDay;
  stock_threshold: StockThreshold;
  store_mode: StoreMode;
  support_entry: SupportEntry;
  support_message: SupportMessage;
  top_up: TopUp;
  top_up_quote: TopUpQuote;
  unchecked_change: UncheckedChange;
  vault_secret: VaultSecret;
  visit_count: VisitCount;
}
