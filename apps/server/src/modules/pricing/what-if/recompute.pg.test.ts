/** Any past price comes out again to the cent from what its seller keeps, while rules change, customers change plan and group, labels are cancelled and adjusted. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { saleEntries, splitChain } from '@scanship/domain/money/ledger';
import { money, sum } from '@scanship/domain/money/money';
import { listBeforeTaxes, type MarkupRule } from '@scanship/domain/pricing/pricing';
import { recompute } from '@scanship/domain/pricing/pricing-recompute';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { checkBook, confirmPurchase, reservePurchase, reversePurchase, writeBooks } from '../../billing/index.ts';
import { readMarkupLevels, RULE_COLUMNS, toRule } from '../../carriers/markups/levels.ts';
import { readPlan } from '../../carriers/markups/plans.ts';
import { publishPlan } from '../../carriers/markups/publish-plan.ts';
import { writeRates } from '../../fx/index.ts';
import { rulesIn } from '../../quotes/index.ts';
import { saleOf } from '../../quotes/price-offer.ts';
import { salesOf, type SoldPurchase } from './read-sales.ts';

let database: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
});
afterAll(() => database.drop());

const DAY = '2026-11-10';
const anyRule: fc.Arbitrary<MarkupRuleInput> = fc
  .record({
    name: fc.constant(''),
    scope: fc.record({
      zones: fc.option(
        fc.constantFrom('domestic', 'US', 'CA-ON').map((zone) => [zone]),
        { nil: undefined },
      ),
      minGrams: fc.option(fc.nat(3000), { nil: undefined }),
    }),
    percentBp: fc.integer({ min: -2000, max: 5000 }),
    offListBp: fc.option(fc.nat(4000), { nil: null, freq: 3 }),
    fixedMinor: fc.integer({ min: -200, max: 900 }),
    floorMinor: fc.option(fc.nat(400), { nil: null }),
    capMinor: fc.option(fc.integer({ min: 400, max: 2000 }), { nil: null }),
    firstDay: fc.constant(null),
    lastDay: fc.constant(null),
  })
  .map((rule): MarkupRuleInput => (rule.offListBp === null ? rule : { ...rule, percentBp: 0 }));

type Step =
  | {
      readonly kind: 'save';
      readonly level: 'platform' | 'franchise' | 'group' | 'plan';
      readonly rules: readonly MarkupRuleInput[];
    }
  | { readonly kind: 'move'; readonly group: boolean; readonly plan: 'Basic' | 'Advanced' }
  | {
      readonly kind: 'buy';
      readonly minor: number;
      readonly retail: number | undefined;
      readonly weights: readonly number[];
      readonly currency: 'CAD' | 'USD';
      readonly domestic: boolean;
      readonly endsAs: 'stands' | 'voided' | 'adjusted';
    };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('save' as const),
    level: fc.constantFrom('platform' as const, 'franchise' as const, 'group' as const, 'plan' as const),
    rules: fc.array(anyRule, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    group: fc.boolean(),
    plan: fc.constantFrom('Basic' as const, 'Advanced' as const),
  }),
  fc.record({
    kind: fc.constant('buy' as const),
    minor: fc.integer({ min: 1, max: 9000 }),
    retail: fc.option(fc.integer({ min: 1, max: 15_000 }), { nil: undefined }),
    weights: fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 3 }),
    currency: fc.constantFrom('CAD' as const, 'USD' as const),
    domestic: fc.boolean(),
    endsAs: fc.constantFrom('stands' as const, 'voided' as const, 'adjusted' as const),
  }),
);

const GROUP = newId();
const PLAN = newId();

const save = async ({ level: of, rules }: Extract<Step, { kind: 'save' }>): Promise<void> => {
  const level = { tenantId: of === 'platform' ? tree.platformId : tree.franchises[0], currency: 'CAD' };
  const whose = of === 'group' ? GROUP : of === 'plan' ? PLAN : null;
  const kind = of === 'group' || of === 'plan' ? of : 'buyer';
  const { version } = await database.db.tenant(level, (tx) => readPlan(tx, level, whose));
  const saved = await publishPlan(database.db, { ...level, userId: null }, whose, { rules, used: true, kind, version });
  expect(saved.ok).toBe(true);
};

const move = ({ group, plan }: Extract<Step, { kind: 'move' }>): Promise<unknown> =>
  database.db.tenant({ tenantId: tree.franchises[0] }, (tx) =>
    tx
      .updateTable('franchise_customers')
      .set({ group_id: group ? GROUP : null, plan_code: plan })
      .where('customer_id', '=', tree.customers[0].tenantId)
      .execute(),
  );

/** The customer among its franchise's, with a group and a plan to be in. */
const enrol = (): Promise<unknown> =>
  database.db.tenant({ tenantId: tree.franchises[0] }, async (tx) => {
    const tenant_id = tree.franchises[0];
    await tx.insertInto('customer_groups').values({ tenant_id, id: GROUP, name: 'Gold' }).execute();
    await tx.insertInto('plans').values({ tenant_id, id: PLAN, code: 'Advanced', name: 'Advanced' }).execute();
    await tx
      .insertInto('franchise_customers')
      .values({ tenant_id, customer_id: tree.customers[0].tenantId, name: 'One', name_key: 'one', plan_code: 'Basic' })
      .execute();
  });

