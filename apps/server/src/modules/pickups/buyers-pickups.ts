/**
 * A driver who comes to the buyer of a return: days that may be chosen, booked once for a shipment, and sent away when no return needs it
 * any more.
 */
import { runPickupAvailability } from '@scanship/connector-kit/steps/run-question';
import type { Pickup } from '@scanship/contracts/shipping/pickups';
import { handOverDays, localDay } from '@scanship/domain/calendar/ship-date';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { awaitEffects } from '../../platform/journal/effects.ts';
import type { AppProblem } from '../../platform/problem.ts';
import type { OpenGrant } from '../carriers/index.ts';
import { lentAndCharged } from '../dispatch/index.ts';
import { bookPickup, cancelPickup, type CommandDeps } from './commands.ts';
import { notePickup } from './pickup-causes.ts';
import { pickupView, readPickups } from './pickup-rows.ts';
import { openWish, type PickupAsker, readBuyersDoor } from './wish.ts';

export interface BuyersWindow {
  /** Of the buyer's place: YYYY-MM-DD, HH:MM. */
  readonly day: string;
  readonly readyTime: string;
  readonly closeTime: string;
}

export type BuyersBooking =
  /** The carrier is asked; what became of it stands in the pickup. */
  | { readonly kind: 'begun' }
  /** It costs so much, which the buyer has not seen yet. */
  | { readonly kind: 'price'; readonly price: Money }
  /** Not on this day or at this time; `said` is for the seller. */
  | { readonly kind: 'not-then'; readonly said: string }
  /** Not at all, or not now. */
  | { readonly kind: 'refused' | 'later'; readonly said: string };

export interface BuyersPickups {
  /** Whether the account's carrier comes for what it is asked for. */
  comes(tenantId: string, grant: Pick<OpenGrant, 'manifest' | 'ownerTenantId'>): boolean;
  /** Days that may be wished for; undefined where the carrier of the shipment does not come. */
  days(who: { readonly tenantId: string }, shipmentId: string): Promise<readonly string[] | undefined>;
  /** @param seenMinor price the buyer has agreed to; undefined: it is not the buyer's to pay */
  book(who: PickupAsker, shipmentId: string, window: BuyersWindow, seenMinor?: number): Promise<BuyersBooking>;
  /** The latest of each shipment. */
  of(tx: Tx, shipmentIds: readonly string[]): Promise<ReadonlyMap<string, Pickup>>;
  /** Sends drivers away whose return is over. @returns how many were looked at */
  release(): Promise<number>;
}

/** A buyer thinks a week ahead. */
const MOST_DAYS_AHEAD = 7;
/** A page without a script waits so long for the carrier; the booking goes on without it. */
const WAIT_MS = 8_000;
const RELEASED = 20;

