import type { CardForm as Card } from '@oyna/domain/card-form';
import { isWebAddress } from '../../lib/web-address.ts';
import type { CardForm } from './card-form-storage.ts';

/** `unknown`: no answer came, so the card may have been charged or not. */
export type Charge = { kind: 'go'; link: string } | { kind: 'refused' } | { kind: 'unknown' };

const PATIENCE_MS = 30_000;

/** The card, from this browser to TalkBank. This is the only place that sends it anywhere. */
export async function chargeCard(form: CardForm, card: Card, send: typeof fetch = fetch): Promise<Charge> {
  const [month, year] = card.expiry.split('/');
  const card_info = {
    number: card.number.replace(/\D/g, ''),
    month,
    year,
    cvv: card.cvv,
    holder: card.holder.trim(),
  };
  try {
    const answer = await send(form.chargeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: form.token, amount: form.amount, card_info }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status >= 500) return { kind: 'unknown' };
    const body: { error?: unknown; data?: { charge_link?: unknown } | null } = await answer.json();
    const link = body.data?.charge_link;
    const isGood = answer.ok && !body.error && typeof link === 'string' && isWebAddress(link);
    return isGood ? { kind: 'go', link } : { kind: 'refused' };
  } catch {
    return { kind: 'unknown' };
  }
}
