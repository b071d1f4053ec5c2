/** A franchise's figures over its customers, from the rows kept under its own tenant id; a sales agent's are those assigned. */
import type { FranchiseDashboard } from '@scanship/contracts/network/dashboard';
import type { CreditStanding } from '@scanship/domain/money/credit';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { startOfDay } from '../../platform/time-zone.ts';
import { readStandings } from '../billing/index.ts';
import { type CarrierName, carrierNames } from './customer-dashboard.ts';
import type { DayRange } from './range.ts';

interface Row {
  readonly party_id: string;
  readonly day: string;
  readonly slug: string;
  readonly labels: number;
  readonly voided: number;
  readonly spend: number;
  readonly margin: number;
}

interface Customer {
  readonly customer_id: string;
  readonly name: string;
  readonly state: string;
  readonly plan_code: 'Basic' | 'Standard' | 'Advanced';
  readonly created_at: Date;
  readonly last_label_at: Date | null;
  readonly late_orders: number | null;
  readonly open_outcomes: number | null;
  readonly as_of: Date | null;
}

const DAY_MS = 24 * 3_600_000;
/** Shipped before, and not for so long. */
const QUIET_DAYS = 14;
/** New, and no label after so long. */
const UNSTARTED_DAYS = 7;
const NEAR_CREDIT = 80;
const MOST_TROUBLE = 50;
const TOP = 10;

export const readFranchiseDashboard = async (
  db: Database,
  ctx: RequestContext,
  range: DayRange,
  options: { readonly now: Date; readonly withTest: boolean; readonly vendorName: CarrierName },
): Promise<FranchiseDashboard> => {
  const { currency, tenantId } = ctx;
  const agentOnly = ctx.role === 'ROLE_SALES_AGENT';
  const seesCost = ctx.rights.has('rates.see-cost');
  const found = await db.tenant(
    ctx,
    async (tx) => ({
      customers: await readCustomers(tx, ctx, agentOnly),
      usage: (
        await sql<Row>`
          SELECT u.party_id, u.day::text AS day, u.slug, sum(u.labels)::int AS labels, sum(u.voided)::int AS voided,
                 coalesce(sum(u.spend_minor) FILTER (WHERE u.currency = ${currency}), 0)::int8 AS spend,
                 coalesce(sum(u.sold_minor - u.cost_minor) FILTER (WHERE u.currency = ${currency}), 0)::int8 AS margin
          FROM usage_days u
          JOIN franchise_customers c ON c.tenant_id = u.tenant_id AND c.customer_id = u.party_id
          WHERE u.tenant_id = ${tenantId} AND u.day >= ${range.before.from}::date AND u.day <= ${range.to}::date
            AND (${options.withTest} OR NOT u.test) ${agentOnly ? sql`AND c.agent_user_id = ${ctx.userId}` : sql``}
          GROUP BY u.party_id, u.day, u.slug`.execute(tx)
      ).rows,
      nameOf: await carrierNames(tx, tenantId, options.vendorName),
    }),
    { readOnly: 'standby' },
  );
  const seesMoney = ctx.rights.has('money.view');
  // The rule itself reads what is owed in every currency; without the right nobody is told.
  const credit = seesMoney
    ? await db.tenant(
        ctx,
        (tx) =>
          readStandings(
            tx,
            tenantId,
            found.customers.map((each) => each.customer_id),
          ),
        { readOnly: true },
      )
    : new Map<string, CreditStanding>();
  const hostsPending = agentOnly ? 0 : await pendingHosts(db, tenantId);
  const { customers, usage, nameOf } = found;
  const inRange = usage.filter((row) => row.day >= range.from);
  const earlier = usage.filter((row) => row.day < range.from);
  const total = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const margin = (rows: readonly Row[]): number | null => (seesCost ? total(rows, (row) => row.margin) : null);
  const groups = (of: (row: Row) => string): ReadonlyMap<string, Row[]> => {
    const held = new Map<string, Row[]>();
    for (const row of inRange) {
      const group = held.get(of(row)) ?? [];
      group.push(row);
      held.set(of(row), group);
    }
    return held;
  };
  const byDay = groups((row) => row.day);
  const marginNow = margin(inRange);
  const began = startOfDay(range.from, ctx.timeZone);
  const ofPlan = (plan: Customer['plan_code']) => customers.filter((each) => each.plan_code === plan).length;
  return {
    kind: 'franchise',
    range: { from: range.from, to: range.to },
    currency,
    customers: {
      active: customers.filter(({ state }) => state === 'active').length,
      suspended: customers.filter(({ state }) => state !== 'active').length,
      added: customers.filter((each) => each.created_at >= began).length,
      shipping: new Set(inRange.filter(({ labels }) => labels > 0).map((row) => row.party_id)).size,
      byPlan: { Basic: ofPlan('Basic'), Standard: ofPlan('Standard'), Advanced: ofPlan('Advanced') },
    },
    labels: total(inRange, (row) => row.labels),
    voided: total(inRange, (row) => row.voided),
    spend: { minor: total(inRange, (row) => row.spend), currency },
    margin: marginNow === null ? null : { minor: marginNow, currency },
    before: {
      labels: total(earlier, (row) => row.labels),
      spendMinor: total(earlier, (row) => row.spend),
      marginMinor: margin(earlier),
    },
    top: [...groups((row) => row.party_id)]
      .map(([customerId, rows]) => ({
        customerId,
        name: customers.find((each) => each.customer_id === customerId)?.name ?? '',
        labels: total(rows, (row) => row.labels),
        spendMinor: total(rows, (row) => row.spend),
        marginMinor: margin(rows),
      }))
      .filter(({ labels }) => labels > 0)
      .toSorted((a, b) => b.labels - a.labels || a.name.localeCompare(b.name))
      .slice(0, TOP),
    carriers: [...groups((row) => row.slug)]
      .map(([slug, rows]) => ({
        carrier: slug,
        name: nameOf(slug),
        labels: total(rows, (row) => row.labels),
        spendMinor: total(rows, (row) => row.spend),
      }))
      .toSorted((a, b) => b.labels - a.labels || a.name.localeCompare(b.name)),
    days: range.days.map((day) => {
      const rows = byDay.get(day) ?? [];
      return {
        day,
        labels: total(rows, (row) => row.labels),
        voided: total(rows, (row) => row.voided),
        spendMinor: total(rows, (row) => row.spend),
        marginMinor: margin(rows),
      };
    }),
    trouble: troubleOf(customers, options.now, { hostsPending, credit }),
    asOf: customers.reduce<string | null>((newest, { as_of: asOf }) => {
      const text = asOf?.toISOString() ?? null;
      return text !== null && (newest === null || text > newest) ? text : newest;
    }, null),
  };
};

