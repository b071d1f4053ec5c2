/** The driver who comes for a return: asked for by its buyer, and what its seller sees of that. */
import type { ReturnPickup } from '@scanship/contracts/shipping/returns';
import type { Pickup } from '@scanship/contracts/shipping/pickups';
import { RETURN_PICKUP_WINDOWS } from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import type { ReturnAsker } from './rules.ts';

/** Why a label was bought that the buyer has to bring. */
export const NOBODY_COMES = 'No carrier that comes for parcels sells a label for it: the buyer is told to bring it.';

/** What is wrong with a wished time; `later`: nothing is, try again. */
export type PickupFault = 'then' | 'refused' | 'later';
export type PickupAsked =
  | { readonly kind: 'begun' }
  /** The buyer pays it, and has to agree to it. */
  | { readonly kind: 'price'; readonly price: { readonly minor: number; readonly currency: string } }
  | { readonly kind: PickupFault };

interface Row {
  readonly shipment_id: string;
  readonly payer: 'seller' | 'buyer';
  readonly asker: ReturnAsker;
}

/**
 * Undefined where the return takes no pickup now.
 * @param asked `window`: "HH:MM-HH:MM", one of those that are offered; `seen`: minor units the buyer has agreed to
 */
export async function askPickup(
  deps: { readonly db: Database; readonly pickups: Pick<BuyersPickups, 'book'> },
  { tenantId, orderId }: { readonly tenantId: string; readonly orderId: string },
  returnId: string,
  asked: { readonly day: string; readonly window: string; readonly seen: string },
): Promise<PickupAsked | undefined> {
  const { rows } = await deps.db.tenant(
    { tenantId },
    (tx) =>
      sql<Row>`SELECT r.shipment_id, r.payer, r.asker FROM returns AS r
        JOIN shipments AS s ON s.tenant_id = r.tenant_id AND s.id = r.shipment_id AND s.state IN ('bought', 'partly_bought')
        WHERE r.tenant_id = ${tenantId} AND r.id = ${returnId} AND r.order_id = ${orderId} AND r.state = 'approved'
          AND r.hand_over = 'pickup' AND r.asker IS NOT NULL`.execute(tx),
    { readOnly: true },
  );
  const [row] = rows;
  if (!row) return undefined;
  const window = RETURN_PICKUP_WINDOWS.find((each) => each.join('-') === asked.window);
  if (!window || !isDay(asked.day)) return { kind: 'then' };
  const who = { tenantId, ...row.asker };
  const times = { day: asked.day, readyTime: window[0], closeTime: window[1] };
  const agreed = row.payer === 'buyer' ? Number(asked.seen || -1) : undefined;
  const booked = await deps.pickups.book(who, row.shipment_id, times, agreed);
  if (booked.kind === 'price') return booked;
  const said = booked.kind === 'begun' ? null : booked.said;
  await deps.db.tenant({ tenantId }, (tx) =>
    sql`UPDATE returns SET pickup_problem = ${said?.slice(0, 500) ?? null}::text
      WHERE tenant_id = ${tenantId} AND id = ${returnId}`.execute(tx),
  );
  return booked.kind === 'not-then' ? { kind: 'then' } : { kind: booked.kind };
}

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** @param problem why none could be asked for */
export function pickupOf(booked: Pickup | undefined, problem: string | null): ReturnPickup {
  const booking = booked && {
    state: booked.state,
    day: booked.day,
    readyTime: booked.readyTime,
    closeTime: booked.closeTime,
    confirmation: booked.confirmation,
  };
  const stands = booked !== undefined && booked.state !== 'failed' && booked.state !== 'cancelled';
  return {
    booking: booking ?? null,
    price: booked?.price?.total ?? null,
    problem: stands ? booked.problem : (problem ?? booked?.problem ?? null),
    nextStep: stands
      ? booked.nextStep
      : problem === NOBODY_COMES
        ? null
        : 'The buyer can choose another time on the page of the return, or bring the parcel to the carrier.',
  };
}
