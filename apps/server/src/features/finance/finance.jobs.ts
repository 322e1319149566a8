import type { Job, Poller } from '../../platform/jobs/worker.ts';
import type { BookingService } from './booking.service.ts';

export const bookingPoller = (booking: BookingService): Poller => ({
  name: 'booking',
  everySeconds: 2,
  run: (signal) => booking.bookNew(signal),
});

/** Later changes of older payments come through the cursor. */
const REBUILT_DAYS = 35;

/** At night in Kazakhstan. It corrects what the cursor missed. */
export const salesRebuildJob = (booking: BookingService): Job => ({
  name: 'sales-rebuild',
  cron: '10 21 * * *',
  minutes: 60,
  run: async (signal) => void (await booking.rebuild(REBUILT_DAYS, signal)),
});