const readCustomers = async (tx: Tx, ctx: RequestContext, agentOnly: boolean): Promise<Customer[]> => {
  const { rows } = await sql<Customer>`
    SELECT c.customer_id, c.name, c.state, c.plan_code, c.created_at, f.last_label_at, f.late_orders, f.open_outcomes, f.as_of
    FROM franchise_customers c
    LEFT JOIN usage_figures f ON f.tenant_id = c.tenant_id AND f.party_id = c.customer_id
    WHERE c.tenant_id = ${ctx.tenantId} AND c.state <> 'closed' ${agentOnly ? sql`AND c.agent_user_id = ${ctx.userId}` : sql``}`.execute(
    tx,
  );
  return rows;
};

const pendingHosts = async (db: Database, franchiseId: string): Promise<number> => {
  const rows = await db.reference((tx) =>
    tx.selectFrom('hosts').select('host').where('tenant_id', '=', franchiseId).where('state', '=', 'pending').execute(),
  );
  return rows.length;
};

type Trouble = FranchiseDashboard['trouble'][number];

const RANK: Readonly<Record<Trouble['kind'], number>> = {
  open_outcomes: 0,
  over_credit: 1,
  host_pending: 2,
  late_orders: 3,
  near_credit: 4,
  gone_quiet: 5,
  not_started: 6,
};

/** Percent of the limit over all currencies; a debt that nobody can convert stops everything, so it uses the whole. */
export const creditUsed = (standing: CreditStanding | undefined): number => {
  if (standing === undefined || standing.kind === 'unlimited') return 0;
  if (standing.kind === 'no-rate') return 100;
  const { limit, available } = standing;
  const used = limit.minor - available.minor;
  if (used <= 0) return 0;
  return limit.minor === 0 ? 100 : Math.floor((used / limit.minor) * 100);
};

const troubleOf = (
  customers: readonly Customer[],
  now: Date,
  { hostsPending, credit }: { readonly hostsPending: number; readonly credit: ReadonlyMap<string, CreditStanding> },
): Trouble[] => {
  const found: Trouble[] = [];
  const tell = (kind: Trouble['kind'], customer: Customer | null, count: number, message: string): void => {
    found.push({
      kind,
      customerId: customer?.customer_id ?? null,
      customerName: customer?.name ?? null,
      count,
      message,
    });
  };
  const daysSince = (moment: Date): number => Math.floor((now.getTime() - moment.getTime()) / DAY_MS);
  if (hostsPending > 0) tell('host_pending', null, hostsPending, `${hostsPending} of your hosts await verification.`);
  for (const customer of customers.filter(({ state }) => state === 'active')) {
    const { name, open_outcomes: open, late_orders: late, last_label_at: last } = customer;
    if (open) tell('open_outcomes', customer, open, `${name} has ${open} labels whose outcome is not known.`);
    if (late) tell('late_orders', customer, late, `${name} has ${late} orders past their ship-by date.`);
    const percent = creditUsed(credit.get(customer.customer_id));
    if (percent >= 100) tell('over_credit', customer, percent, `${name} has used its whole credit.`);
    else if (percent >= NEAR_CREDIT)
      tell('near_credit', customer, percent, `${name} has used ${percent} % of its credit.`);
    if (last && daysSince(last) >= QUIET_DAYS)
      tell('gone_quiet', customer, daysSince(last), `${name} has not shipped for ${daysSince(last)} days.`);
    else if (!last && daysSince(customer.created_at) >= UNSTARTED_DAYS)
      tell('not_started', customer, daysSince(customer.created_at), `${name} has not bought a label yet.`);
  }
  return found.toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || b.count - a.count).slice(0, MOST_TROUBLE);
};
