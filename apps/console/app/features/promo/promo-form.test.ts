import { expect, it } from 'vitest';
import { readPromoForm } from './promo-form.ts';

const NEW = { kept: [], shown: [] };

function form(values: Record<string, string>, categories: Parameters<typeof readPromoForm>[1] = NEW) {
  const fields = new FormData();
  for (const [name, value] of Object.entries(values)) fields.append(name, value);
  return readPromoForm(fields, categories);
}

it('reads percent or amount, limits, budget and scope', () => {
  expect(form({ code: ' AUTUMN ', kind: 'percent', discount: '15', budget: '500', products: '101, 102\n101' })).toEqual(
    {
      code: 'AUTUMN',
      discount: { percent: 15, amountCents: null },
      values: expect.objectContaining({
        budgetCents: 50_000,
        productIds: [101, 102],
        expiresAt: null,
        minimumCents: 0,
      }),
      wrong: [],
    },
  );
  expect(form({ kind: 'amount', discount: '4,99' }).discount).toEqual({ percent: null, amountCents: 499 });
});

it('keeps the categories of a code that the form does not show', () => {
  const shown = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const chosen = (category: Record<string, string>, categories: Parameters<typeof readPromoForm>[1]) =>
    form(category, categories).values.categoryIds;
  expect(chosen({}, { kept: [1, 2], shown: undefined })).toEqual([1, 2]);
  expect(chosen({ category: '3' }, { kept: [1, 9], shown })).toEqual([9, 3]);
  expect(chosen({}, { kept: [1, 2], shown })).toEqual([]);
});

it.each([
  ['discount', { discount: '101' }],
  ['discount', { discount: 'ten' }],
  ['products', { products: 'Portal' }],
  ['totalLimit', { totalLimit: '0' }],
  ['budget', { budget: '-5' }],
  ['expiresAt', { expiresAt: 'soon' }],
])('names the field that cannot be read: %s', (name, values) => {
  expect(form({ kind: 'percent', ...values }).wrong).toContain(name);
});
