import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { expect, it } from 'vitest';
import { createTestStore } from '../../testing/test-store.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import { createPaymentMethods } from './payment-methods.service.ts';

it('lists only configured providers whose currency has a rate, with the marks of their cards', async () => {
  const store = await createTestStore({ template: 'empty' });
  try {
    const read = async () =>
      (await store.server.inject('/api/v1/payment/methods')).json<
        { provider: string; currency: string; brands: string[] }[]
      >();
    await store.currency.refresh();
    const methods = await read();
    expect(methods.map(({ provider, currency, brands }) => [provider, currency, brands])).toEqual([
      ['kassa24', 'KZT', ['visa', 'mastercard']],
      ['epoint', 'AZN', ['visa', 'mastercard']],
      ['platron', 'RUB', ['visa', 'mastercard', 'mir']],
      ['talkbank', 'RUB', ['visa', 'mastercard', 'mir']],
    ]);
    const { providers } = store.payments;
    const onlyEpoint = new Map([...providers].filter(([name]) => name === 'epoint'));
    const list = (rates: Pick<CurrencyService, 'findRate'>) =>
      createPaymentMethods(PAYMENT_PROVIDERS, onlyEpoint, { ...store.currency, ...rates }).list();
    expect(await list(store.currency)).toMatchObject([{ provider: 'epoint' }]);
    expect(await list({ findRate: async () => undefined })).toEqual([]);
  } finally {
    await store.close();
  }
});
