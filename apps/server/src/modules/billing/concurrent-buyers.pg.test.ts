/** Books that nobody waits for: many buyers of one seller, the roll-up, a limit being set, and a process of the release before. */
import { money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createBalanceRollUp } from './balance-roll-up.ts';
import { checkBook, readBalances } from './books.ts';
import { readStandings, setCreditLimit } from './credit.ts';
import { bookCharge } from './postings.ts';
import { type Chain, confirmPurchase, type PurchaseMoney, releasePurchase, reservePurchase } from './purchase-money.ts';

const BUYERS = 24;
const PRICE = 1_000;

let test: TestDatabase;
let tree: TenantTree;
let franchise: string;
let buyers: string[];
beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: BUYERS + 4 });
  tree = await makeTenantTree(test.db);
  [franchise] = tree.franchises;
  buyers = Array.from({ length: BUYERS }, newId);
  for (const id of buyers) await addBuyer(id);
});
afterAll(() => test.drop());

const addBuyer = (id: string) =>
  test.db.system((tx) =>
    tx
      .insertInto('tenants')
      .values({ id, parent_id: franchise, kind: 'customer', realm_id: franchise, name: 'Buyer', plan_code: 'Basic' })
      .execute(),
  );
/** On an account the operator lends the franchise, so that its wallet there is one that all of them share. */
const purchaseOf = (buyer: string): PurchaseMoney => {
  const sale = (from: string | null, to: string, minor: number) => ({
    from,
    to,
    price: money(minor, 'CAD'),
    markupVersions: [],
    lines: [{ kind: 'base' as const, code: 'base', label: 'Base', amount: money(minor, 'CAD') }],
  });
  const chain: Chain = [
    sale(null, tree.platformId, 700),
    sale(tree.platformId, franchise, 800),
    sale(franchise, buyer, PRICE),
  ];
  return { tenantId: buyer, purchaseId: newId(), chain };
};
const as = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => test.db.tenant({ tenantId }, work);
const limit = (buyer: string, minor: number) =>
  as(franchise, (tx) => setCreditLimit(tx, franchise, buyer, 'CAD', minor));
const balanceOf = async (kind: string, party: string | null, of = franchise) => {
  const found = (await as(of, readBalances)).find((each) => each.kind === kind && each.party === party);
  return { amount: found?.amount.minor ?? 0, reserved: found?.reserved.minor ?? 0 };
};
const faults = async () => [...(await as(franchise, checkBook)), ...(await as(tree.platformId, checkBook))];
/** What waits for a lock in this database at this moment. */
const waiting = async (): Promise<readonly string[]> =>
  withClient(test.admin, async (client) => {
    const { rows } = await client.query<{ query: string }>(`SELECT a.query FROM pg_locks AS l
      JOIN pg_stat_activity AS a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`);
    return rows.map(({ query }) => query);
  });
/** Two sides that go on when both are there. */
function gate(count: number) {
  let arrived = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let all = (): void => undefined;
  const full = new Promise<void>((resolve) => {
    all = resolve;
  });
  return {
    full,
    open: () => open(),
    async pass(): Promise<void> {
      arrived += 1;
      if (arrived === count) all();
      await opened;
    },
  };
}

it('customers of one franchise set money aside and spend it at once, and none waits for another', async () => {
  const purchases = buyers.map(purchaseOf);
  for (const buyer of buyers) await limit(buyer, 5 * PRICE);
  for (const step of [
    async (tx: Tx, purchase: PurchaseMoney) => {
      expect((await reservePurchase(tx, purchase)).ok).toBe(true);
    },
    (tx: Tx, purchase: PurchaseMoney) => confirmPurchase(tx, purchase, undefined),
  ]) {
    // The first is alone: it makes the accounts all of them share.
    const [first, ...rest] = purchases;
    if (first) await as(first.tenantId, (tx) => step(tx, first));
    const held = gate(rest.length);
    const all = Promise.all(
      rest.map((purchase) =>
        as(purchase.tenantId, async (tx) => {
          await step(tx, purchase);
          await held.pass();
        }),
      ),
    );
    // Every transaction has written all it writes and is still open: with a lock they share, only one could be.
    await Promise.race([held.full, all]);
    expect(await waiting()).toEqual([]);
    held.open();
    await all;
  }
  expect(await balanceOf('revenue', null)).toEqual({ amount: -BUYERS * PRICE, reserved: 0 });
  expect(await balanceOf('payable', tree.platformId)).toEqual({ amount: -BUYERS * 800, reserved: 0 });
  expect(await balanceOf('receivable', franchise, tree.platformId)).toEqual({ amount: BUYERS * 800, reserved: 0 });
  for (const buyer of buyers) expect(await balanceOf('receivable', buyer)).toEqual({ amount: PRICE, reserved: 0 });
  expect(await faults()).toEqual([]);
});

