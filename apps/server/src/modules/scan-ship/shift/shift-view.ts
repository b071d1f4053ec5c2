/** A shift as its station keeps it: orders as they look at the table, their choice, their labels. */
import type { ScannedOrder } from '@scanship/contracts/printing/scan-ship';
import type { ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type GrantOpener } from '../../carriers/index.ts';
import { type ShipmentPorts, readShipments } from '../../shipments/index.ts';
import { boxOf, readAtTable, toScanned } from '../look-up.ts';
import { readSetting } from '../settings.ts';
import { scanWish } from '../wish.ts';
import { readShiftOrders, type ShiftOrderRow, type ShiftRow } from './shift-rows.ts';

export interface ShiftViewDeps {
  readonly db: Database;
  readonly grants: GrantOpener;
  readonly ports: ShipmentPorts;
}

/** In the order they were loaded; orders that are gone are left out. */
export async function viewShift(
  deps: ShiftViewDeps,
  ctx: RequestContext,
  shift: ShiftRow,
  only?: readonly string[],
): Promise<ShiftOrder[]> {
  const { tenantId } = ctx;
  const { rows, setting, labels } = await deps.db.tenant(
    ctx,
    async (tx) => {
      const found = await readShiftOrders(tx, tenantId, shift.id, only);
      const shipments = found.flatMap(({ shipmentId }) => shipmentId ?? []);
      return {
        rows: found,
        setting: await readSetting(tx, ctx, shift.machineId),
        labels: new Map(
          (await readShipments(tx, tenantId, shipments, deps.ports.grants)).map((shipment) => [shipment.id, shipment]),
        ),
      };
    },
    { readOnly: true },
  );
  const at = await readAtTable(
    deps.db,
    ctx,
    rows.map(({ orderId }) => orderId),
  );
  return rows.flatMap((row): ShiftOrder[] => {
    const order = at.get(row.orderId);
    if (!order) return [];
    const scan = scanWish(order, setting, {}, boxOf(order.boxes, setting.packageId));
    const label = row.shipmentId === null ? undefined : labels.get(row.shipmentId);
    return [
      {
        state: row.state,
        order: asItLiesHere(toScanned(order, scan, 'number', shift.stationId), row, order.order.holdCode === null),
        choice: choiceOf(row),
        shipment: label ?? null,
        customInvoice: crossesBorder(order.order.shipFrom?.address.countryCode ?? null, order.order.shipTo.countryCode),
        why: row.why,
      },
    ];
  });
}

/** To its store an order with a label is fulfilled; at this station it is still to be packed. */
const asItLiesHere = (order: ScannedOrder, { state }: Pick<ShiftOrderRow, 'state'>, free: boolean): ScannedOrder =>
  state === 'bought' && free ? { ...order, fulfillmentStatus: 'Unfulfilled', blocked: null } : order;

const choiceOf = ({ carrierName, serviceName, priceMinor, currency }: ShiftOrderRow): ShiftOrder['choice'] =>
  carrierName === null || serviceName === null || priceMinor === null || currency === null
    ? null
    : { carrierName, serviceName, price: { minor: priceMinor, currency } };
