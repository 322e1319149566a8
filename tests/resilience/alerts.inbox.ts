import { sql } from 'kysely';
import type { Received } from './alerts.check.ts';
import type { ShopAccess } from './test-environment.ts';

/** What mailboxes and browsers have got. The sandboxes keep a part of it only, so it is read while the test runs. */

interface Arrived extends Omit<Received, 'readFrom'> {
  channel: 'mail' | 'push';
  /** How the customer stops the alert from the message: the address for a mail program, or the token of a browser. */
  stop: { url: string } | { token: string };
}

interface Mail {
  at: string;
  text: string;
  messageId?: string;
  stop?: { url: string };
}

interface Push {
  at: string;
  payload: { tag: string; body: string; stopToken: string };
}

/** The mailbox keeps 500 mails, which no store sends within this time. */
const BETWEEN_LOOKS_MS = 1_000;

export function createInbox({ sandboxUrl, database }: ShopAccess) {
  const arrived = new Map<string, Arrived>();
  let lookedAt = 0;

  const list = async <Item>(path: string) => (await (await fetch(`${sandboxUrl}${path}`)).json()) as Item[];

  async function look(): Promise<void> {
    lookedAt = Date.now();
    const [mails, pushes] = await Promise.all([list<Mail>('/mail.json'), list<Push>('/push.json')]);
    for (const { at, text, messageId, stop } of mails) {
      if (!stop || !messageId?.startsWith('<alert-')) continue;
      const alertId = Number(new URL(stop.url).searchParams.get('token')?.split('.')[0]);
      const mail = { alertId, price: priceIn(text), at: Date.parse(at), channel: 'mail', stop } as const;
      arrived.set(`${messageId} ${at}`, mail);
    }
    for (const { at, payload } of pushes) {
      const { tag, body, stopToken: token } = payload;
      const alertId = Number(tag.replace('alert-', ''));
      const push = { alertId, price: priceIn(body), at: Date.parse(at), channel: 'push', stop: { token } } as const;
      arrived.set(`${tag} ${at}`, push);
    }
  }

  return {
    look,

    async lookSometimes(): Promise<void> {
      if (Date.now() - lookedAt > BETWEEN_LOOKS_MS) await look();
    },

    of: (alertIds: ReadonlySet<number>): Arrived[] =>
      [...arrived.values()].filter(({ alertId }) => alertIds.has(alertId)),

    /**
     * With the beginning of its transaction, which the store notes as the time of sending. The messages of one alert are handed
     * over one after the other, so the one that arrived as number n was read after n of their transactions had begun.
     */
    async received(alertIds: ReadonlySet<number>): Promise<Received[]> {
      const { rows } = await sql<{ alert_id: number; closed_at: Date }>`
        SELECT alert_id, closed_at FROM alert_message JOIN alert_event ON alert_event.id = event_id
        WHERE status = 'sent' ORDER BY closed_at`.execute(database);
      const sent = Map.groupBy(rows, ({ alert_id: alertId }) => alertId);
      const byAlert = Map.groupBy(this.of(alertIds), ({ alertId }) => alertId);
      return [...byAlert].flatMap(([id, messages]) =>
        messages
          .toSorted((a, b) => a.at - b.at)
          .map(({ alertId, price, at }, place) => ({
            alertId,
            price,
            at,
            readFrom: sent.get(id)?.[place]?.closed_at.getTime(),
          })),
      );
    },

    /** How many messages the store has noted as sent. */
    async countSent(alertIds: ReadonlySet<number>): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::integer AS n FROM alert_message JOIN alert_event ON alert_event.id = event_id
        WHERE status = 'sent' AND alert_id = ANY (${[...alertIds]}::bigint[])`.execute(database);
      return rows[0]?.n ?? 0;
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;

/** The customers of the test read Russian. */
function priceIn(text: string): number {
  const [, whole = '', cents = '00'] = /снизилась до ([\d\s]+)(?:,(\d\d))?/.exec(text) ?? [];
  return whole === '' ? Number.NaN : Number(whole.replace(/\s/g, '')) * 100 + Number(cents);
}
