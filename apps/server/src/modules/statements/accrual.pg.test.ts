/** What agents see before a month is closed is what its closing books, whatever was booked and however far the closing is. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { moneyOf, type Sold } from '../../../test/money-world.ts';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';
import { accruedOf } from './accrual.ts';
import { closeMonth } from './close-month.ts';
import { schedule } from './close-schedule.ts';
import { readCompany } from './seller.ts';

let open: TestDatabase | undefined;
const drop = async () => {
  await open?.drop();
  open = undefined;
};
afterEach(drop);

/** A franchise with two customers; the first is the first agent's, the second the second's. */
const makeWorld = async () => {
  // A property makes one for each of its runs.
  await drop();
  const test = await createTestDatabase({ maxConnections: 6 });
  open = test;
  const tree = await makeTenantTree(test.db);
  const seller = await readCompany(test.db, tree.franchises[0]);
  if (!seller) throw new Error('no seller');
  const customers = tree.customers.slice(0, 2).map(({ tenantId }) => tenantId);
  const agents = [newId(), newId()];
  await test.db.tenant({ tenantId: seller.id }, async (tx) => {
    for (const [index, customerId] of customers.entries())
      await tx
        .insertInto('franchise_customers')
        .values({
          tenant_id: seller.id,
          customer_id: customerId,
          name: `Customer ${String(index)}`,
          name_key: `customer ${String(index)}`,
          plan_code: 'Basic',
          agent_user_id: agents[index] ?? null,
        })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'customer_id']).doUpdateSet({ agent_user_id: agents[index] ?? null }),
        )
        .execute();
  });
  return { test, seller, customers, agents };
};
type World = Awaited<ReturnType<typeof makeWorld>>;

interface Plan {
  readonly agent: number;
  readonly customer: number | null;
  readonly basis: 'margin' | 'revenue' | 'label';
  readonly rate: number;
  readonly currency: string;
  readonly first: string;
  readonly last: string | null;
}
const addPlans = ({ test, seller, customers, agents }: World, plans: readonly Plan[]) =>
  test.db.tenant({ tenantId: seller.id }, async (tx) => {
    for (const plan of plans)
      await tx
        .insertInto('commission_plans')
        .values({
          tenant_id: seller.id,
          id: newId(),
          agent_user_id: agents[plan.agent] ?? '',
          customer_id: plan.customer === null ? null : (customers[plan.customer] ?? null),
          basis: plan.basis,
          rate_bp: plan.basis === 'label' ? 0 : plan.rate,
          per_label_minor: plan.basis === 'label' ? plan.rate : 0,
          currency: plan.currency,
          first_day: plan.first,
          last_day: plan.last,
        })
        .execute();
  });

/** Until the end of a day a customer was the first agent's, the second's or nobody's. */
const lookedAfter = ({ test, seller, customers, agents }: World, customer: number, day: string, agent: number) =>
  test.db.tenant({ tenantId: seller.id }, (tx) =>
    tx
      .insertInto('former_agents')
      .values({
        tenant_id: seller.id,
        customer_id: customers[customer] ?? '',
        last_day: day,
        agent_user_id: agents[agent] ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

const accrued = ({ test, seller }: World, now: Date, only?: string) =>
  test.db.tenant({ tenantId: seller.id }, (tx) => accruedOf(tx, seller, only, now), { readOnly: true });

/** Months that were closed, as `accruedOf` says them. */
const booked = ({ test, seller }: World) =>
  test.db.tenant({ tenantId: seller.id }, async (tx) => {
    const rows = await tx.selectFrom('commission_statements').selectAll().where('tenant_id', '=', seller.id).execute();
    return rows.map((row) => ({
      month: row.month,
      agentId: row.agent_user_id,
      currency: row.currency,
      minor: row.amount_minor,
      lines: row.lines,
    }));
  });
const inOrder = <T extends { readonly month: string; readonly agentId: string; readonly currency: string }>(
  all: readonly T[],
) => all.toSorted((a, b) => (a.month + a.agentId + a.currency < b.month + b.agentId + b.currency ? -1 : 1));

const closeThrough = async (
  { test, seller }: World,
  now: Date,
  last: string,
  onStep?: () => Promise<void>,
): Promise<void> => {
  for (;;) {
    const next = await test.db.tenant({ tenantId: seller.id }, (tx) => schedule(tx, seller, now));
    if (next > last) return;
    expect(await closeMonth({ db: test.db, now: () => now, onStep }, seller.id, next)).toEqual({ state: 'closed' });
  }
};

const DAYS = ['2026-04-30', '2026-05-01', '2026-05-14', '2026-05-15', '2026-05-31', '2026-06-01', '2026-06-20'];
const act = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'buy', 'void', 'void', 'adjust', 'fee', 'pay', 'assign', 'close'),
  customer: fc.nat({ max: 1 }),
  day: fc.constantFrom(...DAYS),
  minor: fc.integer({ min: 1, max: 9_999 }),
  taxPpm: fc.constantFrom(0, 50_000, 149_750),
  currency: fc.constantFrom('CAD', 'CAD', 'USD'),
});
const terms = fc.record({
  basis: fc.constantFrom('margin' as const, 'revenue' as const, 'label' as const),
  rate: fc.integer({ min: 1, max: 3_333 }),
});

