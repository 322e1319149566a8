import { CARD_BRANDS, type CardBrand } from '@oyna/domain/constants';

/** The marks of all these methods, each once. */
export function brandsOf(methods: readonly { brands: readonly CardBrand[] }[]): CardBrand[] {
  return CARD_BRANDS.filter((brand) => methods.some(({ brands }) => brands.includes(brand)));
}
