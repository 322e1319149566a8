/** The promo code that the client of the spec had built in. */
export const DEMO_PROMO_CODES = [{ code: 'OYNA10', percent: 10 }] as const;
