/** What somebody sees of a label the moment it is bought; they wait for it, so it is planned once and is one round trip. */
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { Database } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { GrantsPort } from '../ports.ts';
import { afterBuying } from './after-buying.ts';
import { readShipments } from './shipment-view.ts';

export interface GlanceDeps {
  readonly db: Database;
  readonly ports: { readonly grants: Pick<GrantsPort, 'describe'> };
}

const AT_ONCE = { readOnly: true, byKey: true, atOnce: true } as const;

/** The shipment, or undefined where this tenant has none of that id. */
export async function viewOf(
  { db, ports }: GlanceDeps,
  who: { readonly tenantId: string },
  shipmentId: string,
): Promise<ShipmentSummary | undefined> {
  const [shipment] = await db.tenant(who, (tx) => readShipments(tx, who.tenantId, [shipmentId], ports.grants), AT_ONCE);
  return shipment;
}

/** The shipment with what opens after it was bought. */
export async function glanceAt(
  { db, ports }: GlanceDeps,
  who: { readonly tenantId: string },
  shipmentId: string,
  orderId: string,
) {
  const [[shipment], after] = await db.tenant(
    who,
    (tx) =>
      together([
        readShipments(tx, who.tenantId, [shipmentId], ports.grants),
        afterBuying(tx, who.tenantId, { shipmentId, orderId }),
      ]),
    AT_ONCE,
  );
  return [shipment, after] as const;
}
