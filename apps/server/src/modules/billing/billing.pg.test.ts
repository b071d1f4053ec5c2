import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money, sum } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';
import { checkBook, readBalances, rebuildBalances } from './books.ts';
import { type Chain, confirmPurchase, releasePurchase, reservePurchase, reversePurchase } from './purchase-money.ts';

let test: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  test = await createTestDatabase();
  tree = await makeTenantTree(test.db);
});
afterAll(() => test.drop());

const line = (kind: PriceLine['kind'], minor: number): PriceLine => ({
  kind,
  code: kind,
  label: kind,
  amount: money(minor, 'CAD'),
});
const priced = (lines: readonly PriceLine[]) => ({
  lines,
  price: sum(
    lines.map((l) => l.amount),
    'CAD',
  ),
  markupVersions: [],
});
const lent = (customer: string, cost = 800, base = 1_000, tax = 130): Chain => [
  { from: null, to: tree.franchises[0], ...priced([line('base', cost)]) },
  { from: tree.franchises[0], to: customer, ...priced([line('base', base), line('tax', tax)]) },
];
const balance = async (tenantId: string, kind: string, party: string | null = null) => {
  const all = await test.db.tenant({ tenantId }, readBalances);
  const found = all.find((b) => b.kind === kind && b.party === party);
  return { amount: found?.amount.minor ?? 0, reserved: found?.reserved.minor ?? 0 };
};
/** Sell price of the i-th purchase of a random sequence. */
const price = (i: number) => 900 + 10 * i + i;
const faults = async (tenantId: string) => (await test.db.tenant({ tenantId }, checkBook)).map((f) => f.what);

describe('a label on a lent account', () => {
  it('is set aside, booked in each level’s own book, and credited', async () => {
    const [customer] = tree.customers;
    const franchise = tree.franchises[0];
    const purchase = { tenantId: customer.tenantId, purchaseId: newId(), chain: lent(customer.tenantId) };
    const inTx = <T>(work: (tx: Parameters<Parameters<typeof test.db.tenant>[1]>[0]) => Promise<T>) =>
      test.db.tenant({ tenantId: customer.tenantId }, work);

    expect(await inTx((tx) => reservePurchase(tx, purchase))).toEqual({ ok: true, value: undefined });
    expect(await balance(customer.tenantId, 'payable', franchise)).toEqual({ amount: 0, reserved: 1_130 });
    expect(await balance(franchise, 'receivable', customer.tenantId)).toEqual({ amount: 0, reserved: 1_130 });

    await inTx((tx) => confirmPurchase(tx, purchase, { total: money(790, 'CAD'), lines: [] }));
    expect(await balance(customer.tenantId, 'payable', franchise)).toEqual({ amount: -1_130, reserved: 0 });
    expect(await balance(franchise, 'receivable', customer.tenantId)).toEqual({ amount: 1_130, reserved: 0 });
    expect(await balance(franchise, 'cost')).toEqual({ amount: 790, reserved: 0 });
    expect(await balance(franchise, 'revenue')).toEqual({ amount: -1_000, reserved: 0 });
    expect(await balance(franchise, 'tax')).toEqual({ amount: -130, reserved: 0 });

    // The customer's own book, as its own role reads it, knows neither cost nor mark-up.
    const chain = await inTx((tx) => tx.selectFrom('price_chain').selectAll().execute());
    expect(chain.map((row) => [row.cost_minor, row.price_minor, row.markup_versions])).toEqual([[1_130, 1_130, []]]);

    await expect(inTx((tx) => confirmPurchase(tx, purchase, undefined))).rejects.toThrow();
    await inTx((tx) => reversePurchase(tx, purchase, { total: money(790, 'CAD'), lines: [] }));
    expect(await balance(customer.tenantId, 'payable', franchise)).toEqual({ amount: 0, reserved: 0 });
    expect(await balance(franchise, 'cost')).toEqual({ amount: 0, reserved: 0 });
    await expect(inTx((tx) => reversePurchase(tx, purchase, undefined))).rejects.toThrow('entries_source');
    expect(await faults(franchise)).toEqual([]);
  });

  it('is refused over the credit limit, and leaves nothing set aside', async () => {
    const customer = tree.customers[1];
    const franchise = tree.franchises[0];
    const buy = () => ({ tenantId: customer.tenantId, purchaseId: newId(), chain: lent(customer.tenantId) });
    const attempt = () =>
      test.db
        .tenant({ tenantId: customer.tenantId }, async (tx) => {
          const outcome = await reservePurchase(tx, buy());
          if (!outcome.ok) throw new Error(outcome.problem.code);
        })
        .then(
          () => 'reserved',
          (error: Error) => error.message,
        );
    expect(await attempt()).toBe('reserved');
    await test.db.tenant({ tenantId: franchise }, (tx) =>
      sql`UPDATE balances SET credit_limit_minor = 2500 FROM accounts WHERE accounts.id = balances.account_id
        AND accounts.party_tenant_id = ${customer.tenantId}`.execute(tx),
    );
    // 1130 stand; 2260 pass the limit of 2500, a third would not. Ten at once: exactly one more may pass.
    const outcomes = await Promise.all(Array.from({ length: 10 }, attempt));
    expect(outcomes.filter((o) => o === 'reserved')).toHaveLength(1);
    expect(outcomes.filter((o) => o === 'insufficient_funds')).toHaveLength(9);
    expect(await balance(franchise, 'receivable', customer.tenantId)).toEqual({ amount: 0, reserved: 2_260 });
  });

  it('cannot be given back twice', async () => {
    const customer = tree.customers[2];
    const chain: Chain = [{ from: null, to: customer.tenantId, ...priced([line('base', 500)]) }];
    const purchase = { tenantId: customer.tenantId, purchaseId: newId(), chain };
    await test.db.tenant({ tenantId: customer.tenantId }, (tx) => reservePurchase(tx, purchase));
    await test.db.tenant({ tenantId: customer.tenantId }, (tx) => releasePurchase(tx, purchase));
    await expect(
      test.db.tenant({ tenantId: customer.tenantId }, (tx) => releasePurchase(tx, purchase)),
    ).rejects.toThrow('reserved_minor');
  });
});

