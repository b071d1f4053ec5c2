/** What a bought label leaves of an order's buyer: a shipment with its address, a purchase, a document, and the call that was recorded. */
import { sql } from 'kysely';
import { storeDocument } from '../../src/modules/documents/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/database/ids.ts';
import { json } from '../../src/platform/database/json-column.ts';
import { BUYER } from '../order-fixture.ts';

export interface Copies {
  readonly shipmentId: string;
  readonly purchaseId: string;
}

export async function buyLabel(
  db: Database,
  order: { readonly tenantId: string; readonly storeId: string; readonly orderId: string },
  label: string,
): Promise<Copies> {
  const { tenantId, storeId, orderId } = order;
  const [shipmentId, purchaseId] = [newId(), newId()];
  await db.tenant({ tenantId }, async (tx) => {
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: tenantId,
        id: shipmentId,
        state: 'bought',
        from_address: json({ name: 'Maple Goods', city: 'Montreal' }),
        to_address: json(BUYER),
        store_id: storeId,
      })
      .execute();
    await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
      SELECT ${tenantId}, ${shipmentId}, order_id, line, 1 FROM order_items WHERE order_id = ${orderId}`.execute(tx);
    await sql`INSERT INTO purchases (tenant_id, id, shipment_id, piece, kind, grant_id, slug, intent_key, request_hash, carrier_ref,
        carrier_uuid, state) VALUES (${tenantId}, ${purchaseId}, ${shipmentId}, 1, 'buy', ${newId()}, 'ups', ${purchaseId}, 'h',
        ${purchaseId.replaceAll('-', '').slice(-16).toUpperCase()}, ${newId()}, 'complete')`.execute(tx);
    await storeDocument(tx, tenantId, {
      kind: 'label',
      format: 'zpl',
      bytes: new TextEncoder().encode(label),
      shipmentId,
      parcelNo: 1,
    });
    await sql`INSERT INTO carrier_calls (tenant_id, id, reference, slug, subject_kind, subject_id, operation, outcome, request, response)
      VALUES (${tenantId}, ${newId()}, 'r', 'ups', 'purchase', ${purchaseId}, 'ship', 'answered', 'to Tremblay', 'for Tremblay')`.execute(
      tx,
    );
  });
  return { shipmentId, purchaseId };
}

/** Documents and their bytes, recorded calls and those of their bodies that are kept, and whether the address still has a name. */
export async function copiesOf(db: Database, tenantId: string, { shipmentId, purchaseId }: Copies) {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ labels: number; bytes: number; calls: number; bodies: number; named: boolean }>`SELECT
      (SELECT count(*)::int FROM documents WHERE shipment_id = ${shipmentId}) AS labels,
      (SELECT sum(b.size)::int FROM documents d JOIN blobs b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
        WHERE d.shipment_id = ${shipmentId}) AS bytes,
      (SELECT count(*)::int FROM carrier_calls WHERE subject_id = ${purchaseId}) AS calls,
      (SELECT count(request)::int + count(response)::int FROM carrier_calls WHERE subject_id = ${purchaseId}) AS bodies,
      (SELECT to_address ->> 'name' <> '' FROM shipments WHERE id = ${shipmentId}) AS named`.execute(tx),
  );
  return rows[0];
}

/** Entries without content. */
export const FORGOTTEN = { labels: 1, bytes: 0, calls: 1, bodies: 0, named: false };
