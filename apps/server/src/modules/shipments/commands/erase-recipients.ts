/** Forgetting whom shipments went to. Parcels, prices and where in the country they went stay. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

const withoutRecipient = (column: 'to_address' | 'from_address') =>
  sql`jsonb_build_object('name', '', 'address1', '', 'city', '', 'zipcode', '',
    'provinceCode', coalesce(${sql.ref(column)} ->> 'provinceCode', ''),
    'countryCode', coalesce(${sql.ref(column)} ->> 'countryCode', ''))`;

/**
 * Erases the buyer's address on shipments of orders; on a return that is where it came from.
 * @returns the shipments, and under which ids calls to carriers about them are recorded
 */
export async function eraseRecipients(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
): Promise<{ readonly shipmentIds: readonly string[]; readonly calledAbout: readonly string[] }> {
  if (orderIds.length === 0) return { shipmentIds: [], calledAbout: [] };
  const { rows } = await sql<{ id: string }>`UPDATE shipments s SET
      to_address = CASE WHEN s.direction = 'outbound' THEN ${withoutRecipient('to_address')} ELSE s.to_address END,
      from_address = CASE WHEN s.direction = 'outbound' THEN s.from_address ELSE ${withoutRecipient('from_address')} END,
      version = version + 1
    WHERE s.tenant_id = ${tenantId} AND s.id IN (SELECT i.shipment_id FROM shipment_items i
      WHERE i.tenant_id = ${tenantId} AND i.order_id = ANY (${[...orderIds]}::uuid[]))
    RETURNING s.id`.execute(tx);
  const shipmentIds = rows.map(({ id }) => id);
  if (shipmentIds.length === 0) return { shipmentIds, calledAbout: [] };
  const purchases = await sql<{ id: string }>`SELECT id FROM purchases
    WHERE tenant_id = ${tenantId} AND shipment_id = ANY (${shipmentIds}::uuid[])`.execute(tx);
  // A driver who was called to the buyer: what the carrier was asked before stands under the shipment, the acts under their own ids.
  const pickups = await sql<{ id: string }>`SELECT e.id FROM pickups AS p
    JOIN effects AS e ON e.tenant_id = p.tenant_id AND e.subject_kind = 'pickup' AND e.subject_id = p.id
    WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ANY (${shipmentIds}::uuid[])`.execute(tx);
  // What carriers were asked about claims stands under the claim; until lately it stood under the act that files it.
  const claims = await sql<{ id: string }>`SELECT unnest(ARRAY[c.id, e.id]) AS id FROM claims AS c
    LEFT JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.subject_kind = 'claim' AND e.subject_id = c.id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ANY (${shipmentIds}::uuid[])`.execute(tx);
  const ids = [...purchases.rows, ...pickups.rows, ...claims.rows, ...rows].map(({ id }) => id);
  return { shipmentIds, calledAbout: [...new Set(ids)].filter((id) => id !== null) };
}
