import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulator as ups } from '@scanship/carrier-ups/simulator';
import { type RunningSimulatorHost, startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { contextOf, newOrder, setShipFrom } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type CarriersModule, createCarriersModule } from '../carriers/index.ts';
import { createOrders } from '../orders/index.ts';
import { createTenantsModule } from '../tenants/index.ts';
import { createQuotesModule, type QuotesModule } from './index.ts';

let test_: TestDatabase;
let tree: TenantTree;
let host: RunningSimulatorHost;
let carriers: CarriersModule;
let quotes: QuotesModule;
let orderId = '';
const books = mkdtempSync(path.join(tmpdir(), 'scanship-saturday-'));

beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
  host = await startSimulatorHost({ port: 0, dataDir: books, simulators: { ups: () => Promise.resolve(ups) } });
  const services = testServices(test_.db);
  carriers = createCarriersModule(services, {
    hosts: createTenantsModule(services).hosts,
    simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (address) => host.owns(address) },
  });
  quotes = createQuotesModule(services, { grants: carriers.grants, count: () => undefined });
  const [seller] = tree.customers;
  await setShipFrom(test_.db, seller);
  const [account] = ups.accounts;
  if (!account) throw new Error('the simulator has no account');
  const added = await carriers.addAccount(
    { tenantId: seller.tenantId, tenantKind: 'customer' },
    { carrier: 'ups', name: 'UPS', mode: 'simulator', credentials: account.credentials },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  const made = await test_.db.tenant(seller, (tx) =>
    createOrders(contextOf(seller), tx, [newOrder(seller.storeId, 'S-1')], { why: 'test', now: new Date() }),
  );
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  orderId = made.value[0]?.id ?? '';
});
afterAll(async () => {
  await carriers.close();
  await host.close();
  await test_.drop();
  rmSync(books, { recursive: true, force: true });
});

/** The Friday after the next seven days, YYYY-MM-DD. */
function someFriday(): string {
  const day = new Date(Date.now() + 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((5 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

test('a price with Saturday delivery is told beside the other, kept, and bought with it', async () => {
  const [seller] = tree.customers;
  const ctx = {
    tenantId: seller.tenantId,
    userId: contextOf(seller).userId,
    locale: 'en-CA',
    currency: 'CAD',
  } as const;
  const parcel = { number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };
  const asked = { orderId, parcels: [parcel], shipDate: someFriday() };
  const grants = await carriers.grants.open({ tenantId: seller.tenantId });
  const rate = async () => {
    const rated = await quotes.rater.rate(ctx, asked, { grants, goodForMs: 60_000 });
    if (!rated.ok) throw new Error(JSON.stringify(rated.problem));
    return rated.value.rates.filter(({ service }) => service === '01');
  };
  const [weekday, saturday, ...others] = await rate();
  expect(others).toEqual([]);
  expect([weekday?.saturdayDelivery, saturday?.saturdayDelivery]).toEqual([undefined, true]);
  // The same question a moment later is answered from what was kept.
  expect((await rate()).map(({ saturdayDelivery }) => saturdayDelivery)).toEqual([undefined, true]);
  const optionsOf = async (one: typeof weekday) => {
    const loaded = await quotes.load(seller.tenantId, one?.quoteId ?? '', one?.id ?? '');
    return loaded.ok ? loaded.value.request.options.saturdayDelivery : loaded.problem;
  };
  expect([await optionsOf(weekday), await optionsOf(saturday)]).toEqual([undefined, true]);
});
