/**
 * Labels of a day by service and store (`label_days`) and by place, made anew with the roll-up by carrier and from the same rows: a
 * customer's from its shipments, a seller's from these and its own price chain. A seller's rows name no store, the platform's no price
 * of the shipper's.
 */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import { LANE } from '../tracking/index.ts';
import { laneKey, NOTHING, readLanes, readZones, type Sold, writeLanes, writeZones } from './label-places.ts';
import { type LabelSpan, type Line, STANDING } from './line.ts';

/** Of no store, or of one that the level is not told. */
export const NO_STORE = '00000000-0000-0000-0000-000000000000';
const CHAIN_AT_ONCE = 5_000;

interface Shipped {
  readonly slug: string;
  readonly service: string;
  readonly store_id: string;
  readonly test: boolean;
  readonly currency: string;
  readonly labels: number;
  readonly orders: number;
  readonly voided: number;
  readonly spend_minor: number;
  readonly delivered: number;
  readonly promised: number;
  readonly on_time: number;
  readonly compared_minor: number;
  readonly cheapest_minor: number;
}

/** A label that stands, as its seller's chain is asked for it. */
interface Bought {
  readonly id: string;
  readonly slug: string;
  readonly service: string;
  readonly lane: string;
  readonly test: boolean;
}

const standing = sql`s.state IN (${sql.join([...STANDING])})`;
const service = sql`coalesce(s.service, '')`;

/** Makes a day anew for one level of a line. The transaction works as somebody else after. @param day in that level's time zone */
export async function makeLabelDay(tx: Tx, line: Line, level: keyof typeof LEVELS, day: string): Promise<void> {
  const { tenantId, partyId, zone } = LEVELS[level](line);
  const span = {
    customerId: line.customerId,
    from: startOfDay(day, zone),
    to: startOfDay(addDays(day, 1), zone),
    zone,
  };
  await actAs(tx, { role: 'app_tenant', tenantId: line.customerId });
  if (level === 'customer') await keepCheapest(tx, span);
  const shipped = await readShipped(tx, span, level === 'customer');
  if (level === 'customer') await writeZones(tx, tenantId, day, await readZones(tx, span));
  const lanes = level === 'customer' ? [] : await readLanes(tx, span);
  const bought = level === 'customer' ? [] : await readBought(tx, span);
  await actAs(tx, { role: 'app_tenant', tenantId });
  const sales = await readSales(tx, tenantId, bought);
  const sold = soldBy(sales, keyOf);
  if (level !== 'customer')
    await writeLanes(tx, { tenantId, customerId: line.customerId, day }, lanes, soldBy(sales, laneKey));
  await tx
    .deleteFrom('label_days')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', line.customerId)
    .where('day', '=', day)
    .execute();
  if (shipped.length === 0) return;
  const told = level === 'platform' ? { spend_minor: 0, compared_minor: 0, cheapest_minor: 0 } : {};
  await tx
    .insertInto('label_days')
    .values(
      shipped.map((row) => ({
        ...row,
        ...told,
        ...(sold.get(keyOf(row)) ?? NOTHING),
        tenant_id: tenantId,
        customer_id: line.customerId,
        party_id: partyId,
        day,
      })),
    )
    .execute();
}

const LEVELS = {
  customer: (line: Line) => ({ tenantId: line.customerId, partyId: line.customerId, zone: line.customerZone }),
  franchise: (line: Line) => ({ tenantId: line.franchiseId, partyId: line.customerId, zone: line.franchiseZone }),
  platform: (line: Line) => ({ tenantId: line.platformId, partyId: line.franchiseId, zone: line.platformZone }),
} as const;

/** While the rates of these shipments are still there. Only what could have been bought counts: no problem, nothing missing. */
const keepCheapest = async (tx: Tx, { customerId, from, to }: LabelSpan): Promise<void> => {
  await sql`
    INSERT INTO cheapest_offers (tenant_id, shipment_id, price_minor)
    SELECT s.tenant_id, s.id, min(r.price_minor) FROM shipments s
    JOIN rates r ON r.tenant_id = s.tenant_id AND r.quote_id = s.quote_id AND r.currency = s.currency
    WHERE s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to}
      AND r.price_minor IS NOT NULL AND r.problem IS NULL AND r.details -> 'missing' IS NULL
      AND NOT EXISTS (SELECT FROM cheapest_offers c WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id)
    GROUP BY s.tenant_id, s.id ON CONFLICT DO NOTHING`.execute(tx);
};