describe('what agents have earned so far', () => {
  it('is what closing books, on any books: voids, adjustments, currencies, plans and agents that change within the month', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 8, maxLength: 30 }),
        fc.array(terms, { minLength: 5, maxLength: 5 }),
        async (acts, given) => {
          const world = await makeWorld();
          const { test, seller, customers } = world;
          const by = (index: number) => given[index] ?? { basis: 'label' as const, rate: 1 };
          await addPlans(world, [
            { ...by(0), agent: 0, customer: null, currency: 'CAD', first: '2026-01-01', last: '2026-05-14' },
            { ...by(1), agent: 0, customer: null, currency: 'CAD', first: '2026-05-15', last: null },
            { ...by(2), agent: 0, customer: null, currency: 'USD', first: '2026-05-10', last: null },
            { ...by(3), agent: 1, customer: null, currency: 'CAD', first: '2026-01-01', last: null },
            // Of the other agent's customer, for some days.
            { ...by(4), agent: 0, customer: 1, currency: 'CAD', first: '2026-05-01', last: '2026-06-10' },
          ]);
          const buyers = customers.map((tenantId) => moneyOf(test.db, seller.id, tenantId));
          const live: { id: string; sold: Sold; customer: number }[] = [];
          const now = new Date('2026-06-25T12:00:00Z');
          for (const { kind, customer, day, minor, taxPpm, currency } of acts) {
            const buyer = buyers[customer];
            if (!buyer) continue;
            const at = `${day}T15:00:00Z`;
            if (kind === 'buy') {
              const sold: Sold = { costMinor: Math.floor(minor * 0.8), priceMinor: minor, taxPpm, currency, at };
              live.push({ id: await buyer.buy(sold), sold, customer });
            } else if (kind === 'void') {
              const index = live.findIndex((each) => each.customer === customer);
              const [label] = index < 0 ? [] : live.splice(index, 1);
              if (label) await buyer.void(label.id, label.sold, at);
            } else if (kind === 'adjust') {
              const label = live.find((each) => each.customer === customer && each.sold.at <= at);
              await buyer.adjust(minor, minor - 5_000, at, label?.id);
            } else if (kind === 'fee') await buyer.fee(minor, at);
            else if (kind === 'pay') await buyer.pay(minor, at);
            else if (kind === 'assign') await lookedAfter(world, customer, day, minor % 3);
            else {
              const before = await accrued(world, now);
              await closeThrough(world, now, '2026-04-01');
              const after = [...(await booked(world)), ...(await accrued(world, now))];
              for (const one of before) expect(after).toContainEqual(one);
            }
          }
          const closed = await booked(world);
          const seen = await accrued(world, now);
          for (const agentId of world.agents)
            expect(await accrued(world, now, agentId)).toEqual(seen.filter((one) => one.agentId === agentId));
          await closeThrough(world, new Date('2026-07-02T12:00:00Z'), '2026-06-01');
          expect(inOrder(await booked(world))).toEqual(inOrder([...closed, ...seen]));
          expect(await accrued(world, now)).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  }, 180_000);

  it('is neither lost nor told twice at any step of a closing', async () => {
    const world = await makeWorld();
    await addPlans(world, [
      { agent: 0, customer: null, basis: 'margin', rate: 1_000, currency: 'CAD', first: '2026-01-01', last: null },
      { agent: 1, customer: null, basis: 'label', rate: 25, currency: 'CAD', first: '2026-01-01', last: null },
    ]);
    const sold: Sold = { costMinor: 777, priceMinor: 1_111, taxPpm: 149_750, at: '2026-05-10T12:00:00Z' };
    for (const customer of world.customers) {
      const m = moneyOf(world.test.db, world.seller.id, customer);
      const first = await m.buy(sold);
      await m.buy(sold);
      await m.buy({ ...sold, at: '2026-06-10T12:00:00Z' });
      await m.void(first, sold, '2026-06-11T12:00:00Z');
    }
    const now = new Date('2026-07-02T12:00:00Z');
    const all = async () => inOrder([...(await booked(world)), ...(await accrued(world, now))]);
    const before = await all();
    // 10 % of a margin of 3.34 is 33 cents, a label.
    expect(before.map(({ month, minor }) => `${month} ${String(minor)}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '2026-05-01 50',
      '2026-05-01 66',
      '2026-06-01 0',
      '2026-06-01 0',
    ]);
    let steps = 0;
    await closeThrough(world, now, '2026-06-01', async () => {
      steps += 1;
      expect(await all()).toEqual(before);
    });
    expect(steps).toBeGreaterThan(6);
    expect(await all()).toEqual(before);
  });
});