it('balances are exact at every moment while changes are rolled up, and nothing of them is left', async () => {
  const rollUp = createBalanceRollUp({ db: test.db, log: silentLogger() });
  const before = await balanceOf('revenue', null);
  const done = { yet: false };
  const buying = Promise.all(
    buyers.slice(0, 8).map(async (buyer) => {
      for (let n = 0; n < 3; n += 1) {
        const purchase = purchaseOf(buyer);
        await as(buyer, (tx) => reservePurchase(tx, purchase));
        await as(buyer, (tx) => (n === 0 ? releasePurchase(tx, purchase) : confirmPurchase(tx, purchase, undefined)));
      }
    }),
  ).finally(() => {
    done.yet = true;
  });
  while (!done.yet) {
    await Promise.all([rollUp.work(), rollUp.work()]);
    expect(await faults()).toEqual([]);
  }
  await buying;
  while ((await rollUp.work()) > 0);
  expect(await faults()).toEqual([]);
  expect(await balanceOf('revenue', null)).toEqual({ amount: before.amount - 16 * PRICE, reserved: 0 });
  const left = await as(franchise, (tx) => sql`SELECT 1 FROM balance_changes`.execute(tx));
  expect(left.rows).toEqual([]);
});

it('a limit that is set while a label is being bought counts that label', async () => {
  const buyer = newId();
  await addBuyer(buyer);
  const held = gate(1);
  const first = as(buyer, async (tx) => {
    await reservePurchase(tx, purchaseOf(buyer));
    await held.pass();
  });
  await held.full;
  const setting = limit(buyer, PRICE);
  await expect.poll(waiting).toHaveLength(1);
  held.open();
  await Promise.all([first, setting]);
  const second = as(buyer, async (tx) => {
    const outcome = await reservePurchase(tx, purchaseOf(buyer));
    if (!outcome.ok) throw new Error(outcome.problem.code);
  });
  await expect(second).rejects.toThrow('insufficient_funds');
});

it('a process of the release before sees, judges and gives back what came since', async () => {
  const [buyer = ''] = buyers;
  /** What that release sends for one account. */
  const oldRelease = (tenantId: string, kind: string, party: string | null, amount: number, reserved: number) =>
    as(tenantId, async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`SELECT id FROM accounts WHERE tenant_id = ${tenantId} AND kind = ${kind}
        AND party_tenant_id IS NOT DISTINCT FROM ${party}`.execute(tx);
      const id = rows[0]?.id;
      await sql`INSERT INTO balances (tenant_id, account_id) VALUES (${tenantId}, ${id}) ON CONFLICT DO NOTHING`.execute(
        tx,
      );
      await sql`SELECT 1 FROM balances WHERE account_id = ${id} FOR UPDATE`.execute(tx);
      await sql`UPDATE balances AS b SET amount_minor = b.amount_minor + ${amount}, reserved_minor = b.reserved_minor + ${reserved}
        WHERE tenant_id = ${tenantId} AND account_id = ${id}`.execute(tx);
      const read = await sql<{
        amount: number;
        reserved: number;
      }>`SELECT amount_minor AS amount, reserved_minor AS reserved
        FROM balances WHERE account_id = ${id}`.execute(tx);
      return read.rows[0];
    });
  const purchase = purchaseOf(buyer);
  const owed = await balanceOf('receivable', buyer);
  const cost = await balanceOf('payable', tree.platformId);
  await as(buyer, (tx) => reservePurchase(tx, purchase));
  // Set aside by this release, given back by that one, on an account whose row says nothing of it yet.
  expect(await oldRelease(franchise, 'payable', tree.platformId, 0, -800)).toEqual(cost);
  await expect(oldRelease(franchise, 'payable', tree.platformId, 0, -1 - cost.reserved)).rejects.toThrow(
    'reserved_minor',
  );
  // A fee that only this release has booked is in what that one judges a limit by.
  await as(franchise, (tx) =>
    bookCharge(
      tx,
      { homeTenantId: franchise, kind: 'plan-fee', source: { kind: 'plan', id: newId() } },
      { from: franchise, to: buyer, price: money(70, 'CAD'), lines: [] },
    ),
  );
  expect(await oldRelease(franchise, 'receivable', buyer, 0, 5)).toEqual({
    amount: owed.amount + 70,
    reserved: PRICE + 5,
  });
  // And the other way round: what that one set aside is spent by this one.
  await oldRelease(franchise, 'payable', tree.platformId, 0, 800);
  await oldRelease(franchise, 'receivable', buyer, 0, -5);
  await as(buyer, (tx) => confirmPurchase(tx, purchase, undefined));
  expect(await balanceOf('receivable', buyer)).toEqual({ amount: owed.amount + 70 + PRICE, reserved: 0 });
  expect(await faults()).toEqual([]);
  const standing = await as(franchise, (tx) => readStandings(tx, franchise, [buyer]));
  expect(standing.get(buyer)).toMatchObject({
    kind: 'limited',
    available: { minor: 5 * PRICE - owed.amount - 70 - PRICE },
  });
});
