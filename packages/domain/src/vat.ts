/** Value added tax that a price includes. A rate is in hundredths of a percent: 12 % is 1200. */

/** "12" or "12.5". Undefined when the text is no rate. */
export function parseVatRate(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0')) || undefined;
}

/** 1250 as 12.5. */
export const vatRateText = (rate: number): string =>
  `${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, '0')}`.replace(/\.?0+$/, '');

/** The tax in an amount, in hundredths of its currency, rounded half up. */
export function vatIn(amount: number, rate: number): number {
  const whole = BigInt(10_000 + rate);
  return Number((BigInt(amount) * BigInt(rate) * 2n + whole) / (whole * 2n));
}
