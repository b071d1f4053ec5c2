/**
 * Labels of a day by place: a seller's by lane (`lane_days`), the shipper's own by carrier and zone (`zone_days`). Made anew with
 * `label_days`, from the same shipments.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { LANE } from '../tracking/index.ts';
import { type LabelSpan, STANDING } from './line.ts';

/** Labels a level sold. */
export interface Sold {
  readonly sold: number;
  readonly sold_minor: number;
  readonly cost_minor: number;
  readonly below: number;
  readonly below_minor: number;
}
export const NOTHING: Sold = { sold: 0, sold_minor: 0, cost_minor: 0, below: 0, below_minor: 0 };

interface Shipped {
  readonly test: boolean;
  readonly currency: string;
  readonly labels: number;
  readonly voided: number;
}
interface LaneRow extends Shipped {
  readonly lane: string;
}
interface ZoneRow extends Shipped {
  readonly slug: string;
  readonly zone: string;
  readonly orders: number;
  readonly spend_minor: number;
}

export const laneKey = (row: Pick<LaneRow, 'lane' | 'test' | 'currency'>): string =>
  JSON.stringify([row.lane, row.test, row.currency]);

const standing = sql`s.state IN (${sql.join([...STANDING])})`;
const ofDay = ({ customerId, from, to }: LabelSpan) =>
  sql`s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to} AND s.currency IS NOT NULL`;
const parcels = sql`CROSS JOIN LATERAL (SELECT greatest(1, count(*)) AS n FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) p`;
const counts = sql`coalesce(sum(p.n) FILTER (WHERE ${standing}), 0)::int AS labels, coalesce(sum(p.n) FILTER (WHERE s.state = 'voided'), 0)::int AS voided`;

/**
 * As it was told with the price. Labels of a rate sheet that were bought before it was kept tell it in the words of their freight:
 * "Standard to Far West, 2.5 kg".
 */
const ZONE = sql`coalesce(s.zone, (SELECT substring(substr(line ->> 'label', length(s.service_name) + 5) FROM '^(.+), [0-9.]+ (kg|lb)$')
  FROM jsonb_array_elements(CASE WHEN jsonb_typeof(s.price_lines) = 'array' THEN s.price_lines ELSE '[]' END) AS line
  WHERE line ->> 'code' = 'freight' AND starts_with(line ->> 'label', s.service_name || ' to ') LIMIT 1), '')`;

/** Runs as the customer, like the next. */
export const readLanes = async (tx: Tx, span: LabelSpan): Promise<readonly LaneRow[]> => {
  const { rows } = await sql<LaneRow>`SELECT ${LANE} AS lane, s.test, s.currency, ${counts}
    FROM shipments s ${parcels} WHERE ${ofDay(span)} GROUP BY 1, 2, 3`.execute(tx);
  return rows;
};

export const readZones = async (tx: Tx, span: LabelSpan): Promise<readonly ZoneRow[]> => {
  const { rows } = await sql<ZoneRow>`
    WITH shipped AS MATERIALIZED (
      SELECT s.id, coalesce(s.slug, '') AS slug, ${ZONE} AS zone, s.test, s.currency, s.state, s.price_minor, s.tenant_id
      FROM shipments s WHERE ${ofDay(span)}
    ), ordered AS (
      SELECT s.slug, s.zone, s.test, s.currency, count(DISTINCT i.order_id)::int AS orders
      FROM shipped s JOIN shipment_items i ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id
      WHERE ${standing} GROUP BY 1, 2, 3, 4
    ), summed AS (
      SELECT s.slug, s.zone, s.test, s.currency, ${counts}, coalesce(sum(s.price_minor) FILTER (WHERE ${standing}), 0)::int8 AS spend_minor
      FROM shipped s ${parcels} GROUP BY 1, 2, 3, 4
    )
    SELECT summed.*, coalesce(ordered.orders, 0) AS orders FROM summed LEFT JOIN ordered USING (slug, zone, test, currency)`.execute(
    tx,
  );
  return rows;
};

export const writeZones = async (tx: Tx, tenantId: string, day: string, rows: readonly ZoneRow[]): Promise<void> => {
  await tx.deleteFrom('zone_days').where('tenant_id', '=', tenantId).where('day', '=', day).execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('zone_days')
    .values(rows.map((row) => ({ ...row, tenant_id: tenantId, day })))
    .execute();
};

/** Runs as the seller. */
export const writeLanes = async (
  tx: Tx,
  of: { readonly tenantId: string; readonly customerId: string; readonly day: string },
  rows: readonly LaneRow[],
  sales: ReadonlyMap<string, Sold>,
): Promise<void> => {
  const key = { tenant_id: of.tenantId, customer_id: of.customerId, day: of.day };
  await tx
    .deleteFrom('lane_days')
    .where('tenant_id', '=', key.tenant_id)
    .where('customer_id', '=', key.customer_id)
    .where('day', '=', key.day)
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('lane_days')
    .values(
      rows.map((row) => {
        const { sold, sold_minor, cost_minor } = sales.get(laneKey(row)) ?? NOTHING;
        return { ...key, ...row, sold, sold_minor, cost_minor };
      }),
    )
    .execute();
};
