/** A discount that ends some days after the first start: Horizon Forbidden West. */
export const DEMO_DEAL = { title: 'Недельная скидка', productId: 10421, percent: 40, days: 6 } as const;
