import { expect, it } from 'vitest';
import { chargeCard } from './charge-card.ts';

const FORM = { token: 'status-1.key', amount: 105_700, chargeUrl: 'https://baas.talkbank.io/client/v1/charge' };
const CARD = { number: '5555 5555 5555 4444', expiry: '09/31', cvv: '123', holder: ' AIDA S ' };

const answering = (body: unknown, status = 200) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const send = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} });
    return Response.json(body, { status });
  };
  return { sent, send: send as typeof fetch };
};

it('sends the card to the provider in its format, without data of the store', async () => {
  const { sent, send } = answering({ error: 0, data: { charge_link: 'https://bank.example/3ds' } });
  expect(await chargeCard(FORM, CARD, send)).toEqual({ kind: 'go', link: 'https://bank.example/3ds' });
  expect(sent.map(({ url }) => url)).toEqual([FORM.chargeUrl]);
  expect(sent[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
    token: FORM.token,
    amount: FORM.amount,
    card_info: { number: '5555555555554444', month: '09', year: '31', cvv: '123', holder: 'AIDA S' },
  });
});

it.each([
  [{ error: 1, error_description: 'Card is invalid', data: null }, 400],
  [{ error: 0, data: { charge_link: 'javascript:alert(1)' } }, 200],
  [{ error: 0, data: null }, 200],
])('is refused by %o', async (body, status) => {
  expect(await chargeCard(FORM, CARD, answering(body, status).send)).toEqual({ kind: 'refused' });
});

it('is unknown without a response', async () => {
  const fails = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch;
  expect(await chargeCard(FORM, CARD, fails)).toEqual({ kind: 'unknown' });
  expect(await chargeCard(FORM, CARD, answering({}, 502).send)).toEqual({ kind: 'unknown' });
});
