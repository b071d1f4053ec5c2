/** Reads off shipments what became of the items they belong to. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { ItemOutcome } from './settle-item.ts';

interface Standing {
  readonly id: string;
  readonly state: string;
  readonly price_minor: number | null;
  readonly currency: string | null;
  readonly disputed: boolean;
  /** Of an order of a batch that counts it as bought: nothing is left to be written. */
  readonly kept: boolean;
  readonly problem: { readonly code?: string; readonly message?: string; readonly vendorMessage?: string } | null;
}

/** Problems of a purchase after which nothing exists at the carrier and a later try may succeed. */
const OUTAGES: ReadonlySet<string> = new Set([
  'quota',
  'temporary-before-effect',
  'unknown-effect',
  'vendor-broken',
  'absent',
]);

/** @returns by shipment id; null while the carrier's answer is awaited */
export async function shipmentOutcomes(
  tx: Tx,
  tenantId: string,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, ItemOutcome | null>> {
  if (shipmentIds.length === 0) return new Map();
  const { rows } = await sql<Standing>`
    SELECT s.id, s.state, s.price_minor, s.currency,
      EXISTS (SELECT 1 FROM batch_items AS i WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id AND i.state = 'done') AS kept,
      EXISTS (SELECT 1 FROM purchases AS d WHERE d.tenant_id = s.tenant_id AND d.shipment_id = s.id AND d.state = 'disputed') AS disputed,
      (SELECT p.problem FROM purchases AS p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id AND p.problem IS NOT NULL
        ORDER BY p.created_at DESC, p.piece LIMIT 1) AS problem
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.id = ANY (${[...shipmentIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, outcomeOf(row)] as const));
}

function outcomeOf(row: Standing): ItemOutcome | null {
  const said = row.problem;
  const words =
    said?.vendorMessage && said.vendorMessage !== said.message
      ? `${said.message ?? ''} It said: "${said.vendorMessage}"`
      : said?.message;
  switch (row.state) {
    case 'buying':
      if (!row.disputed) return null;
      return undecided(
        row.id,
        'The carrier did not say whether the label was bought, and cannot be asked. Decide it under Exceptions.',
      );
    case 'partly_bought':
      return undecided(
        row.id,
        'Only some labels of this shipment were bought. Buy the rest or cancel it at its order.',
      );
    case 'draft': {
      const message = words ?? 'The carrier could not be reached. Nothing was bought.';
      if (said?.code === undefined || OUTAGES.has(said.code))
        return { kind: 'outage', held: { cause: 'carrier-unavailable', message }, spent: true };
      return { kind: 'failed', held: { cause: 'refused', message } };
    }
    default:
      return {
        kind: 'done',
        shipmentId: row.id,
        kept: row.kept,
        paid: { minor: row.price_minor ?? 0, currency: row.currency ?? '' },
      };
  }
}

const undecided = (shipmentId: string, message: string): ItemOutcome => ({
  kind: 'failed',
  held: { cause: 'undecided', message },
  shipmentId,
});
