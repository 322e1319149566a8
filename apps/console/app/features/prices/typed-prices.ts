import { withTyped } from '@oyna/domain/price-change';
import type { Price, PriceEdit } from './prices-api.ts';

/** What was typed in a row of the grid, with the version of the prices that the operator saw then. */
export interface TypedPrices extends PriceEdit {
  version: number;
}

type Row = Pick<Price, 'id' | 'version' | 'priceCents' | 'discountPriceCents'>;

/** The prices of a row after what was typed. A price that was not typed is the present one, also after a colleague's change. */
export function mergePrices(row: Row, edit: PriceEdit | undefined) {
  const before = { price: row.priceCents, discountPrice: row.discountPriceCents };
  const typed = { price: edit?.priceCents, discountPrice: edit?.discountPriceCents };
  const { price, discountPrice } = withTyped(before, typed);
  return { priceCents: price, discountPriceCents: discountPrice };
}

/** One more price of a row is typed. The version stays that of the first one. */
export function typePrice(
  row: Row,
  before: TypedPrices | undefined,
  field: 'priceCents' | 'discountPriceCents',
  cents: number,
): TypedPrices {
  const other = field === 'priceCents' ? 'discountPriceCents' : 'priceCents';
  const isOtherTyped = before?.[other] !== undefined;
  const typed = { productId: row.id, [field]: cents };
  const prices = isOtherTyped ? mergePrices({ ...row, ...mergePrices(row, before) }, typed) : { [field]: cents };
  return { productId: row.id, version: before?.version ?? row.version, ...prices };
}

export const isChangedSince = (row: Pick<Price, 'version'>, edit: TypedPrices | undefined): boolean =>
  edit !== undefined && edit.version !== row.version;