describe('random sequences with crashes', () => {
  const act = fc.record({
    kind: fc.constantFrom('reserve', 'confirm', 'release', 'reverse'),
    which: fc.nat({ max: 5 }),
    crash: fc.boolean(),
    charged: fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: undefined }),
  });
  it('keep every entry balanced, each balance equal to its sum, and reserved equal to what is open', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
        const [customer] = tree.customers;
        const franchise = tree.franchises[0];
        const before = await balance(customer.tenantId, 'payable', franchise);
        const state = new Map<number, 'reserved' | 'booked' | 'gone'>();
        const purchases = Array.from({ length: 6 }, (_, i) => ({
          tenantId: customer.tenantId,
          purchaseId: newId(),
          chain: lent(customer.tenantId, 700 + i, 900 + 10 * i, i),
          charged: undefined as { total: ReturnType<typeof money>; lines: [] } | undefined,
        }));
        for (const step of acts) {
          const purchase = purchases[step.which];
          const now = state.get(step.which);
          if (!purchase) continue;
          const allowed = {
            reserve: now === undefined,
            confirm: now === 'reserved',
            release: now === 'reserved',
            reverse: now === 'booked',
          }[step.kind as 'reserve'];
          if (!allowed) continue;
          const charged =
            step.charged === undefined ? undefined : { total: money(step.charged, 'CAD'), lines: [] as [] };
          const done = await test.db
            .tenant({ tenantId: customer.tenantId }, async (tx) => {
              if (step.kind === 'reserve') await reservePurchase(tx, purchase);
              if (step.kind === 'confirm') await confirmPurchase(tx, purchase, charged);
              if (step.kind === 'release') await releasePurchase(tx, purchase);
              if (step.kind === 'reverse') await reversePurchase(tx, purchase, purchase.charged);
              if (step.crash) throw new Error('crash');
            })
            .then(
              () => true,
              (error: Error) => {
                expect(error.message).toBe('crash');
                return false;
              },
            );
          if (!done) continue;
          if (step.kind === 'confirm') purchase.charged = charged;
          state.set(step.which, step.kind === 'reserve' ? 'reserved' : step.kind === 'confirm' ? 'booked' : 'gone');
        }
        const total = (wanted: string) =>
          [...state].filter(([, s]) => s === wanted).reduce((t, [i]) => t + price(i), 0);
        const after = await balance(customer.tenantId, 'payable', franchise);
        expect(after.reserved - before.reserved).toBe(total('reserved'));
        expect(after.amount).toBe(before.amount - total('booked'));
        for (const tenantId of [customer.tenantId, franchise]) {
          expect(await faults(tenantId)).toEqual([]);
          const cached = await test.db.tenant({ tenantId }, readBalances);
          await test.db.tenant({ tenantId }, rebuildBalances);
          const rebuilt = await test.db.tenant({ tenantId }, readBalances);
          for (const b of cached) expect(rebuilt).toContainEqual(b);
        }
      }),
      { numRuns: 25 },
    );
  });
  it('is noticed when somebody meddles with a balance', async () => {
    const [customer] = tree.customers;
    await test.db.tenant({ tenantId: customer.tenantId }, (tx) =>
      sql`UPDATE balances SET amount_minor = amount_minor + 1`.execute(tx),
    );
    expect((await faults(customer.tenantId)).length).toBeGreaterThan(0);
  });
});