async function buy(step: Extract<Step, { kind: 'buy' }>): Promise<void> {
  const { db } = database;
  const [{ tenantId }] = tree.customers;
  const { currency, weights } = step;
  const base: PriceLine = { kind: 'base', code: 'freight', label: 'Shipping', amount: money(step.minor, currency) };
  const tax: PriceLine = {
    kind: 'tax',
    code: 'HST-ON',
    label: 'HST 13 %',
    ratePpm: 130_000,
    amount: money(Math.round(step.minor * 0.13), currency),
  };
  const offer = { lines: [base, tax], total: sum([base.amount, tax.amount], currency) };
  const listMinor = listBeforeTaxes(
    step.retail === undefined ? undefined : money(step.retail, currency),
    offer.total,
    offer.lines,
  );
  const purchase = {
    carrier: 'ups',
    service: '11',
    zones: step.domestic ? ['domestic', 'CA', 'CA-ON'] : ['international', 'US', 'US-NY'],
    billableGrams: weights.reduce((total, weight) => total + weight, 0),
    listMinor,
    day: DAY,
  };
  const levels = [];
  for (const level of (await readMarkupLevels(db, tree.platformId, tenantId)).levels) {
    const rules = await rulesIn(db, level, currency, DAY);
    if (!rules) throw new Error('no exchange rate');
    levels.push({ ...level, rules, converted: rules !== level.rules });
  }
  const whole = saleOf(offer, tenantId, levels, purchase).chain.map((link) => ({
    from: link.fromTenantId,
    to: link.toTenantId,
    price: link.price,
    lines: link.lines,
    markupVersions: link.markupVersions,
  }));
  for (const [index, chain] of splitChain(whole, weights).entries()) {
    const { billableGrams, ...where } = purchase;
    const bought = {
      tenantId,
      purchaseId: newId(),
      chain,
      facts: {
        ...where,
        billableGrams,
        listMinor: listMinor ?? 0,
        test: false,
        piece: index + 1,
        weights,
        lines: whole.map(({ lines }) => lines),
      },
    };
    // The carrier charges its owner a little more than it quoted.
    const charged = { total: money((chain[0]?.price.minor ?? 0) + 3, currency), lines: [] };
    await db.tenant({ tenantId }, async (tx) => {
      await reservePurchase(tx, bought);
      await confirmPurchase(tx, bought, charged);
      if (step.endsAs === 'voided') await reversePurchase(tx, bought, charged);
      if (step.endsAs === 'adjusted')
        await writeBooks(tx, tenantId, {
          entries: saleEntries(
            'adjustment',
            chain.map((sale) => ({ ...sale, price: money(150, currency), lines: [] })),
            { signed: true },
          ),
          reservations: [],
          source: { kind: 'adjustment', id: newId() },
        });
    });
  }
}

async function checkLevel(sellerId: string): Promise<number> {
  const { db } = database;
  const rules = await db.tenant({ tenantId: sellerId }, (tx) =>
    tx
      .selectFrom('markup_rules as r')
      .select([...RULE_COLUMNS])
      .execute(),
  );
  const byId = new Map<string, MarkupRule>(rules.map((row) => [row.id, toRule(row)]));
  const wanted = { sellerId, from: new Date(0), until: new Date(Date.now() + 60_000), withTest: false };
  const sales: SoldPurchase[] = [];
  for await (const page of salesOf(db, wanted, new AbortController().signal)) sales.push(...page);
  for (const sale of sales) {
    if (!sale.kept) throw new Error('its facts were not kept');
    const stored = await db.tenant({ tenantId: sellerId }, (tx) =>
      tx
        .selectFrom('price_chain')
        .select(['price_minor', 'lines'])
        .where('purchase_id', '=', sale.purchaseId)
        .executeTakeFirstOrThrow(),
    );
    const again = recompute(sale.kept, sale.applied, (id) => byId.get(id));
    expect(again?.price.minor).toBe(stored.price_minor);
    expect(again?.lines).toEqual(stored.lines);
  }
  expect(await db.tenant({ tenantId: sellerId }, checkBook)).toEqual([]);
  return sales.length;
}

test('from rules and facts as they are kept, at every level, whatever happened in between', async () => {
  const [franchiseId] = tree.franchises;
  await writeRates(database.db, { tenantId: tree.platformId, tenantKind: 'platform', userId: newId() }, [
    { day: DAY, base: 'USD', quote: 'CAD', rate: '1.3734', source: 'test' },
  ]);
  await enrol();
  let bought = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 10 }), async (steps) => {
      for (const step of steps) {
        if (step.kind === 'save') await save(step);
        else if (step.kind === 'move') await move(step);
        else {
          await buy(step);
          bought += step.weights.length;
        }
      }
      expect(await checkLevel(tree.platformId)).toBe(bought);
      expect(await checkLevel(franchiseId)).toBe(bought);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(bought).toBeGreaterThan(10);
}, 120_000);
