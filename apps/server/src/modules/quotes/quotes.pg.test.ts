import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type QuoteEvent, quoteEvent } from '@scanship/contracts/shipping/quotes';
import { simulator as express } from '@scanship/sample-testline-express/simulator';
import { simulator as ground } from '@scanship/sample-testline-ground/simulator';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type RunningSimulatorHost, startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { contextOf, newOrder, setShipFrom } from '../../../test/order-fixture.ts';
import { statementsOf } from '../../../test/statements.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Incoming, Route } from '../../platform/http/handler.ts';
import { type CarriersModule, createCarriersModule } from '../carriers/index.ts';
import { createOrders } from '../orders/index.ts';
import { createTenantsModule } from '../tenants/index.ts';
import { createReadingBook, type ReadingBook } from '../readings/reading-book.ts';
import { createQuotesModule, type QuotesModule } from './index.ts';

let test_: TestDatabase;
let tree: TenantTree;
let host: RunningSimulatorHost;
let carriers: CarriersModule;
let quotes: QuotesModule;
let readings: ReadingBook;
let metrics: Metrics;
const books = mkdtempSync(path.join(tmpdir(), 'scanship-quotes-'));
const orders = { home: '', abroad: '' };
const accounts = new Map<string, string>();

beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
  host = await startSimulatorHost({
    port: 0,
    dataDir: books,
    simulators: {
      'testline-express': () => Promise.resolve(express),
      'testline-ground': () => Promise.resolve(ground),
    },
  });
  const services = testServices(test_.db);
  metrics = services.metrics;
  carriers = createCarriersModule(services, {
    hosts: createTenantsModule(services).hosts,
    simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (address) => host.owns(address) },
  });
  readings = createReadingBook(services);
  quotes = createQuotesModule(services, { grants: carriers.grants, count: readings.count });
  const [franchise] = tree.franchises;
  const [seller, , foreign] = tree.customers;
  for (const who of [seller, foreign]) await setShipFrom(test_.db, who);
  for (const [carrier, mode, credentials] of [
    ['testline-express', 'simulator', { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' }],
    ['testline-ground', 'simulator', { username: 'ground-alpha', password: 'alpha-pass-1' }],
  ] as const) {
    const added = await carriers.addAccount(
      { tenantId: franchise, tenantKind: 'franchise' },
      { carrier, name: carrier, mode, credentials },
    );
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
    accounts.set(carrier, added.value.accountId);
  }
  const made = await test_.db.tenant(seller, (tx) =>
    createOrders(
      contextOf(seller),
      tx,
      [
        newOrder(seller.storeId, 'Q-1'),
        newOrder(seller.storeId, 'Q-2', {
          shipTo: {
            name: 'Dana Ross',
            address1: '350 5th Ave',
            city: 'New York',
            provinceCode: 'NY',
            zipcode: '10118',
            countryCode: 'US',
            phone: '2125550100',
          },
        }),
      ],
      { why: 'test', now: new Date() },
    ),
  );
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  [orders.home = '', orders.abroad = ''] = made.value.map((o) => o.id);
});
afterAll(async () => {
  await carriers.close();
  await host.close();
  await test_.drop();
  rmSync(books, { recursive: true, force: true });
});

const box = { number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };
const someone = (): RequestContext => contextOf(tree.customers[0]);

function incoming(ctx: RequestContext, body: unknown): Incoming<Route['call']> {
  return {
    ctx,
    params: undefined,
    query: undefined,
    body,
    agent: undefined,
    file: undefined,
    requestId: newId(),
    host: 'localhost',
    origin: { scheme: 'http', host: 'first.test', port: undefined },
    cookies: {},
    ip: '127.0.0.1',
    userAgent: 'test',
    accept: '*/*',
    bearer: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
  };
}

const routeOf = (id: string): Route => {
  const found = quotes.routes.find((r) => r.call.id === id);
  if (!found) throw new Error(`no route ${id}`);
  return found;
};

/** The events of a stream with the time each came. */
async function stream(body: unknown, ctx = someone()): Promise<{ event: QuoteEvent; at: number }[]> {
  const outcome = await routeOf('quoteStream').handle(incoming(ctx, body));
  if (!outcome.ok || outcome.value.kind !== 'stream') throw new Error(JSON.stringify(outcome));
  const start = performance.now();
  const events: { event: QuoteEvent; at: number }[] = [];
  for await (const event of outcome.value.lines)
    events.push({ event: quoteEvent.parse(event), at: performance.now() - start });
  return events;
}

const refused = async (body: unknown, ctx = someone()) => {
  const outcome = await routeOf('quoteSingle').handle(incoming(ctx, body));
  if (outcome.ok) throw new Error('a refusal was expected');
  return outcome.problem;
};

