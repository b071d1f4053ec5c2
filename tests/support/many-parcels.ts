/** As many parcels on their way as a test needs, copied from one whose label was really bought. */

/** A statement as somebody who sees past row security. */
export type Ask = <R extends object>(statement: string, values: readonly unknown[]) => Promise<readonly R[]>;

/** Where it is day right now, so that no notice waits for a buyer's morning. */
export function daytimePlace(now: Date): { readonly countryCode: string; readonly provinceCode: string } {
  const hour = now.getUTCHours();
  if (hour >= 14 || hour === 0) return { countryCode: 'CA', provinceCode: 'ON' };
  return hour < 11 ? { countryCode: 'JP', provinceCode: '' } : { countryCode: 'GB', provinceCode: '' };
}

/** Columns that the database fills in by itself are left to it. */
async function columnsOf(ask: Ask, table: string): Promise<readonly string[]> {
  const rows = await ask<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

interface Copying {
  readonly table: string;
  readonly where: string;
  /** Other values, in which `g.i` counts the copies. */
  readonly changes: Readonly<Record<string, string>>;
}

/** In the form of ours. */
const idOf = (what: string, prefix: string): string =>
  `overlay(overlay(md5('${what} ${prefix}' || $1 || g.i) placing '7' from 13) placing '8' from 17)::uuid`;

export interface ManyParcels {
  /** Tracking number of each; its buyer is `buyer-<number>@example.com`. */
  readonly numbers: readonly string[];
}

/**
 * `count` further orders with a label each, which is no trial, to buyers for whom it is day.
 * @param prefix of their numbers, another for each call in a database
 * @param now by the clock that those who write to buyers go by
 */
export async function copyParcels(
  ask: Ask,
  shipmentId: string,
  count: number,
  prefix = 'MANY',
  now = new Date(),
): Promise<ManyParcels> {
  const place = JSON.stringify(daytimePlace(now));
  const of = `t.order_id IN (SELECT order_id FROM shipment_items WHERE shipment_id = $1::uuid)`;
  const numberOf = `'${prefix}' || lpad(g.i::text, 8, '0')`;
  const email = `'buyer-' || ${numberOf} || '@example.com'`;
  const order_id = idOf('order', prefix);
  const shipment_id = idOf('shipment', prefix);
  const inShipment = 't.shipment_id = $1::uuid';
  const copies: readonly Copying[] = [
    {
      table: 'orders',
      where: of.replace('t.order_id', 't.id'),
      changes: { id: order_id, number: numberOf, external_id: numberOf },
    },
    {
      table: 'order_details',
      where: of,
      changes: { order_id, ship_to: `t.ship_to || '${place}'::jsonb || jsonb_build_object('email', ${email})` },
    },
    { table: 'order_items', where: of, changes: { order_id } },
    { table: 'shipments', where: 't.id = $1::uuid', changes: { id: shipment_id, test: 'false' } },
    { table: 'parcels', where: inShipment, changes: { shipment_id, tracking_number: numberOf } },
    { table: 'shipment_items', where: inShipment, changes: { shipment_id, order_id } },
    {
      table: 'trackers',
      where: inShipment,
      // Nobody is asked of them: the carrier tells by itself.
      changes: { id: idOf('tracker', prefix), shipment_id, tracking_key: numberOf, due_at: 'NULL' },
    },
  ];
  for (const { table, where, changes } of copies) {
    const columns = await columnsOf(ask, table);
    const other = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
    await ask(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((column) => `n.${column}`).join(', ')}
       FROM ${table} AS t CROSS JOIN generate_series(1, $2::int) AS g (i)
       CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object(${other.join(', ')})) AS n WHERE ${where}`,
      [shipmentId, count],
    );
  }
  return { numbers: Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(8, '0')}`) };
}
