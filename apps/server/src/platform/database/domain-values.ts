import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { OPENING_CHANNELS } from '@oyna/domain/key-withdrawal';
import {
  DELIVERED_KEY_STATUSES,
  GIVEN_UP_PAYMENT_STATUSES,
  TOP_UP_STATUS,
  USED_KEY_STATUSES,
} from '@oyna/domain/states';
import { STORE_TIME_ZONE } from '@oyna/domain/store-time';
import { TOP_UP_WAIT_SECONDS } from '@oyna/domain/top-up';
import { statusText } from './transitions.ts';

/** What SQL functions take from the domain: `{{MAX_ITEM_COUNT}}` in their files is the value as a literal, or as a list of them. */
export const DOMAIN_VALUES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    GIVEN_UP_PAYMENT_STATUSES,
    DELIVERED_KEY_STATUSES,
    USED_KEY_STATUSES,
    OPENING_CHANNELS,
    MAX_ITEM_COUNT: [MAX_ITEM_COUNT],
    STORE_TIME_ZONE: [STORE_TIME_ZONE],
    TOP_UP_IN_DELIVERY: [TOP_UP_STATUS.inDelivery],
    TOP_UP_UNANSWERED_SECONDS: [TOP_UP_WAIT_SECONDS.unanswered],
    TOP_UP_SETTLE_SECONDS: [TOP_UP_WAIT_SECONDS.settle],
  }).map(([name, values]) => [name, statusText(values)]),
);

export function fillDomainValues(sql: string): string {
  return sql.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = DOMAIN_VALUES.get(name);
    if (value === undefined) throw new Error(`{{${name}}} is not a value of the domain`);
    return value;
  });
}
