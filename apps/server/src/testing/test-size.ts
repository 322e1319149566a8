/** How many cases a test has: `npm test` runs the short form, `npm run prove` sets PROVE_SIZE (1 is the full form). */
export function sized({ short, full }: { short: number; full: number }): number {
  const size = process.env['PROVE_SIZE'];
  return size === undefined ? short : Math.max(short, Math.round(full * Number(size)));
}
