/**
 * Labels and money by day, made anew from what they are sums of: a customer's from its own shipments, a franchise's from the
 * same shipments and its own price chain, the platform's from the franchise's. Every level's rows are under its own tenant id,
 * so no screen ever looks through the tables of others. Making a day again gives the same rows.
 */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { makeLabelDay } from './label-days.ts';
import { type Line, STANDING } from './line.ts';

const CHAIN_AT_ONCE = 5_000;

interface Usage {
  readonly slug: string;
  readonly test: boolean;
  readonly currency: string;
  readonly labels: number;
  readonly voided: number;
  readonly spend_minor: number;
  /** Public price of the labels that have one, and what was paid for these. */
  readonly retail_minor: number;
  readonly retail_spend_minor: number;
  /** Shipments that arrived; of these, with a promised day; of these, by that day. */
  readonly delivered: number;
  readonly promised: number;
  readonly on_time: number;
  /** From buying to the door. */
  readonly travel_hours: number;
  readonly sold_minor: number;
  readonly cost_minor: number;
}

/** Makes the days of these moments anew on all levels. The transaction may work as anybody, and works as somebody else after. */
export const rollUpDays = async (tx: Tx, line: Line, moments: readonly Date[]): Promise<void> => {
  const { customerId, franchiseId, platformId } = line;
  for (const day of daysOf(moments, line.customerZone)) {
    const usage = await usageOf(tx, line, day, line.customerZone);
    await writeDay(
      tx,
      customerId,
      customerId,
      day,
      usage.map((row) => ({ ...row, sold_minor: 0, cost_minor: 0 })),
    );
  }
  const franchiseDays = daysOf(moments, line.franchiseZone);
  for (const day of franchiseDays)
    await writeDay(tx, franchiseId, customerId, day, await usageOf(tx, line, day, line.franchiseZone));
  for (const day of daysOf(moments, line.customerZone)) await makeLabelDay(tx, line, 'customer', day);
  for (const day of franchiseDays) await makeLabelDay(tx, line, 'franchise', day);
  for (const day of daysOf(moments, line.platformZone)) await makeLabelDay(tx, line, 'platform', day);
  await sumAlone(tx, line);
  for (const day of franchiseDays) {
    await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
    const { rows } = await sql<Usage>`
      SELECT slug, test, currency, sum(labels)::int AS labels, sum(voided)::int AS voided, sum(spend_minor)::int8 AS spend_minor,
             sum(sold_minor)::int8 AS sold_minor, sum(cost_minor)::int8 AS cost_minor,
             sum(retail_minor)::int8 AS retail_minor, sum(retail_spend_minor)::int8 AS retail_spend_minor,
             sum(delivered)::int AS delivered, sum(promised)::int AS promised, sum(on_time)::int AS on_time,
             sum(travel_hours)::int8 AS travel_hours
      FROM usage_days WHERE tenant_id = ${franchiseId} AND day = ${day}::date GROUP BY slug, test, currency`.execute(
      tx,
    );
    await writeDay(
      tx,
      platformId,
      franchiseId,
      day,
      rows.map((row) => ({ ...row, sold_minor: 0, cost_minor: 0 })),
    );
  }
};

/** Until it commits nobody else adds up this franchise: two who did so at once would each leave out the other's customer. */
const sumAlone = (tx: Tx, { franchiseId }: Pick<Line, 'franchiseId'>): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sums of ${franchiseId}`}, 0))`.execute(tx);

const daysOf = (moments: readonly Date[], zone: string): string[] =>
  [...new Set(moments.map((moment) => dayIn(moment, zone)))].toSorted();