const answerOf = (events: { event: QuoteEvent }[], carrier: string) =>
  events.map((e) => e.event).find((e) => e.type === 'carrier' && JSON.stringify(e).includes(`"${carrier}"`));

describe('rates', () => {
  test('come carrier by carrier, each marked TEST, their lines adding up to the price', async () => {
    const events = await stream({ orderId: orders.home, parcels: [box] });
    expect(events.map((e) => e.event.type)).toEqual(['started', 'carrier', 'carrier', 'done']);
    const rates = events.flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []));
    expect(new Set(rates.map((r) => r.carrier))).toEqual(new Set(['testline-express', 'testline-ground']));
    for (const rate of rates) {
      expect(rate.test).toBe(true);
      expect(rate.priceLines.reduce((sum, line) => sum + line.amount.minor, 0)).toBe(rate.price.minor);
      expect(rate.billableGrams).toBeGreaterThanOrEqual(1200);
    }
    // What was understood of each carrier's answer is counted, so that a carrier that changes is noticed.
    const whole = rates.filter((r) => r.carrier === 'testline-ground').length;
    expect(await metrics.render()).toContain(
      `scanship_answers_read_total{connector="testline-ground",operation="rate",what="whole"} ${whole}\n`,
    );
  });

  test('of a slow carrier hold up nobody else', async () => {
    const admin = createSimulatorAdmin(host.address);
    await admin.setFaults('testline-express', [{ kind: 'latency', effect: 'read', ms: 1500 }]);
    const events = await stream({ orderId: orders.home, parcels: [box] });
    await admin.clearFaults('testline-express');
    const ground = events.find(
      ({ event }) => event.type === 'carrier' && event.rates[0]?.carrier === 'testline-ground',
    );
    const express = events.find(
      ({ event }) => event.type === 'carrier' && event.rates[0]?.carrier === 'testline-express',
    );
    expect(ground?.at).toBeLessThan(1200);
    expect(express?.at).toBeGreaterThan(1400);
  });

  test('of a carrier that answers nonsense are one plain sentence, and the account remembers it', async () => {
    const admin = createSimulatorAdmin(host.address);
    await admin.setFaults('testline-ground', [{ kind: 'html', effect: 'read' }]);
    const events = await stream({ orderId: orders.home, parcels: [box] });
    await admin.clearFaults('testline-ground');
    expect(answerOf(events, 'testline-ground')).toMatchObject({ rates: [], problems: [{ canRetry: true }] });
    expect(answerOf(events, 'testline-express')).toMatchObject({ problems: [] });
    const accountId = accounts.get('testline-ground') ?? '';
    await expect
      .poll(() =>
        test_.db.tenant({ tenantId: tree.franchises[0] }, (tx) =>
          tx.selectFrom('carrier_accounts').select('health').where('id', '=', accountId).executeTakeFirst(),
        ),
      )
      .toMatchObject({ health: { lastProblem: expect.any(String) as string } });
  });

  test('need the customs gaps filled across a border, and take what the person typed', async () => {
    const gaps = await refused({ orderId: orders.abroad, parcels: [box] });
    expect(gaps.code).toBe('customs_incomplete');
    expect(gaps.errors?.length).toBeGreaterThan(0);
    const customs = {
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency: 'CAD',
      items: [
        {
          description: 'Blue mug',
          quantity: 2,
          unitValue: { minor: 1250, currency: 'CAD' },
          unitGrams: 400,
          hsCode: '691110',
          originCountry: 'CA',
        },
      ],
    };
    const events = await stream({ orderId: orders.abroad, parcels: [box], customs });
    const services = events.flatMap(({ event }) => (event.type === 'carrier' ? event.rates.map((r) => r.service) : []));
    expect(services.some((s) => s.startsWith('US_'))).toBe(true);
    // A carrier without a place for the number of an export report says so beside its price.
    const exportFiling = { kind: 'proof-of-report', number: 'AB12342026082417' };
    const reported = await stream({ orderId: orders.abroad, parcels: [box], customs: { ...customs, exportFiling } });
    const rates = reported.flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []));
    expect(rates.length).toBeGreaterThan(0);
    for (const { remarks, missing } of rates)
      expect([remarks, missing]).toEqual([[expect.stringContaining('Hand CERS AB12342026082417 over')], undefined]);
  });

  test('are estimates before the HS code is known: each says what is missing, and none can be bought', async () => {
    const events = await stream({ orderId: orders.abroad, parcels: [box], estimate: true });
    const [started] = events;
    const rates = events.flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []));
    expect(rates.length).toBeGreaterThan(1);
    for (const rate of rates)
      expect(rate.missing).toContainEqual({ field: 'customs.hsCode', message: '"Blue mug" has no HS code.' });
    const quoteId = started?.event.type === 'started' ? started.event.quoteId : '';
    const bought = await quotes.load(tree.customers[0].tenantId, quoteId, rates[0]?.id ?? '');
    expect(!bought.ok && bought.problem).toMatchObject({
      code: 'customs_incomplete',
      errors: [{ field: 'customs.hsCode' }, { field: 'customs.originCountry' }],
    });
    // Auto Ship does not take them for an answer to the question it asks without estimates.
    const kept = await quotes.rater.rate(
      someone(),
      { orderId: orders.abroad, parcels: [box] },
      { grants: await carriers.grants.open(someone()), goodForMs: 0 },
    );
    expect(!kept.ok && kept.problem.code).toBe('customs_incomplete');
  });

  test('say whether the parcel can be followed, and is insured as asked', async () => {
    const insuredValue = { minor: 5_000, currency: 'CAD' };
    const asked = await stream({ orderId: orders.home, parcels: [box], options: { insuredValue } });
    const plain = await stream({ orderId: orders.home, parcels: [box] });
    const expressOf = (events: { event: QuoteEvent }[]) =>
      events
        .flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []))
        .find(({ carrier }) => carrier === 'testline-express');
    const [insured, bare] = [expressOf(asked), expressOf(plain)];
    // It sells no insurance: whoever wants some has to be told.
    expect(insured).toMatchObject({ tracked: true, insured: false, signature: true });
    expect(bare).toMatchObject({ tracked: true, insured: null, signature: true });
  });

  test('are refused for an order of somebody else, and for carriers that are not there', async () => {
    const foreign = contextOf(tree.customers[2]);
    expect((await refused({ orderId: orders.home, parcels: [box] }, foreign)).code).toBe('not_found');
    expect((await refused({ orderId: orders.home, parcels: [box], grantIds: [newId()] })).code).toBe('no_carrier');
  });
});

