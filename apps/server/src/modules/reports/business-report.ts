/** What a level sold: from its roll-ups by day; what is unpaid and what carriers charged later from its books. Runs as the level. */
import { type Report, type ReportTable } from '@scanship/contracts/money/reports';
import { sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { type Balance, readBalances } from '../billing/index.ts';
import { carrierNames } from '../dashboard/index.ts';
import type { ServiceNames } from '../pricing/index.ts';
import { debtOf, readOverdue } from '../statements/index.ts';
import { userNames } from '../users/index.ts';
import { type LabelGroup, otherCurrencies, readLabelSums } from './label-sums.ts';
import { lengthOf, type ReportDays, type Span } from './report-days.ts';
import { readLanes } from './place-sums.ts';
import { addSums, cut, hasLabels, type NamedSums, NO_SUMS, type SumColumn, sumTable } from './tables.ts';

export type Level = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'realmId' | 'timeZone'>;

export interface BusinessAsk {
  readonly level: Level;
  readonly days: ReportDays;
  readonly currency: string;
  readonly withTest: boolean;
  readonly now: Date;
  /** Rows of each table. */
  readonly most: number;
  readonly names: ServiceNames;
  /** Places are named in it. */
  readonly language: 'en' | 'fr';
}

const MONEY: readonly SumColumn[] = ['labels', 'sold', 'revenue', 'cost', 'margin'];
/** A customer falls when a day brings 30 % fewer labels than a day did before; below ten labels before it is chance. */
const FALLEN_TO = 0.7;
const ENOUGH_LABELS = 10;
/** A sum of a year over a large level. */
const READ = { readOnly: 'standby', statementTimeoutMs: 60_000 } as const;

interface Party {
  readonly id: string;
  readonly name: string;
  readonly agentId: string | null;
  readonly since: Date;
}

export async function readBusinessReport(db: Database, ask: BusinessAsk): Promise<Report> {
  const { level, days, currency, now, most } = ask;
  const sums = { tenantId: level.tenantId, currency, days, withTest: ask.withTest };
  const found = await db.tenant(
    level,
    async (tx) => ({
      groups: await readLabelSums(tx, sums, ['total', 'carrier', 'service', 'party', 'partyBelow']),
      lanes: await readLanes(tx, sums, ask.language),
      balances: await readBalances(tx),
      overdue: await readOverdue(tx, level.tenantId, dayIn(now, level.timeZone)),
      adjusted: [await readAdjusted(tx, ask, days.now), await readAdjusted(tx, ask, days.before)] as const,
      others: await otherCurrencies(tx, sums),
      customers: await readCustomers(tx, level),
      carrier: await carrierNames(tx, level.tenantId, ask.names.carrier),
    }),
    READ,
  );
  const names: ServiceNames = { ...ask.names, carrier: found.carrier };
  const of = (group: Parameters<typeof found.groups.get>[0]): readonly LabelGroup[] =>
    (found.groups.get(group) ?? []).filter(hasLabels);
  const below = level.tenantKind === 'platform' ? await readFranchises(db, level.tenantId) : found.customers;
  const parties = new Map(below.map((party) => [party.id, party]));
  const nameOf = await partyNames(db, parties, [
    ...of('party').map(({ party }) => party),
    ...found.balances.map(({ party }) => party),
  ]);
  const customers = of('party').map((group) => named(group.party ?? '', nameOf(group.party), group));
  const carriers = of('carrier').map((group) => named(group.slug ?? '', names.carrier(group.slug ?? ''), group));
  const services = of('service').map((group) =>
    named(`${group.slug} ${group.service}`, serviceName(names, group), group),
  );
  const tables: ReportTable[] = [
    sumTable('total', [...MONEY, 'voided'], [totalOf(of('total'))], { by: 'labels', most: 1 }),
    ...changes(customers, parties, days, level.timeZone, most),
    sumTable('carriers', MONEY, carriers, { by: 'revenue', most }),
    sumTable('services', MONEY, services, { by: 'revenue', most }),
    sumTable('lanes', MONEY, found.lanes.filter(hasLabels), { by: 'revenue', most }),
    sumTable('customers', MONEY, customers, { by: 'revenue', most }),
    ...(level.tenantKind === 'platform'
      ? []
      : [sumTable('agents', MONEY, await byAgent(db, level, customers, parties), { by: 'revenue', most })]),
    unpaidTable(found.balances, found.overdue, currency, nameOf, most),
    cut(
      'adjustments',
      ['adjustments', 'revenue', 'cost', 'margin'],
      [{ key: 'adjustments', name: null, now: found.adjusted[0], before: found.adjusted[1] }],
      most,
    ),
    sumTable('late', ['delivered', 'promised', 'late'], carriers.filter(someArrived), { by: 'late', most }),
    sumTable(
      'below-cost',
      ['below', 'loss'],
      of('partyBelow').map((group) =>
        named(
          `${group.party} ${group.slug} ${group.service}`,
          `${nameOf(group.party) ?? ''} · ${serviceName(names, group)}`,
          group,
        ),
      ),
      { by: 'loss', most },
    ),
  ];
  return { currency, range: { ...days.now }, before: { ...days.before }, tables, otherCurrencies: found.others };
}

export const named = (key: string, name: string | null, { now, before }: LabelGroup): NamedSums => ({
  key,
  name,
  now,
  before,
});

const serviceName = (names: ServiceNames, { slug, service }: LabelGroup): string =>
  `${names.carrier(slug ?? '')} · ${names.service(slug ?? '', service ?? '')}`;

const someArrived = ({ now, before }: NamedSums): boolean => now.promised + before.promised > 0;

export const totalOf = ([total]: readonly LabelGroup[]): NamedSums => ({
  key: 'total',
  name: null,
  now: total?.now ?? NO_SUMS,
  before: total?.before ?? NO_SUMS,
});

/** Who came, who ships less and who stopped: each customer stands in one of the three tables at most. */
function changes(
  customers: readonly NamedSums[],
  parties: ReadonlyMap<string, Party>,
  days: ReportDays,
  timeZone: string,
  most: number,
): readonly ReportTable[] {
  const columns: readonly SumColumn[] = ['labels', 'revenue'];
  const [from, end] = [startOfDay(days.now.from, timeZone), startOfDay(addDays(days.now.to, 1), timeZone)];
  const isNew = ({ since }: Party): boolean => since >= from && since < end;
  const shipped = new Map(customers.map((each) => [each.key, each]));
  const added = [...parties.values()]
    .filter(isNew)
    .map((party) => shipped.get(party.id) ?? { key: party.id, name: party.name, now: NO_SUMS, before: NO_SUMS });
  const scale = lengthOf(days.now) / lengthOf(days.before);
  const known = customers.filter(({ key }) => !added.some((each) => each.key === key));
  const lost = known.filter(({ now, before }) => before.labels > 0 && now.labels === 0);
  const falling = known.filter(
    ({ now, before }) =>
      before.labels >= ENOUGH_LABELS && now.labels > 0 && now.labels <= before.labels * scale * FALLEN_TO,
  );
  return [
    sumTable('new', columns, added, { by: 'labels', most }),
    sumTable('falling', columns, falling, { by: 'labels', most, span: 'before' }),
    sumTable('lost', columns, lost, { by: 'labels', most, span: 'before' }),
  ];
}

/** A franchise's customers. Runs as the franchise; the platform has none of its own. */
const readCustomers = async (tx: Tx, level: Level): Promise<readonly Party[]> => {
  if (level.tenantKind === 'platform') return [];
  const rows = await tx
    .selectFrom('franchise_customers')
    .select(['customer_id', 'name', 'agent_user_id', 'created_at'])
    .where('tenant_id', '=', level.tenantId)
    .execute();
  return rows.map((row) => ({
    id: row.customer_id,
    name: row.name,
    agentId: row.agent_user_id,
    since: row.created_at,
  }));
};

const readFranchises = async (db: Database, platformId: string): Promise<readonly Party[]> => {
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['id', 'name', 'created_at'])
      .where('kind', '=', 'franchise')
      .where('parent_id', '=', platformId)
      .execute(),
  );
  return rows.map((row) => ({ id: row.id, name: row.name, agentId: null, since: row.created_at }));
};

