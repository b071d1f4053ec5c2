/** Whose purchases mark-ups are for, by the plan and group that customers are in now, and what each is charged without them. */
import { countsBefore, type MarkupListKind } from '@scanship/domain/pricing/markup-lists';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { listPlans, rulesFor, toRule } from '../../carriers/index.ts';
import type { Whose } from '../whose.ts';
import type { SalesWanted } from './read-sales.ts';

interface Customer {
  readonly id: string;
  readonly group: string | null;
  readonly plan: string | null;
}

/** Customers of the level with their lists: all, or only some. */
const readCustomers = async (tx: Tx, tenantId: string, only?: readonly string[]): Promise<readonly Customer[]> =>
  (
    await sql<Customer>`SELECT c.customer_id AS id, c.group_id AS "group", o.id AS plan
      FROM franchise_customers c LEFT JOIN plans o ON o.tenant_id = c.tenant_id AND o.code = c.plan_code
      WHERE c.tenant_id = ${tenantId} ${only ? sql`AND c.customer_id = ANY (${[...only]}::uuid[])` : sql``}`.execute(tx)
  ).rows;

const listOf = (customer: Customer, kind: MarkupListKind): string | null =>
  kind === 'buyer' ? customer.id : kind === 'everybody' ? null : customer[kind];

interface Lists {
  readonly used: ReadonlySet<string>;
  readonly customers: readonly Customer[];
}
const readLists = (db: Database, ctx: RequestContext, only?: readonly string[]): Promise<Lists> =>
  db.tenant(
    ctx,
    async (tx) => ({
      used: new Set((await listPlans(tx, ctx.tenantId)).flatMap(({ used, buyerId }) => (used && buyerId) || [])),
      customers: await readCustomers(tx, ctx.tenantId, only),
    }),
    { readOnly: true },
  );

/**
 * @param whose null: the default, which is for all without mark-ups that count before it
 * @param everyone of mark-ups for several: those too
 */
export async function concernedBuyers(
  db: Database,
  ctx: RequestContext,
  whose: Whose,
  everyone: boolean,
): Promise<Pick<SalesWanted, 'only' | 'except'>> {
  if (whose?.kind === 'buyer') return { only: [whose.id] };
  if (whose === null && everyone) return {};
  const { used, customers } = await readLists(db, ctx);
  const before = countsBefore(whose?.kind ?? 'everybody');
  const others = (customer: Customer): boolean => before.some((kind) => used.has(listOf(customer, kind) ?? ''));
  // A buyer that is no customer (a franchise) has a list of its own at the most.
  if (whose === null) return { except: [...used, ...customers.filter(others).map(({ id }) => id)] };
  const inIt = customers.filter((customer) => listOf(customer, whose.kind) === whose.id);
  return { only: inIt.filter((customer) => everyone || !others(customer)).map(({ id }) => id) };
}

/** The rules each buyer is charged by. */
export type RulesByBuyer = ReadonlyMap<string, readonly MarkupRule[]>;

async function rulesWith(
  db: Database,
  ctx: RequestContext,
  buyers: readonly string[],
  { customers }: Lists,
  counts: (lists: Customer) => string | null,
): Promise<RulesByBuyer> {
  const known = new Map<string | null, Promise<readonly MarkupRule[]>>();
  const rulesOf = (list: string | null) => {
    const rules =
      known.get(list) ?? db.tenant(ctx, async (tx) => (await rulesFor(tx, list)).map(toRule), { readOnly: true });
    known.set(list, rules);
    return rules;
  };
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return new Map(
    await Promise.all(
      buyers.map(async (id) => [id, await rulesOf(counts(byId.get(id) ?? { id, group: null, plan: null }))] as const),
    ),
  );
}

const KINDS = ['buyer', 'group', 'plan'] as const;
const firstUsed = (customer: Customer, used: ReadonlySet<string>): string | null =>
  KINDS.map((kind) => listOf(customer, kind)).find((list) => list !== null && used.has(list)) ?? null;

/** Whose mark-ups a buyer is charged by now; null: the default's. */
export async function countingFor(db: Database, ctx: RequestContext, buyerId: string): Promise<string | null> {
  const { used, customers } = await readLists(db, ctx, [buyerId]);
  return firstUsed(customers[0] ?? { id: buyerId, group: null, plan: null }, used);
}

/** What buyers are charged by once these mark-ups are switched off. */
export async function rulesWithout(
  db: Database,
  ctx: RequestContext,
  whose: NonNullable<Whose>,
  buyers: readonly string[],
): Promise<RulesByBuyer> {
  const lists = await readLists(db, ctx, buyers);
  const left = new Set([...lists.used].filter((id) => id !== whose.id));
  return rulesWith(db, ctx, buyers, lists, (customer) => firstUsed(customer, left));
}

/** What customers would be charged by in another group; only those for whom that is another list than now. */
export async function rulesInGroup(
  db: Database,
  ctx: RequestContext,
  groupId: string | null,
  buyers: readonly string[],
): Promise<RulesByBuyer> {
  const lists = await readLists(db, ctx, buyers);
  const moved = (customer: Customer): Customer => ({ ...customer, group: groupId });
  const changed = lists.customers.filter(
    (customer) => firstUsed(customer, lists.used) !== firstUsed(moved(customer), lists.used),
  );
  return rulesWith(
    db,
    ctx,
    changed.map(({ id }) => id),
    lists,
    (customer) => firstUsed(moved(customer), lists.used),
  );
}
