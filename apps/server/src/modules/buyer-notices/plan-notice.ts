/**
 * Writes down that a buyer is to be told, in the transaction that stores the carrier's event: both are kept or neither. One
 * row for each kind and parcel; a repeated event meets the key of the first. Nothing is decided here that may change until it
 * is sent (address, hour, words).
 */
import type { News } from '@scanship/domain/tracking/buyer-notices';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { readStored, standing } from './settings.ts';

interface ParcelRow {
  readonly shipment_id: string;
  readonly test: boolean;
  readonly direction: string;
  readonly order_id: string;
  readonly number: string;
  readonly store_id: string;
  readonly platform_code: string;
  readonly slug: string;
  readonly service: string | null;
}

const TABLES = [
  ['mail', 'buyer_notices'],
  ['webhook', 'notice_posts'],
] as const;

/** @param withTest TEST labels count, because no mail leaves this installation (decision 0280) */
export const createNoticePlanner =
  (withTest: boolean) =>
  async (tx: Tx, tenantId: string, trackerId: string, news: readonly News[]): Promise<void> => {
    const stored = await readStored(tx, tenantId);
    if (![...stored.values()].some(({ kinds }) => kinds.length > 0)) return;
    const found =
      await sql<ParcelRow>`SELECT t.shipment_id, s.test, s.direction, o.id AS order_id, o.number, o.store_id,
        o.platform_code, t.slug, s.service
      FROM trackers AS t
      JOIN shipments AS s ON s.tenant_id = t.tenant_id AND s.id = t.shipment_id
      JOIN LATERAL (SELECT order_id FROM shipment_items AS i WHERE i.tenant_id = t.tenant_id
        AND i.shipment_id = t.shipment_id ORDER BY i.parcel_no <> t.parcel_no, order_id LIMIT 1) AS i ON true
      JOIN orders AS o ON o.tenant_id = t.tenant_id AND o.id = i.order_id
      WHERE t.tenant_id = ${tenantId} AND t.id = ${trackerId}`.execute(tx);
    const [parcel] = found.rows;
    if (!parcel || parcel.direction !== 'outbound' || (parcel.test && !withTest)) return;
    const settings = standing(parcel.platform_code, stored.get(null), stored.get(parcel.store_id));
    // One report is one notice: of what is wanted, the newest.
    const told = news.find(({ kind }) => settings.sends(kind, { carrier: parcel.slug, service: parcel.service }));
    if (!told) return;
    const row = {
      tenant_id: tenantId,
      tracker_id: trackerId,
      kind: told.kind,
      shipment_id: parcel.shipment_id,
      order_id: parcel.order_id,
      store_id: parcel.store_id,
      number_key: orderNumberKey(parcel.number),
      occurred_at: new Date(told.at),
    };
    for (const [channel, table] of TABLES)
      if (settings.goesBy(told.kind, channel))
        await tx
          .insertInto(table)
          .values({ ...row, id: newId() })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'tracker_id', 'kind']).doNothing())
          .execute();
  };