/** A customer's day, with what its franchise sold and bought the labels for. */
const usageOf = async (tx: Tx, line: Line, day: string, zone: string): Promise<Usage[]> => {
  const { customerId, franchiseId } = line;
  const from = startOfDay(day, zone);
  const to = startOfDay(addDays(day, 1), zone);
  await actAs(tx, { role: 'app_tenant', tenantId: customerId });
  const arrived = sql`s.state = 'delivered' AND s.delivered_at IS NOT NULL`;
  const stands = sql`s.state IN (${sql.join([...STANDING])})`;
  const { rows } = await sql<Omit<Usage, 'sold_minor' | 'cost_minor'>>`
    SELECT coalesce(s.slug, '') AS slug, s.test, s.currency,
           coalesce(sum(greatest(1, p.n)) FILTER (WHERE ${stands}), 0)::int AS labels,
           coalesce(sum(greatest(1, p.n)) FILTER (WHERE s.state = 'voided'), 0)::int AS voided,
           coalesce(sum(s.price_minor) FILTER (WHERE ${stands}), 0)::int8 AS spend_minor,
           coalesce(sum(s.retail_minor) FILTER (WHERE ${stands}), 0)::int8 AS retail_minor,
           coalesce(sum(s.price_minor) FILTER (WHERE ${stands} AND s.retail_minor IS NOT NULL), 0)::int8 AS retail_spend_minor,
           (count(*) FILTER (WHERE ${arrived}))::int AS delivered,
           (count(*) FILTER (WHERE ${arrived} AND s.promised_day IS NOT NULL))::int AS promised,
           (count(*) FILTER (WHERE ${arrived} AND (s.delivered_at AT TIME ZONE ${zone})::date <= s.promised_day))::int AS on_time,
           coalesce(round(sum(extract(epoch FROM s.delivered_at - s.bought_at)) FILTER (WHERE ${arrived}) / 3600), 0)::int8 AS travel_hours
    FROM shipments s
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) p
    WHERE s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to} AND s.currency IS NOT NULL
    GROUP BY 1, 2, 3`.execute(tx);
  const bought = await sql<{ id: string; slug: string; test: boolean }>`
    SELECT p.id, coalesce(s.slug, '') AS slug, s.test FROM shipments s
    JOIN purchases p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
    WHERE s.tenant_id = ${customerId} AND s.bought_at >= ${from} AND s.bought_at < ${to} AND ${stands}
      AND p.state IN ('confirmed', 'complete')`.execute(tx);
  const money = await chainMoney(tx, franchiseId, bought.rows);
  return rows.map((row) => ({ ...row, ...(money.get(keyOf(row)) ?? { sold_minor: 0, cost_minor: 0 }) }));
};

const keyOf = (row: { readonly slug: string; readonly test: boolean; readonly currency: string }): string =>
  `${row.slug} ${row.test} ${row.currency}`;

/** From the franchise's own book: what it bought and sold each label for. Labels on a customer's own account are not in it. */
const chainMoney = async (
  tx: Tx,
  franchiseId: string,
  purchases: readonly { readonly id: string; readonly slug: string; readonly test: boolean }[],
): Promise<ReadonlyMap<string, { sold_minor: number; cost_minor: number }>> => {
  const sums = new Map<string, { sold_minor: number; cost_minor: number }>();
  if (purchases.length === 0) return sums;
  const known = new Map(purchases.map((each) => [each.id, each]));
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  for (let at = 0; at < purchases.length; at += CHAIN_AT_ONCE) {
    const rows = await tx
      .selectFrom('price_chain')
      .select(['purchase_id', 'cost_minor', 'price_minor', 'currency', 'cost_tax_minor', 'price_tax_minor'])
      .where('tenant_id', '=', franchiseId)
      .where('from_tenant', '=', franchiseId)
      .where(
        'purchase_id',
        'in',
        purchases.slice(at, at + CHAIN_AT_ONCE).map(({ id }) => id),
      )
      .execute();
    for (const row of rows) {
      const purchase = known.get(row.purchase_id);
      if (!purchase) continue;
      const key = keyOf({ ...purchase, currency: row.currency });
      const sum = sums.get(key) ?? { sold_minor: 0, cost_minor: 0 };
      // Taxes are no margin (modules/margins); of sales that tell of one side only, both sides keep theirs.
      const taxed = row.cost_tax_minor !== null && row.price_tax_minor !== null;
      sums.set(key, {
        sold_minor: sum.sold_minor + row.price_minor - (taxed ? (row.price_tax_minor ?? 0) : 0),
        cost_minor: sum.cost_minor + row.cost_minor - (taxed ? (row.cost_tax_minor ?? 0) : 0),
      });
    }
  }
  return sums;
};

const writeDay = async (
  tx: Tx,
  tenantId: string,
  partyId: string,
  day: string,
  usage: readonly Usage[],
): Promise<void> => {
  await actAs(tx, { role: 'app_tenant', tenantId });
  await tx
    .deleteFrom('usage_days')
    .where('tenant_id', '=', tenantId)
    .where('party_id', '=', partyId)
    .where('day', '=', day)
    .execute();
  if (usage.length > 0)
    await tx
      .insertInto('usage_days')
      .values(usage.map((row) => ({ tenant_id: tenantId, party_id: partyId, day, ...row })))
      .execute();
};

interface Standing {
  readonly last_label_at: Date | null;
  readonly unfulfilled_orders: number;
  readonly late_orders: number;
  readonly open_outcomes: number;
}

export interface FigureOptions {
  readonly now: Date;
  /** Test labels count. */
  readonly withTest: boolean;
}