describe('prices in another currency', () => {
  const ratesOf = (events: { event: QuoteEvent }[]) =>
    events.flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []));
  const asked = async (currency: string) => {
    const events = await stream({ orderId: orders.home, parcels: [box] }, contextOf(tree.customers[0], { currency }));
    return { started: events[0]?.event, rates: ratesOf(events) };
  };

  test('in the own currency are compared as they are; without a rate they are shown and compared with nothing', async () => {
    const own = ratesOf(await stream({ orderId: orders.home, parcels: [box] }));
    expect(own.map((r) => r.compare)).toEqual(own.map((r) => ({ ...r.price, fx: null })));
    const { rates } = await asked('CHF');
    expect(rates.length).toBe(own.length);
    expect(new Set(rates.map((r) => r.compare))).toEqual(new Set([null]));
  });

  test('are converted at the newest rate on or before the ship date, which is said with its day and source', async () => {
    await test_.db.system((tx) =>
      tx
        .insertInto('fx_rates')
        .values([
          { day: '2026-01-05', base: 'EUR', quote: 'CAD', rate_e9: 1_600_000_000, source: 'Bank' },
          { day: '2020-01-05', base: 'EUR', quote: 'CAD', rate_e9: 1_000_000_000, source: 'Bank' },
          { day: '2999-01-05', base: 'EUR', quote: 'CAD', rate_e9: 9_000_000_000, source: 'Bank' },
        ])
        .execute(),
    );
    const { started, rates } = await asked('EUR');
    for (const { price, compare } of rates)
      expect(compare).toEqual({
        minor: Math.round(price.minor * 0.625),
        currency: 'EUR',
        fx: { rate: '0.625', day: '2026-01-05', source: 'Bank' },
      });
    const quoteId = started?.type === 'started' ? started.quoteId : '';
    const stored = await test_.db.tenant(tree.customers[0], (tx) =>
      tx.selectFrom('rates').select(['compare_minor', 'fx_day', 'details']).where('quote_id', '=', quoteId).execute(),
    );
    expect(stored.map((row) => row.fx_day)).toEqual(rates.map(() => '2026-01-05'));
    expect(stored[0]?.details).toMatchObject({ fx: { rate: '0.625', source: 'Bank' } });
    // A rate of the franchise wins over the operator's.
    const [franchise] = tree.franchises;
    await test_.db.tenant({ tenantId: franchise }, (tx) =>
      tx
        .insertInto('tenant_fx_rates')
        .values({
          tenant_id: franchise,
          day: '2025-01-05',
          base: 'EUR',
          quote: 'CAD',
          rate_e9: 2_000_000_000,
          source: 'ours',
        })
        .execute(),
    );
    expect((await asked('EUR')).rates[0]?.compare?.fx).toEqual({ rate: '0.5', day: '2025-01-05', source: 'ours' });
  });
});

