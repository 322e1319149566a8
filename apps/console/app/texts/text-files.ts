import type common from './ru/common.json';
import type errors from './ru/errors.json';
import type orders from './ru/orders.json';
import type search from './ru/search.json';
import type signIn from './ru/sign-in.json';
import type today from './ru/today.json';

/** Makes `t('no-such-key')` a type error. A new file of texts is added here; texts.test.ts compares the languages. */
export interface TextFiles {
  common: typeof common;
  errors: typeof errors;
  orders: typeof orders;
  search: typeof search;
  'sign-in': typeof signIn;
  today: typeof today;
}
