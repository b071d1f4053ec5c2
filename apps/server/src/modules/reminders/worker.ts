/**
 * Looks every ten minutes: promises that were kept or broken, then reminders that are due, to whom it is day. What was sent is in the
 * rows of `send.ts`, so that it does not matter who looks how often.
 */
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Services } from '../../platform/services.ts';
import { hourIn } from '../../platform/time-zone.ts';
import { endPromises } from './promises.ts';
import { planRound } from './round.ts';
import { sendReminder, type SendDeps } from './send.ts';
import { readBuyers, readOwnZones, readSellers, type Seller } from './seller.ts';
import { readReminderSettings } from './settings.ts';

const EVERY_MS = 10 * 60_000;
/** Mails arrive, and shipping is stopped, by day where the buyer is: a mail program shows a mail at once. */
const FROM_HOUR = 8;
const TO_HOUR = 20;

export interface ReminderWorker {
  /** One round; answers how many reminders were sent. */
  look(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const isDay = (moment: Date, timeZone: string): boolean => {
  const hour = hourIn(moment, timeZone);
  return hour >= FROM_HOUR && hour < TO_HOUR;
};

export function createReminderWorker(deps: SendDeps & Pick<Services, 'log'>): ReminderWorker {
  const { db, clock, log } = deps;

  async function remind(seller: Seller): Promise<number> {
    await endPromises(deps, seller);
    const who = { tenantId: seller.id };
    if (!(await db.tenant(who, (tx) => readReminderSettings(tx, seller), { readOnly: true })).on) return 0;
    const buyers = await readBuyers(db, seller);
    const { candidates } = await db.tenant(who, (tx) => planRound(tx, seller, buyers, clock.now()), { readOnly: true });
    const ids = candidates.map(({ buyer }) => buyer.id);
    const zones = await readOwnZones(db, seller, ids);
    let sent = 0;
    for (const { buyer } of candidates) {
      if (sweep.stopping()) break;
      try {
        // Asked for each: a round that is long goes on into the night.
        if (!isDay(clock.now(), zones.get(buyer.id) ?? buyer.timeZone)) continue;
        if (await sendReminder(deps, seller, buyer)) sent += 1;
      } catch (error) {
        log.error(
          { err: error, tenantId: seller.id, buyerId: buyer.id },
          'a reminder could not be sent; it is tried again',
        );
      }
    }
    return sent;
  }

  async function look(): Promise<number> {
    let sent = 0;
    for (const seller of await readSellers(db)) {
      if (sweep.stopping()) break;
      try {
        sent += await remind(seller);
      } catch (error) {
        log.error({ err: error, tenantId: seller.id }, 'reminders could not be looked at; they are looked at again');
      }
    }
    return sent;
  }

  const sweep = createSweep(
    { log, everyMs: EVERY_MS, firstMs: 20_000, name: 'reminders', failed: 'reminders could not be looked at' },
    look,
  );
  return { ...sweep, look };
}
