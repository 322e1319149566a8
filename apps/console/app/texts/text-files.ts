import type activation from './ru/activation.json';
import type approvals from './ru/approvals.json';
import type audit from './ru/audit.json';
import type catalogue from './ru/catalogue.json';
import type claims from './ru/claims.json';
import type common from './ru/common.json';
import type customers from './ru/customers.json';
import type errors from './ru/errors.json';
import type finance from './ru/finance.json';
import type messages from './ru/messages.json';
import type notices from './ru/notices.json';
import type orders from './ru/orders.json';
import type permissions from './ru/permissions.json';
import type prices from './ru/prices.json';
import type profile from './ru/profile.json';
import type promo from './ru/promo.json';
import type search from './ru/search.json';
import type settings from './ru/settings.json';
import type signIn from './ru/sign-in.json';
import type stock from './ru/stock.json';
import type team from './ru/team.json';
import type today from './ru/today.json';

/** Makes `t('no-such-key')` a type error. A new file of texts is added here; texts.test.ts compares the languages. */
export interface TextFiles {
  activation: typeof activation;
  approvals: typeof approvals;
  audit: typeof audit;
  catalogue: typeof catalogue;
  claims: typeof claims;
  common: typeof common;
  customers: typeof customers;
  errors: typeof errors;
  finance: typeof finance;
  messages: typeof messages;
  notices: typeof notices;
  orders: typeof orders;
  permissions: typeof permissions;
  prices: typeof prices;
  profile: typeof profile;
  promo: typeof promo;
  search: typeof search;
  settings: typeof settings;
  'sign-in': typeof signIn;
  stock: typeof stock;
  team: typeof team;
  today: typeof today;
}
