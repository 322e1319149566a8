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
    const { made, tried } = links.codes;
    if (tried < links.codes.guesses / 2)
      links.faults.push(`only ${tried} of ${links.codes.guesses} guesses met a code`);
    // So many that each order of claim, refund and take-over is tried several times.
    const orders = Math.max(60, sized(1_000));
    const events = await measure(() => mixGuestEvents(shop, { orders, atOnce: AT_ONCE, seed }));
    const done = Object.values(events.counts).reduce((sum, count) => sum + count.done, 0);
    const sequences = Object.values(events.sequences);
    if (sequences.length < 6) events.faults.push(`claim, refund and take-over were done in ${sequences.length} orders`);
    const rarest = Math.min(...sequences);
    return [
      {
        what: `${guesses} guessed and reused links`,
        result: `${links.faults.length === 0 ? 'nothing opened' : 'faults'}, ${tried} guesses at ${made} codes`,
        ...pick(links),
      },
      {
        what: `${orders} orders of guests, events in random order`,
        result: `${done} events done; claim, refund and take-over in ${sequences.length} orders, each at least ${rarest} times`,
        ...pick(events),
      },
    ];
  } finally {
    await shop.close();
  }
}

const pick = ({ seconds, faults }: { seconds: number; faults: string[] }) => ({ seconds, faults });
