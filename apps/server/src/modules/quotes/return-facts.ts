/** What a quote needs of a shipment that comes back: from its recipient to the place that takes returns. */
import type { Address } from '@scanship/domain/addresses/address';
import { crossesBorder, proposeCustoms } from '@scanship/domain/customs/order-customs';
import { type ShipmentState, WENT_OUT } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { declared, loadOrderForShipping, toAddress } from '../orders/index.ts';
import type { QuoteAsker } from './asker.ts';
import { knownPackages, type OpenLine, type OrderFacts } from './order-facts.ts';

interface ReturnedShipment {
  readonly state: ShipmentState;
  readonly direction: 'outbound' | 'return';
  readonly to_address: Address;
  readonly location_id: string | null;
  readonly tracking_number: string | null;
}

/**
 * Facts of an order as its return needs them. `open` are the units the shipment holds.
 * @returns problems `not_found`, `order_not_shippable` with why, `no_ship_from`
 */
export async function readReturnFacts(
  ctx: QuoteAsker,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly returnOf: string;
    readonly locationId?: string | null | undefined;
    readonly packageIds?: readonly string[] | undefined;
  },
): Promise<Outcome<OrderFacts>> {
  const shipment = await returnedShipment(tx, ctx.tenantId, input.returnOf);
  const units = await unitsOf(tx, ctx.tenantId, input.returnOf, input.orderId);
  if (!shipment || units.size === 0)
    return problem('not_found', { message: 'The shipment to bring back was not found.' });
  if (shipment.direction === 'return')
    return problem('order_not_shippable', { message: 'A return has no return label.' });
  if (!WENT_OUT.has(shipment.state))
    return problem('order_not_shippable', { message: 'This shipment has no label, so nothing can come back.' });
  const locationId = input.locationId ?? (await takesReturns(tx, ctx.tenantId, shipment.location_id));
  const order = await loadOrderForShipping(ctx, tx, input.orderId, { locationId });
  if (!order) return problem('not_found', { message: 'This order was not found.' });
  const { shipFrom } = order;
  if (!shipFrom) return problem('no_ship_from');
  const to = toAddress(shipFrom.address);
  const open: readonly OpenLine[] = order.lines.flatMap((line) => {
    const quantity = units.get(line.line);
    return quantity === undefined ? [] : [{ ...declared(line), quantity }];
  });
  const abroad = crossesBorder(shipment.to_address.countryCode, to.countryCode);
  const proposal = abroad
    ? proposeCustoms({ number: order.number, currency: order.currency, items: open, signer: shipment.to_address.name })
    : { customs: null, gaps: [] };
  return {
    ok: true,
    value: {
      id: order.id,
      number: order.number,
      shipTo: to,
      from: { locationId: shipFrom.locationId, address: shipment.to_address, calendar: shipFrom.calendar },
      customs: proposal.customs && { ...proposal.customs, purpose: 'Return' },
      customsGaps: proposal.gaps,
      currency: order.currency,
      shipDate: null,
      open,
      packageIds: await knownPackages(tx, input.packageIds ?? []),
      returning: {
        shipmentId: input.returnOf,
        facts: { outboundTrackingNumber: shipment.tracking_number ?? undefined },
      },
    },
  };
}

async function returnedShipment(tx: Tx, tenantId: string, id: string): Promise<ReturnedShipment | undefined> {
  const { rows } = await sql<ReturnedShipment>`
    SELECT s.state, s.direction, s.to_address, s.location_id, (SELECT c.tracking_number FROM parcels AS c
      WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id AND c.tracking_number IS NOT NULL ORDER BY c.no LIMIT 1)
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.id = ${id}`.execute(tx);
  return rows[0];
}

async function unitsOf(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  orderId: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ line: number; quantity: number }>`SELECT line, sum(qty)::int AS quantity
    FROM shipment_items WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} AND order_id = ${orderId}
    GROUP BY line`.execute(tx);
  return new Map(rows.map((row) => [row.line, row.quantity]));
}

/** The place's own return place, else the place the shipment left from, else none (the default one). */
async function takesReturns(tx: Tx, tenantId: string, locationId: string | null): Promise<string | undefined> {
  if (locationId === null) return undefined;
  const row = await tx
    .selectFrom('locations')
    .select(['id', 'return_location_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return row?.return_location_id ?? row?.id;
}
