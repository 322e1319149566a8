import { CARD_BRANDS, CARD_ORIGINS } from '@oyna/domain/constants';
import Type from 'typebox';
import { component } from '../../http/openapi.ts';

export const PaymentMethod = component(
  'PaymentMethod',
  Type.Object({
    provider: Type.String(),
    label: Type.String({ description: 'The name of the provider for people' }),
    origin: Type.Enum([...CARD_ORIGINS], { description: 'The countries of the cards that it accepts' }),
    brands: Type.Array(Type.Enum([...CARD_BRANDS]), { description: 'The card brands that it accepts' }),
    currency: Type.String({ description: 'The currency of the charge' }),
    rate: Type.Number({ description: 'Units of that currency per 1 USD' }),
    feePercent: Type.Number({ description: 'The fee of the store' }),
    cardForm: Type.Boolean({ description: 'The card is entered on /payment-talk rather than on the provider’s page' }),
  }),
);

export const LastMethod = Type.Object({
  provider: Type.Union([Type.String(), Type.Null()], { description: 'Null before the first payment' }),
});