describe('a stored rate', () => {
  const someRate = async () => {
    const events = await stream({ orderId: orders.home, parcels: [box] });
    const [started] = events;
    const rate = events.flatMap(({ event }) => (event.type === 'carrier' ? event.rates : []))[0];
    if (started?.event.type !== 'started' || !rate) throw new Error('no rate');
    return { quoteId: started.event.quoteId, rate };
  };

  test('comes back whole for its purchase: request, chain of sales, vendor token', async () => {
    const { quoteId, rate } = await someRate();
    const [seller] = tree.customers;
    const loaded = await quotes.load(seller.tenantId, quoteId, rate.id);
    expect(loaded.ok && loaded.value).toMatchObject({
      orderId: orders.home,
      service: rate.service,
      price: rate.price,
      test: true,
    });
    if (!loaded.ok) return;
    expect(loaded.value.chain.map((link) => [link.fromTenantId, link.toTenantId])).toEqual([
      [null, tree.franchises[0]],
      [tree.franchises[0], seller.tenantId],
    ]);
    expect(loaded.value.request.parcels[0]?.weightGrams).toBe(1200);
  });

  test("tells the customer's role nothing of the cost, and is nobody else's", async () => {
    const { quoteId, rate } = await someRate();
    const [seller, , foreign] = tree.customers;
    await expect(
      test_.db.tenant(seller, (tx) => tx.selectFrom('rates').select('sealed').where('id', '=', rate.id).execute()),
    ).rejects.toThrow(/permission denied/);
    const stolen = await quotes.load(foreign.tenantId, quoteId, rate.id);
    expect(!stolen.ok && stolen.problem.code).toBe('not_found');
  });
});

test('the margin is told to staff who act for the seller and may see cost; the seller reads it nowhere', async () => {
  const [franchise] = tree.franchises;
  const acting = (role: RequestContext['role']) =>
    contextOf(tree.customers[0], {
      actors: [
        {
          realmId: franchise,
          sessionId: newId(),
          userId: newId(),
          userName: 'staff',
          fullName: 'Staff',
          role,
          roleId: newId(),
          tenantName: 'Franchise',
          since: new Date().toISOString(),
          reason: 'looking at prices',
        },
      ],
    });
  const ratesFor = async (ctx: RequestContext) =>
    (await stream({ orderId: orders.home, parcels: [box] }, ctx)).flatMap(({ event }) =>
      event.type === 'carrier' ? event.rates : [],
    );
  const seen = await ratesFor(acting('ROLE_FRANCHISE_ADMIN'));
  expect(seen.length).toBeGreaterThan(0);
  // This franchise adds nothing to what it pays.
  for (const { margin, price } of seen) expect(margin).toEqual({ minor: 0, currency: price.currency });
  for (const ctx of [someone(), acting('ROLE_SUPPORT')])
    for (const rate of await ratesFor(ctx)) expect(rate).not.toHaveProperty('margin');
  const stored = await test_.db.tenant(tree.customers[0], (tx) =>
    tx
      .selectFrom('rates')
      .select(['details', 'price_lines'])
      .where(
        'id',
        'in',
        seen.map(({ id }) => id),
      )
      .execute(),
  );
  expect(JSON.stringify(stored)).not.toContain('margin');
});

// The last one, since it leaves a dozen accounts behind.
describe('a quote', () => {
  test('of many carriers costs hardly more statements than those of one', async () => {
    const [seller] = tree.customers;
    const copies: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const added = await carriers.addAccount(
        { tenantId: seller.tenantId, tenantKind: 'customer' },
        {
          carrier: 'testline-express',
          name: `Copy ${n}`,
          mode: 'simulator',
          credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' },
        },
      );
      if (!added.ok) throw new Error(JSON.stringify(added.problem));
      copies.push(added.value.grantId);
    }
    const admin = createSimulatorAdmin(host.address);
    await admin.setFaults('testline-express', [{ kind: 'latency', effect: 'read', ms: 150 }]);
    const count = async (grantIds: readonly string[]) => {
      await stream({ orderId: orders.home, parcels: [box], grantIds });
      // The first time also writes the health of the accounts.
      await new Promise((resolve) => setTimeout(resolve, 350));
      await readings.flush();
      const statements = await statementsOf(async () => {
        const events = await stream({ orderId: orders.home, parcels: [box], grantIds });
        const priced = events.filter(({ event }) => event.type === 'carrier' && event.rates.length > 0);
        expect(priced).toHaveLength(grantIds.length);
        // The traces of the calls belong to it.
        await new Promise((resolve) => setTimeout(resolve, 350));
        await readings.flush();
      });
      return statements.length;
    };
    const one = await count(copies.slice(0, 1));
    const twelve = await count(copies);
    await admin.clearFaults('testline-express');
    // 32, three of them the counts of what was understood; on a busy machine the traces take two writes instead of one.
    expect(one).toBeLessThanOrEqual(35);
    // Answers that come apart are stored apart: three statements each time.
    expect(twelve - one).toBeLessThanOrEqual(15);
  });
});
