/** Waits for what was stored to be carried out: long enough for a person at the screen, no longer. */
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import type { Database } from '../../../platform/database/database.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import type { Journal } from '../../../platform/journal/journal.ts';

/** How long a request waits for the carrier before it answers that the purchase goes on without it. */
export const INTERACTIVE_WAIT_MS = 20_000;
/** How often the row is read while another process may be working on it. */
const LOOK_MS = 500;

interface Standing {
  readonly state: ShipmentState | undefined;
  readonly refs: readonly JournalRef[];
  /** Everything that is open waits for a person. */
  readonly stuck: boolean;
}

async function look(db: Database, tenantId: string, shipmentId: string): Promise<Standing> {
  return db.tenant({ tenantId }, async (tx) => {
    const shipment = await tx
      .selectFrom('shipments')
      .select('state')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', shipmentId)
      .executeTakeFirst();
    const purchases = await tx
      .selectFrom('purchases')
      .select(['id', 'state'])
      .where('tenant_id', '=', tenantId)
      .where('shipment_id', '=', shipmentId)
      .execute();
    const voids = await tx
      .selectFrom('voids')
      .innerJoin('purchases', (join) =>
        join.onRef('purchases.tenant_id', '=', 'voids.tenant_id').onRef('purchases.id', '=', 'voids.purchase_id'),
      )
      .select(['voids.id', 'voids.state'])
      .where('voids.tenant_id', '=', tenantId)
      .where('purchases.shipment_id', '=', shipmentId)
      .execute();
    const open = [...purchases, ...voids].filter((row) => OPEN.has(row.state));
    const refs = [
      ...purchases.map(({ id }): JournalRef => ({ table: 'purchases', tenantId, id })),
      ...voids.map(({ id }): JournalRef => ({ table: 'voids', tenantId, id })),
    ];
    // A piece that waits for the first one is "reserved" and moves only when that one does.
    const moving = open.some((row) => row.state !== 'disputed' && row.state !== 'reserved');
    return { state: shipment?.state, refs, stuck: open.some((row) => row.state === 'disputed') && !moving };
  });
}

const OPEN = new Set(['planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed']);

/** @returns the shipment's state when it is settled, or after `ms` */
export async function awaitShipment(
  deps: { readonly db: Database; readonly journal: Journal },
  tenantId: string,
  shipmentId: string,
  ms: number = INTERACTIVE_WAIT_MS,
): Promise<ShipmentState | undefined> {
  const until = Date.now() + ms;
  for (;;) {
    const now = await look(deps.db, tenantId, shipmentId);
    const settled = now.state !== 'buying' && now.state !== 'voiding';
    const left = until - Date.now();
    if (settled || now.stuck || left <= 0) return now.state;
    await deps.journal.nextChange(now.refs, Math.min(left, LOOK_MS));
  }
}