/** Names of those who are below no longer, too. */
const partyNames = async (
  db: Database,
  parties: ReadonlyMap<string, Party>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> => {
  const others = await tenantNames(
    db,
    ids.filter((id) => id !== null && !parties.has(id)),
  );
  return (id) => (id === null ? null : (parties.get(id)?.name ?? others.get(id) ?? ''));
};

const byAgent = async (
  db: Database,
  level: Level,
  customers: readonly NamedSums[],
  parties: ReadonlyMap<string, Party>,
): Promise<readonly NamedSums[]> => {
  const sums = new Map<string, NamedSums>();
  for (const customer of customers) {
    const key = parties.get(customer.key)?.agentId ?? '';
    const sum = sums.get(key) ?? { key, name: null, now: NO_SUMS, before: NO_SUMS };
    sums.set(key, { ...sum, now: addSums(sum.now, customer.now), before: addSums(sum.before, customer.before) });
  }
  const names = await userNames(
    db,
    level,
    [...sums.keys()].filter((id) => id !== ''),
  );
  return [...sums.values()].map((sum) => ({ ...sum, name: names.get(sum.key) ?? null }));
};

/** As it is now, whatever the days: what is owed, and what of it is overdue. */
function unpaidTable(
  balances: readonly Balance[],
  overdue: ReadonlyMap<string, number>,
  currency: string,
  nameOf: (id: string | null) => string | null,
  most: number,
): ReportTable {
  const rows = balances
    .filter((each) => each.kind === 'receivable' && each.amount.currency === currency && each.amount.minor > 0)
    .map(({ party, amount }) => ({ party, owed: amount.minor, late: overdue.get(debtOf(party ?? '', currency)) ?? 0 }))
    .toSorted((a, b) => b.late - a.late || b.owed - a.owed);
  return cut(
    'unpaid',
    ['owed', 'overdue'],
    rows.map(({ party, owed, late }) => ({ key: party ?? '', name: nameOf(party), now: [owed, late], before: null })),
    most,
  );
}

/** What carriers charged or gave back later, as it was booked in these days: how many, revenue, cost, margin. */
async function readAdjusted(tx: Tx, { level, currency }: BusinessAsk, { from, to }: Span): Promise<number[]> {
  const { rows } = await sql<{ entries: number; revenue: number; cost: number }>`
    SELECT count(*)::int AS entries, coalesce(sum(revenue_minor), 0)::int8 AS revenue, coalesce(sum(cost_minor), 0)::int8 AS cost
    FROM adjusted_entries WHERE tenant_id = ${level.tenantId} AND currency = ${currency}
      AND occurred_at >= ${startOfDay(from, level.timeZone)} AND occurred_at < ${startOfDay(addDays(to, 1), level.timeZone)}`.execute(
    tx,
  );
  const { entries = 0, revenue = 0, cost = 0 } = rows[0] ?? {};
  return [entries, revenue, cost, revenue - cost];
}
