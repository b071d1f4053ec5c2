/** Of all lists of mark-ups that are for a customer exactly one counts, whatever is used, whichever plan and group the customer is in. */
import { countingList, type MarkupListKind } from '@scanship/domain/pricing/markup-lists';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { withClient } from '../../../platform/database/connection.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { readMarkupLevels, rulesFor } from './levels.ts';
import { readPlan } from './plans.ts';
import { publishPlan } from './publish-plan.ts';

const CODES = ['Basic', 'Standard', 'Advanced'] as const;
const GROUPS = [newId(), newId()] as const;
const PLANS = [newId(), newId(), newId()] as const;

let database: TestDatabase;
let tree: TenantTree;
let level: { tenantId: string; userId: null; currency: string };
let customer = '';
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  level = { tenantId: tree.franchises[0], userId: null, currency: 'CAD' };
  customer = tree.customers[0].tenantId;
  await asLevel(async (tx) => {
    await sql`DELETE FROM plans`.execute(tx);
    await tx
      .insertInto('plans')
      .values(CODES.map((code, index) => ({ tenant_id: level.tenantId, id: PLANS[index] ?? '', code, name: code })))
      .execute();
    await tx
      .insertInto('customer_groups')
      .values(GROUPS.map((id) => ({ tenant_id: level.tenantId, id, name: id })))
      .execute();
    await sql`INSERT INTO franchise_customers (tenant_id, customer_id, name, name_key, plan_code)
      VALUES (${level.tenantId}::uuid, ${customer}::uuid, 'One', 'one', 'Basic') ON CONFLICT DO NOTHING`.execute(tx);
  });
});
beforeEach(() => forgetAll());
afterAll(() => database.drop());

const asLevel = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.tenant(level, work);
const forgetAll = () =>
  withClient(database.migrator, async (client) => {
    for (const table of ['markup_rules', 'markup_versions', 'markup_plans']) await client.query(`DELETE FROM ${table}`);
  });
const belongs = (plan: number, group: number | null) =>
  asLevel((tx) =>
    tx
      .updateTable('franchise_customers')
      .set({ plan_code: CODES[plan] ?? 'Basic', group_id: group === null ? null : (GROUPS[group] ?? null) })
      .where('customer_id', '=', customer)
      .execute(),
  );

interface List {
  readonly id: string | null;
  readonly kind: 'buyer' | 'group' | 'plan';
  readonly percent: number;
}
const publish = async ({ id, kind, percent }: List, used: boolean): Promise<void> => {
  const { version } = await asLevel((tx) => readPlan(tx, level, id));
  const rules = [
    {
      name: '',
      scope: {},
      percentBp: percent,
      fixedMinor: 0,
      floorMinor: null,
      capMinor: null,
      firstDay: null,
      lastDay: null,
    },
  ];
  expect(await publishPlan(database.db, level, id, { rules, used, kind, version })).toMatchObject({ ok: true });
};
/** As the release before reads the rules of a quote. */
const percentsBefore = (tx: Tx) =>
  sql<{ percent_bp: number }>`SELECT r.percent_bp FROM markup_rules r
    WHERE r.plan_id = (SELECT p.id FROM markup_plans p
        WHERE p.buyer_tenant_id IS NULL OR (p.buyer_tenant_id = ${customer}::uuid AND p.used)
        ORDER BY p.buyer_tenant_id NULLS LAST LIMIT 1)
      AND r.valid_from <= now() AND (r.valid_to IS NULL OR r.valid_to > now()) ORDER BY r.position`.execute(tx);

test('customer before group before plan before everybody, one at a time, and the next quote follows a change', async () => {
  const lists: readonly List[] = [
    { id: null, kind: 'buyer', percent: 1 },
    { id: customer, kind: 'buyer', percent: 2 },
    { id: tree.customers[1].tenantId, kind: 'buyer', percent: 3 },
    ...GROUPS.map((id, index) => ({ id, kind: 'group' as const, percent: 10 + index })),
    ...PLANS.map((id, index) => ({ id, kind: 'plan' as const, percent: 20 + index })),
  ];
  const used = new Map<List, boolean>();
  const counted = new Set<MarkupListKind>();
  const anyStep = fc.record({
    list: fc.constantFrom(...lists),
    used: fc.boolean(),
    plan: fc.nat(2),
    group: fc.option(fc.nat(1), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 10 }), async (steps) => {
      await forgetAll();
      used.clear();
      for (const step of steps) {
        await publish(step.list, step.used);
        used.set(step.list, step.list.id === null || step.used);
        await belongs(step.plan, step.group);
        const of: Readonly<Record<MarkupListKind, string | null | undefined>> = {
          buyer: customer,
          group: step.group === null ? undefined : GROUPS[step.group],
          plan: PLANS[step.plan],
          everybody: null,
        };
        const listOf = (kind: MarkupListKind) => lists.find(({ id }) => id === of[kind]);
        const kinds = (['buyer', 'group', 'plan'] as const).filter((kind) => {
          const list = listOf(kind);
          return list !== undefined && used.get(list) === true;
        });
        const kind = countingList(new Set(kinds));
        counted.add(kind);
        const everybody = lists[0] && used.has(lists[0]);
        const expected = kind === 'everybody' ? (everybody ? [1] : []) : [listOf(kind)?.percent];
        const rows = await asLevel((tx) => rulesFor(tx, customer));
        expect(rows.map((row) => row.percent_bp)).toEqual(expected);
        const { levels } = await readMarkupLevels(database.db, tree.platformId, customer);
        expect(levels[1]?.rules.map((rule) => rule.percentBp)).toEqual(expected);
        // What is for several is nothing to the release before: it goes on with the customer's own or the default.
        const own = used.get(lists[1] ?? lists[0]!) === true;
        const before = (await asLevel(percentsBefore)).rows.map((row) => row.percent_bp);
        expect(before).toEqual(own ? [2] : everybody ? [1] : []);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect([...counted].toSorted()).toEqual(['buyer', 'everybody', 'group', 'plan']);
}, 120_000);
