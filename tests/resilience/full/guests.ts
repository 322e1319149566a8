import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { guessLinks } from '../guest-links.ts';
import { mixGuestEvents } from '../guests.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 8;

/** Links of guests' orders are guessed and reused, and orders of guests go through every event in random order. */
export async function runGuests({ sized, seed }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const guesses = sized(100_000);
    const links = await measure(() => guessLinks(shop, { guesses, atOnce: AT_ONCE, seed }));
    const orders = sized(1_000);
    const events = await measure(() => mixGuestEvents(shop, { orders, atOnce: AT_ONCE, seed }));
    const done = Object.values(events.counts).reduce((sum, count) => sum + count.done, 0);
    return [
      { what: `${guesses} guessed and reused links`, result: 'nothing opened', ...pick(links) },
      { what: `${orders} orders of guests, events in random order`, result: `${done} events done`, ...pick(events) },
    ];
  } finally {
    await shop.close();
  }
}

const pick = ({ seconds, faults }: { seconds: number; faults: string[] }) => ({ seconds, faults });