const FIGURE_DAYS = 30;
/** More late orders than these are "10,000 and more". */
const MOST_LATE = 10_000;

/** Makes the figures of a customer anew, its own and what its franchise sees of it. @see refreshSums */
export const refreshFigures = async (tx: Tx, line: Line, options: FigureOptions): Promise<void> => {
  const { customerId, franchiseId } = line;
  const { now } = options;
  await actAs(tx, { role: 'app_tenant', tenantId: customerId });
  const { rows } = await sql<Standing>`
    SELECT (SELECT bought_at FROM shipments WHERE tenant_id = ${customerId} AND bought_at IS NOT NULL ORDER BY bought_at DESC LIMIT 1) AS last_label_at,
           coalesce((SELECT sum(n) FROM order_count_months WHERE tenant_id = ${customerId} AND tab = 'unfulfilled'), 0)::int AS unfulfilled_orders,
           (SELECT count(*)::int FROM (SELECT 1 FROM orders WHERE tenant_id = ${customerId} AND tab = 'unfulfilled' AND ship_by < ${now}
              LIMIT ${MOST_LATE}) AS late) AS late_orders,
           (SELECT count(*)::int FROM purchases WHERE tenant_id = ${customerId} AND state IN ('unknown', 'disputed'))
             + (SELECT count(*)::int FROM voids WHERE tenant_id = ${customerId} AND state IN ('unknown', 'disputed')) AS open_outcomes`.execute(
    tx,
  );
  const [standing] = rows;
  if (!standing) return;
  await writeFigures(tx, customerId, customerId, line.customerZone, standing, options);
  await writeFigures(tx, franchiseId, customerId, line.franchiseZone, standing, options);
};

/** Adds up a franchise's customers for the platform: once for however many of them were made anew, since it reads them all. */
export const refreshSums = async (
  tx: Tx,
  line: Pick<Line, 'franchiseId' | 'franchiseZone' | 'platformId'>,
  options: FigureOptions,
): Promise<void> => {
  const { franchiseId, platformId } = line;
  await sumAlone(tx, line);
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  const sums = await sql<Standing>`
    SELECT max(f.last_label_at) AS last_label_at, coalesce(sum(f.unfulfilled_orders), 0)::int AS unfulfilled_orders,
           coalesce(sum(f.late_orders), 0)::int AS late_orders, coalesce(sum(f.open_outcomes), 0)::int AS open_outcomes
    FROM usage_figures f WHERE f.tenant_id = ${franchiseId}`.execute(tx);
  if (sums.rows[0]) await writeFigures(tx, platformId, franchiseId, line.franchiseZone, sums.rows[0], options);
};

/** Money in the currency most of it is in: a party has one. */
const writeFigures = async (
  tx: Tx,
  tenantId: string,
  partyId: string,
  zone: string,
  standing: Standing,
  { now, withTest }: FigureOptions,
): Promise<void> => {
  await actAs(tx, { role: 'app_tenant', tenantId });
  const from = addDays(dayIn(now, zone), 1 - FIGURE_DAYS);
  await sql`
    INSERT INTO usage_figures (tenant_id, party_id, currency, labels30, spend30_minor, margin30_minor, last_label_at,
      unfulfilled_orders, late_orders, open_outcomes, as_of)
    SELECT ${tenantId}, ${partyId},
      coalesce((SELECT d.currency FROM usage_days d WHERE d.tenant_id = ${tenantId} AND d.party_id = ${partyId} AND d.day >= ${from}::date
        GROUP BY d.currency ORDER BY sum(d.labels) DESC LIMIT 1), (SELECT t.currency FROM tenants t WHERE t.id = ${tenantId})) AS currency,
      coalesce(sum(u.labels), 0), coalesce(sum(u.spend_minor), 0), coalesce(sum(u.sold_minor - u.cost_minor), 0),
      ${standing.last_label_at}, ${standing.unfulfilled_orders}, ${standing.late_orders}, ${standing.open_outcomes}, ${now}
    FROM usage_days u WHERE u.tenant_id = ${tenantId} AND u.party_id = ${partyId} AND u.day >= ${from}::date AND (${withTest} OR NOT u.test)
    ON CONFLICT (tenant_id, party_id) DO UPDATE SET currency = excluded.currency, labels30 = excluded.labels30,
      spend30_minor = excluded.spend30_minor, margin30_minor = excluded.margin30_minor, last_label_at = excluded.last_label_at,
      unfulfilled_orders = excluded.unfulfilled_orders, late_orders = excluded.late_orders, open_outcomes = excluded.open_outcomes,
      as_of = excluded.as_of`.execute(tx);
};