export function createBuyersPickups(deps: CommandDeps): BuyersPickups {
  const { db, clock, grants, facts } = deps;

  const comes: BuyersPickups['comes'] = (tenantId, { manifest, ownerTenantId }) =>
    manifest.pickup !== undefined && !(ownerTenantId !== tenantId && manifest.pickup.charged);

  /** What the carrier says before; undefined: nothing that is against it. */
  async function asked(
    who: PickupAsker,
    shipmentId: string,
    window: BuyersWindow,
    seenMinor: number | undefined,
  ): Promise<BuyersBooking | undefined> {
    const opened = await openWish(deps, who, { shipmentId }, { ...window, place: 'front-door' }, clock.now());
    if (!opened.ok) return faultOf(opened.problem);
    const { carrier, grant, wish, lent } = opened.value;
    // Nobody pays what nobody told.
    const untold =
      seenMinor !== undefined && grant.manifest.pickup?.charged === true
        ? ({
            kind: 'refused',
            said: `${grant.carrierName} does not say before what its pickup costs, so a buyer who pays for it cannot book it.`,
          } as const)
        : undefined;
    if (!carrier.pickup.availability) return untold;
    const answer = await runPickupAvailability(
      carrier,
      wish,
      await grant.environment({ kind: 'pickup', id: shipmentId }),
    );
    if (!answer.ok) {
      grant.note(answer.problem);
      const { kind, message, vendorMessage } = answer.problem;
      const said = vendorMessage && vendorMessage !== message ? `${message} It said: "${vendorMessage}"` : message;
      return { kind: kind === 'refused' || kind === 'invalid-input' ? 'refused' : 'later', said };
    }
    grant.note();
    const { available, messages, dates, price } = answer.value;
    if (!available || (dates && !dates.includes(window.day)))
      return { kind: 'not-then', said: messages.join(' ') || `${grant.carrierName} does not come on this day.` };
    if (!price) return untold;
    if (price.total.minor <= 0) return undefined;
    if (lent) return { kind: 'refused', said: lentAndCharged(grant.carrierName) };
    return seenMinor === undefined || seenMinor === price.total.minor
      ? undefined
      : { kind: 'price', price: price.total };
  }

  return {
    comes,
    async days(who, shipmentId) {
      const door = await readBuyersDoor(db, who, shipmentId);
      const [grant] = door ? await grants.open(who, { only: [door.grantId], evenEnded: true }) : [];
      if (!door || !grant || !comes(who.tenantId, grant)) return undefined;
      const ahead = Math.min(grant.manifest.pickup?.daysAhead ?? 0, MOST_DAYS_AHEAD);
      const now = clock.now();
      const today = localDay(now, door.place.timeZone);
      // Few come on the day itself, and those who come on no other are asked for it.
      return handOverDays(now, door.place, ahead).filter((day) => ahead === 0 || day > today);
    },
    async book(who, shipmentId, window, seenMinor) {
      const against = await asked(who, shipmentId, window, seenMinor);
      if (against) return against;
      const begun = await bookPickup(deps, who, { ...window, shipmentId, place: 'front-door' }, undefined);
      if (begun.ok) await awaitEffects(deps, [begun.value.ref], WAIT_MS);
      const live = await db.tenant(who, (tx) =>
        readPickups(tx, sql`p.shipment_id = ${shipmentId}::uuid AND p.state IN ('planned', 'booked', 'unknown')`),
      );
      return begun.ok || live.length > 0 ? { kind: 'begun' } : faultOf(begun.problem);
    },
    async of(tx, shipmentIds) {
      if (shipmentIds.length === 0) return new Map();
      const rows = await readPickups(tx, sql`p.shipment_id = ANY (${[...shipmentIds]}::uuid[])`);
      const now = clock.now();
      // A later one has a greater id.
      return new Map(
        rows
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map((row) => [row.shipment_id ?? '', pickupView(row, facts, now)]),
      );
    },
    async release() {
      const { rows } = await db.system((tx) =>
        sql<{ tenant_id: string; id: string }>`SELECT p.tenant_id, p.id FROM pickups AS p
          JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
          WHERE p.shipment_id IS NOT NULL AND p.state = 'booked' AND p.released_at IS NULL AND p.doing IS NULL
            AND p.day >= (now() AT TIME ZONE p.time_zone)::date
            AND (NOT EXISTS (SELECT FROM returns AS r WHERE r.tenant_id = p.tenant_id AND r.shipment_id = p.shipment_id
                AND r.state = 'approved') OR s.state = 'voided'
              -- It went another way: the driver would find nothing.
              OR (s.state IN ('handed_over', 'delivered') AND p.day > (now() AT TIME ZONE p.time_zone)::date))
          ORDER BY p.day LIMIT ${RELEASED}`.execute(tx),
      );
      for (const { tenant_id: tenantId, id } of rows) {
        const by = await db.tenant({ tenantId }, (tx) =>
          tx.selectFrom('pickups').select('created_by').where('id', '=', id).executeTakeFirst(),
        );
        const who = { tenantId, userId: by?.created_by ?? null, sessionId: null, locale: 'en-CA' } as const;
        const gone = await cancelPickup(deps, who, id, `release:${id}`);
        await db.tenant({ tenantId }, async (tx) => {
          const why = gone.ok
            ? null
            : json({ code: 'refused', message: gone.problem.message ?? 'It was not cancelled.' });
          await sql`UPDATE pickups SET released_at = now(), problem = coalesce(${why}::jsonb, problem)
            WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
          if (!gone.ok) await notePickup(tx, tenantId, id);
        });
      }
      return rows.length;
    },
  };
}

/** A wish that cannot be is another day's or time's, if it is about those. */
function faultOf({ code, message, errors }: AppProblem): BuyersBooking {
  const [first] = errors ?? [];
  const said = first?.message ?? message ?? 'No driver could be asked for.';
  const then = first?.field === 'day' || first?.field === 'readyTime' || first?.field === 'closeTime';
  return { kind: then ? 'not-then' : code === 'carrier_unavailable' ? 'later' : 'refused', said };
}