const readShipped = async (tx: Tx, span: LabelSpan, byStore: boolean): Promise<readonly Shipped[]> => {
  const { customerId, from, to, zone } = span;
  const arrived = sql`s.state = 'delivered' AND s.delivered_at IS NOT NULL`;
  const store = byStore ? sql`coalesce(s.store_id, ${NO_STORE}::uuid)` : sql`${NO_STORE}::uuid`;
  const ofDay = sql`s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to} AND s.currency IS NOT NULL`;
  const { rows } = await sql<Shipped>`
    WITH shipped AS (
      SELECT coalesce(s.slug, '') AS slug, ${service} AS service, ${store} AS store_id, s.test, s.currency,
             coalesce(sum(greatest(1, p.n)) FILTER (WHERE ${standing}), 0)::int AS labels,
             coalesce(sum(greatest(1, p.n)) FILTER (WHERE s.state = 'voided'), 0)::int AS voided,
             coalesce(sum(s.price_minor) FILTER (WHERE ${standing}), 0)::int8 AS spend_minor,
             (count(*) FILTER (WHERE ${arrived}))::int AS delivered,
             (count(*) FILTER (WHERE ${arrived} AND s.promised_day IS NOT NULL))::int AS promised,
             (count(*) FILTER (WHERE ${arrived} AND (s.delivered_at AT TIME ZONE ${zone})::date <= s.promised_day))::int AS on_time,
             coalesce(sum(s.price_minor) FILTER (WHERE ${standing} AND o.price_minor IS NOT NULL), 0)::int8 AS compared_minor,
             coalesce(sum(least(o.price_minor, s.price_minor)) FILTER (WHERE ${standing} AND o.price_minor IS NOT NULL), 0)::int8 AS cheapest_minor
      FROM shipments s
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) p
      LEFT JOIN cheapest_offers o ON o.tenant_id = s.tenant_id AND o.shipment_id = s.id
      WHERE ${ofDay} GROUP BY 1, 2, 3, 4, 5
    ), ordered AS (
      SELECT coalesce(s.slug, '') AS slug, ${service} AS service, ${store} AS store_id, s.test, s.currency,
             count(DISTINCT i.order_id)::int AS orders
      FROM shipments s JOIN shipment_items i ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id
      WHERE ${ofDay} AND ${standing} GROUP BY 1, 2, 3, 4, 5
    )
    SELECT shipped.*, coalesce(ordered.orders, 0) AS orders
    FROM shipped LEFT JOIN ordered USING (slug, service, store_id, test, currency)`.execute(tx);
  return rows;
};

const readBought = async (tx: Tx, { customerId, from, to }: LabelSpan): Promise<readonly Bought[]> => {
  const { rows } = await sql<Bought>`
    SELECT p.id, coalesce(s.slug, '') AS slug, ${service} AS service, ${LANE} AS lane, s.test FROM shipments s
    JOIN purchases p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
    WHERE s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to} AND ${standing}
      AND p.state IN ('confirmed', 'complete')`.execute(tx);
  return rows;
};

const keyOf = (row: Pick<Shipped, 'slug' | 'service' | 'test' | 'currency'>): string =>
  JSON.stringify([row.slug, row.service, row.test, row.currency]);

interface Sale extends Bought {
  readonly currency: string;
  readonly price: number;
  readonly cost: number;
}

/** What the current tenant bought and sold these labels for, before taxes as in `modules/margins`. */
const readSales = async (tx: Tx, sellerId: string, bought: readonly Bought[]): Promise<readonly Sale[]> => {
  const sales: Sale[] = [];
  const known = new Map(bought.map((each) => [each.id, each]));
  for (let at = 0; at < bought.length; at += CHAIN_AT_ONCE) {
    const rows = await tx
      .selectFrom('price_chain')
      .select(['purchase_id', 'cost_minor', 'price_minor', 'currency', 'cost_tax_minor', 'price_tax_minor'])
      .where('tenant_id', '=', sellerId)
      .where('from_tenant', '=', sellerId)
      .where(
        'purchase_id',
        'in',
        bought.slice(at, at + CHAIN_AT_ONCE).map(({ id }) => id),
      )
      .execute();
    for (const row of rows) {
      const label = known.get(row.purchase_id);
      if (!label) continue;
      const taxed = row.cost_tax_minor !== null && row.price_tax_minor !== null;
      const price = row.price_minor - (taxed ? (row.price_tax_minor ?? 0) : 0);
      const cost = row.cost_minor - (taxed ? (row.cost_tax_minor ?? 0) : 0);
      sales.push({ ...label, currency: row.currency, price, cost });
    }
  }
  return sales;
};

const soldBy = (sales: readonly Sale[], key: (sale: Sale) => string): ReadonlyMap<string, Sold> => {
  const sums = new Map<string, Sold>();
  for (const sale of sales) {
    const loss = Math.max(0, sale.cost - sale.price);
    const sum = sums.get(key(sale)) ?? NOTHING;
    sums.set(key(sale), {
      sold: sum.sold + 1,
      sold_minor: sum.sold_minor + sale.price,
      cost_minor: sum.cost_minor + sale.cost,
      below: sum.below + (loss > 0 ? 1 : 0),
      below_minor: sum.below_minor + loss,
    });
  }
  return sums;
};
