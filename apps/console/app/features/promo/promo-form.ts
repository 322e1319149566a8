import { readTypedSum } from '../../lib/typed-sum.ts';

interface Categories {
  /** Those of the code until now. */
  kept: readonly number[];
  /** Those that the form shows. Undefined until they are loaded. */
  shown: readonly { id: number }[] | undefined;
}

/**
 * What the fields of a promo code say. Undefined: the fields with these names cannot be read. A category of the code that
 * the form does not show stays: without categories a code is for everything.
 */
export function readPromoForm(fields: FormData, { kept, shown = [] }: Categories) {
  const wrong: string[] = [];
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | null => {
    if (text(name) === '') return null;
    const value = parse(text(name));
    if (value === undefined) wrong.push(name);
    return value ?? null;
  };
  const whole = (value: string) => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined);
  const cents = (value: string) => {
    const amount = readTypedSum(value.replace(/^\$/, ''));
    return amount && amount > 0 && amount <= 2_147_483_647 ? amount : undefined;
  };
  const time = (value: string) => (Number.isNaN(Date.parse(value)) ? undefined : new Date(value).toISOString());
  const ids = (value: string) => {
    const parts = value.split(/[\s,;]+/).filter(Boolean);
    return parts.every((part) => /^\d{1,9}$/.test(part)) ? [...new Set(parts.map(Number))] : undefined;
  };
  const values = {
    minimumCents: read('minimum', cents) ?? 0,
    startsAt: read('startsAt', time) ?? new Date().toISOString(),
    expiresAt: read('expiresAt', time),
    totalLimit: read('totalLimit', whole),
    accountLimit: read('accountLimit', whole),
    isFirstOrder: fields.get('isFirstOrder') === 'on',
    productIds: read('products', ids) ?? [],
    categoryIds: [
      ...kept.filter((id) => shown.every((category) => category.id !== id)),
      ...fields.getAll('category').map(Number),
    ],
    budgetCents: read('budget', cents),
  };
  const size = read('discount', fields.get('kind') === 'amount' ? cents : whole);
  const isPercent = fields.get('kind') !== 'amount';
  if (isPercent && size !== null && size > 100) wrong.push('discount');
  const discount = { percent: isPercent ? size : null, amountCents: isPercent ? null : size };
  return { code: text('code'), discount, values, wrong };
}
