/** Waits for what was stored to be carried out: long enough for a person at the screen, no longer. */
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
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

/** A shipment with one of its purchases and voids. */
interface LookedAt {
  readonly state: ShipmentState;
  readonly op: 'purchases' | 'voids' | null;
  readonly id: string | null;
  readonly op_state: string | null;
}

async function look(db: Database, tenantId: string, shipmentId: string): Promise<Standing> {
  return db.tenant(
    { tenantId },
    async (tx) => {
      const { rows } = await sql<LookedAt>`
      SELECT s.state, w.op, w.id, w.op_state FROM shipments AS s LEFT JOIN LATERAL (
        SELECT 'purchases' AS op, p.id, p.state AS op_state FROM purchases AS p
        WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id
        UNION ALL
        SELECT 'voids', v.id, v.state FROM voids AS v
        JOIN purchases AS p ON p.tenant_id = v.tenant_id AND p.id = v.purchase_id
        WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) AS w ON true
      WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId}`.execute(tx);
      const operations = rows.flatMap(({ op, id, op_state: state }) =>
        op !== null && id !== null && state !== null ? [{ table: op, id, state }] : [],
      );
      const open = operations.filter((row) => OPEN.has(row.state));
      const refs = operations.map(({ table, id }): JournalRef => ({ table, tenantId, id }));
      // A piece that waits for the first one is "reserved" and moves only when that one does.
      const moving = open.some((row) => row.state !== 'disputed' && row.state !== 'reserved');
      return { state: rows[0]?.state, refs, stuck: open.some((row) => row.state === 'disputed') && !moving };
    },
    { byKey: true, readOnly: true, atOnce: true },
  );
}

const OPEN = new Set(['planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed']);

/** A sign of what this process has just begun comes from itself; only where another took it up none does. */
const OWN_SIGN_MS = 5_000;

/**
 * Waits for the first sign of what this process has just begun, without a look at it: nothing can have become of it yet, and
 * whoever waits looks anyway when the sign has come.
 */
export const awaitSign = (deps: { readonly journal: Journal }, begun: JournalRef, ms: number): Promise<void> =>
  deps.journal.nextChange([begun], Math.min(ms, OWN_SIGN_MS));

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
