/** Pickups as they are stored, and what a person sees of them. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { Pickup, PickupLoadDto } from '@scanship/contracts/shipping/pickups';
import type { Money } from '@scanship/domain/money/money';
import { localDay } from '@scanship/domain/calendar/ship-date';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { problemWords } from '../../platform/journal/effects.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';
import type { CarrierFacts } from '../dispatch/index.ts';

export interface Charge {
  readonly total: Money;
  readonly lines: readonly PriceLine[];
}

/** Column `details`. */
export interface PickupDetails {
  readonly place: PickupPlace;
  readonly instructions: string | null;
  readonly load: PickupLoadDto;
  readonly messages: readonly string[];
  /** What an own account is charged, and under which id it stands in the books. */
  readonly charge?: (Charge & { readonly bookedAs: string }) | undefined;
  /** Acts whose steps kept what later ones need, in their order. */
  readonly keptBy: readonly string[];
}

export interface PickupRow {
  readonly id: string;
  readonly state: 'planned' | 'booked' | 'cancelled' | 'failed' | 'unknown';
  readonly day: string;
  readonly ready: string;
  readonly close: string;
  readonly time_zone: string;
  readonly location_id: string | null;
  readonly location_name: string;
  /** Of the return it comes for; the driver comes to its buyer. */
  readonly shipment_id: string | null;
  readonly released_at: Date | null;
  readonly grant_id: string;
  readonly slug: string;
  readonly carrier_name: string;
  readonly account_name: string;
  readonly test: boolean;
  readonly confirmation: string | null;
  readonly reference: string;
  readonly effect_id: string;
  readonly doing: 'book' | 'change' | 'cancel' | null;
  readonly details: PickupDetails;
  readonly problem: StoredProblem | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly effect_state: string | null;
  /** Of the act under way: our reference of it. */
  readonly effect_reference: string | null;
  readonly asks: boolean;
  readonly settled: boolean;
  readonly sent_at: Date | null;
}

/** @param which SQL over `p` (pickups) and `e` (the latest act) */
export async function readPickups(
  tx: Tx,
  which: RawBuilder<boolean>,
  options: { readonly limit?: number; readonly lock?: boolean } = {},
): Promise<readonly PickupRow[]> {
  const { rows } =
    await sql<PickupRow>`SELECT p.id, p.state, p.day::text AS day, to_char(p.ready_from, 'HH24:MI') AS ready,
      to_char(p.ready_to, 'HH24:MI') AS close, p.time_zone, p.location_id, p.location_name, p.shipment_id, p.released_at, p.grant_id, p.slug,
      p.carrier_name, p.account_name, p.test, p.confirmation, p.reference, p.effect_id, p.doing, p.details, p.problem,
      p.created_by, p.created_at, e.state AS effect_state, e.payload ->> 'reference' AS effect_reference,
      coalesce(e.payload ->> 'recovery', 'none') <> 'none' AS asks, e.sent_at,
      coalesce(e.state IN ('unknown', 'disputed') AND coalesce(e.settle_after, e.sent_at, now()) <= now(), false) AS settled
    FROM pickups p LEFT JOIN effects e ON e.tenant_id = p.tenant_id AND e.id = p.effect_id
    WHERE ${which} AND p.reference IS NOT NULL ORDER BY p.day DESC, p.id DESC LIMIT ${options.limit ?? 500}
    ${options.lock === true ? sql`FOR UPDATE OF p` : sql``}`.execute(tx);
  return rows;
}

const open = (row: PickupRow): boolean => row.effect_state === 'unknown' || row.effect_state === 'disputed';

/** Why it cannot be changed and cancelled, each in a sentence; undefined where it can. */
export function whyFixed(
  row: PickupRow,
  manifest: CarrierManifest | undefined,
  now: Date,
): { readonly change: string | undefined; readonly cancel: string | undefined } {
  const both = (why: string) => ({ change: why, cancel: why });
  if (row.state === 'cancelled') return both('It is cancelled already.');
  if (row.state === 'failed') return both('It was not booked.');
  if (row.state !== 'booked') return both('Whether the carrier has it is not known yet.');
  if (row.doing !== null) return both(row.doing === 'cancel' ? 'It is being cancelled.' : 'It is being changed.');
  if (row.day < localDay(now, row.time_zone)) return both('Its day is over.');
  const phone = `Call ${row.carrier_name} and quote ${row.confirmation ?? row.reference}.`;
  return {
    change: row.shipment_id
      ? 'The driver comes to a buyer: cancel it, and the buyer can choose another time on the page of the return.'
      : manifest?.pickup?.canChange
        ? undefined
        : manifest?.pickup?.canCancel
          ? `${row.carrier_name} changes no pickups from here: cancel this one and book another.`
          : `${row.carrier_name} changes no pickups from here. ${phone}`,
    cancel: manifest?.pickup?.canCancel ? undefined : `${row.carrier_name} cancels no pickups from here. ${phone}`,
  };
}

function nextStepOf(row: PickupRow, today: string): string | null {
  const reference = row.effect_reference ?? row.reference;
  if (row.effect_state === 'disputed' && row.doing !== null)
    return row.settled
      ? `Ask ${row.carrier_name} about reference ${reference}, then say here what it has.`
      : `${row.carrier_name} may still be working on it. Wait a little, then ask it about reference ${reference}.`;
  if (open(row) && row.doing !== null) return `${row.carrier_name} is being asked; nothing is done twice.`;
  if (row.doing !== null) return `${row.carrier_name} is being asked.`;
  if (row.state === 'failed' && row.day >= today) return 'No driver is coming for this. Book another pickup.';
  if (row.state === 'booked' && row.problem)
    return `The driver still comes as it was booked. Try again, or call ${row.carrier_name} and quote ${row.confirmation ?? reference}.`;
  return null;
}

export function pickupView(row: PickupRow, facts: CarrierFacts, now: Date): Pickup {
  const { details } = row;
  const fixed = whyFixed(row, facts(row.slug), now);
  const { charge } = details;
  return {
    id: row.id,
    state: row.state === 'planned' ? 'booking' : row.state,
    day: row.day,
    readyTime: row.ready,
    closeTime: row.close,
    timeZone: row.time_zone,
    locationId: row.location_id,
    locationName: row.location_name,
    shipmentId: row.shipment_id,
    grantId: row.grant_id,
    carrier: row.slug,
    carrierName: row.carrier_name,
    accountName: row.account_name,
    test: row.test,
    confirmation: row.confirmation,
    place: details.place,
    instructions: details.instructions,
    load: details.load,
    price: charge ? { total: charge.total, lines: [...charge.lines] } : null,
    messages: [...details.messages],
    doing:
      row.doing === null
        ? null
        : {
            what: row.doing,
            unknown: open(row),
            canDecide: row.settled,
            canAsk: row.asks,
            reference: row.effect_reference ?? row.reference,
          },
    problem: row.problem ? problemWords(row.problem) : null,
    nextStep: nextStepOf(row, localDay(now, row.time_zone)),
    canChange: fixed.change === undefined,
    canCancel: fixed.cancel === undefined,
    fixed: row.state === 'booked' && row.doing === null ? (fixed.cancel ?? fixed.change ?? null) : null,
    bookedBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}
