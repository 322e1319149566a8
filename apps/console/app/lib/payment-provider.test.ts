import { afterEach, expect, it } from 'vitest';
import { SESSION_KEY } from './api.ts';
import { providerChoices, providerLabel } from './payment-provider.ts';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.removeQueries({ queryKey: SESSION_KEY }));

it('offers the payment providers that the session names, by their labels', () => {
  queryClient.setQueryData(SESSION_KEY, {
    paymentProviders: [
      { name: 'tengepay', label: 'TengePay' },
      { name: 'epoint', label: 'Epoint' },
    ],
  });
  expect(providerChoices()).toEqual([
    { value: 'epoint', text: 'Epoint' },
    { value: 'tengepay', text: 'TengePay' },
  ]);
  expect(providerLabel('tengepay')).toBe('TengePay');
  expect(providerLabel('gone')).toBe('gone');
});
