import { MAX_PRICE_CENTS } from '@oyna/domain/price-change';
import Type from 'typebox';

/** As many offers as one change may have. */
export const MOST_PRODUCTS = 5_000;
/** Room for a change of so many offers. */
export const BODY_LIMIT = 1024 * 1024;

export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const Cents = Type.Integer({ minimum: 1, maximum: MAX_PRICE_CENTS, description: 'US cents' });
