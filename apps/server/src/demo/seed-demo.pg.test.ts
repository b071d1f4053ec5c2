import type { DataOf } from '@scanship/contracts/call';
import type { CustomerDashboard, FranchiseDashboard, PlatformDashboard } from '@scanship/contracts/network/dashboard';
import type { listClaims } from '@scanship/contracts/shipping/claims';
import type { listReturns } from '@scanship/contracts/shipping/returns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, type TestClient, testServices } from '../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Application, createApplication } from '../application.ts';
import { checkBook } from '../modules/billing/index.ts';
import { DEMO_PASSWORD, FRANCHISES, PLATFORM_STAFF } from './demo-data.ts';
import { DEMO_ORDERS } from './demo-orders.ts';
import { seedDemo } from './seed-demo.ts';
import { FACTS } from './seed-order-tabs.ts';

let database: TestDatabase;
let application: Application;
let client: TestClient;
let lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  application = createApplication(testServices(database.db), {
    version: 'test',
    // Seeding stores accounts and calls no carrier.
    simulators: { addressOf: async () => Promise.reject(new Error('no simulator here')), owns: () => false },
  });
  lines = (await seedDemo(application)).describe(8080);
  client = await makeClient(await application.http());
});
afterAll(async () => {
  await client.app.close();
  await application.close();
  await database.drop();
});

const tokenOf = async (userName: string, host: string): Promise<string> => {
  const answer = await client.call('POST', '/api/user/sign-in', { host, body: { userName, password: DEMO_PASSWORD } });
  return (answer.json.data as { token: string }).token;
};

test('every printed person can sign in on the printed host, with the printed password', async () => {
  expect(lines.join('\n')).toContain(DEMO_PASSWORD);
  const people = [
    ...FRANCHISES.flatMap(({ hosts, people, customers }) =>
      [...people, ...customers.flatMap((each) => each.people)].map((person) => ({ person, host: hosts[0] ?? '' })),
    ),
    { person: PLATFORM_STAFF, host: 'localhost' },
    { person: PLATFORM_STAFF, host: 'north.localhost' },
  ];
  for (const { person, host } of people) {
    expect(lines.some((line) => line.includes(` ${person.userName} `))).toBe(true);
    const profile = await client.call('GET', '/api/profile/me', { token: await tokenOf(person.userName, host), host });
    expect(profile.json.data).toMatchObject({ userName: person.userName, roleName: person.role });
  }
});

test('each franchise has its brand on its hosts; there is a customer on each plan', async () => {
  for (const { brand, hosts } of FRANCHISES) {
    for (const host of hosts) {
      // As a browser's location names it: an IPv6 address stands in brackets.
      const named = host.includes(':') ? `[${host}]` : host;
      const init = await client.call('POST', `/api/master/ui-init?host=${encodeURIComponent(named)}`, { host: named });
      expect(init.json.data).toMatchObject({
        brandName: brand.name,
        primaryColor: brand.primary,
        primaryLogo: expect.stringMatching(/^\/brand\//) as unknown,
      });
    }
  }
  const plans = await Promise.all(
    ['aurora', 'boreal', 'corner'].map(
      async (name) =>
        (await client.call('GET', '/api/profile/me', { token: await tokenOf(name, 'localhost'), host: 'localhost' }))
          .json.data as { subscription: { currentPlan: { planName: string } } },
    ),
  );
  expect(plans.map(({ subscription }) => subscription.currentPlan.planName)).toEqual(['Advanced', 'Standard', 'Basic']);
});

test('the shop has its orders in their tabs, and the counters agree with the rows', async () => {
  const token = await tokenOf('aurora', 'localhost');
  const list = async (fulfillmentStatus: string) =>
    (
      await client.call('POST', '/api/orders/all?page=1&size=200', {
        token,
        host: 'localhost',
        body: { fulfillmentStatus },
      })
    ).json.data as { orders: { ecomOrderNumber: string }[]; counts: Record<string, number>; totalRecords: number };
  const byFact = (fact: string) =>
    Object.entries(FACTS)
      .filter(([, each]) => each === fact)
      .map(([number]) => number)
      .toSorted();
  for (const [status, fact] of [
    ['cancelled', 'cancelled'],
    ['archived', 'archived'],
    ['manual-fulfilled', 'manual_fulfilled'],
  ] as const) {
    const { orders, totalRecords } = await list(status);
    expect(orders.map(({ ecomOrderNumber }) => ecomOrderNumber).toSorted()).toEqual(byFact(fact));
    expect(totalRecords).toBe(byFact(fact).length);
  }
  const { orders, totalRecords } = await list('unfulfilled');
  expect(orders).toHaveLength(DEMO_ORDERS.length - Object.keys(FACTS).length);
  expect(totalRecords).toBe(orders.length);
});

test('each customer ships from its own places and with the franchise’s carriers', async () => {
  for (const [name, host, places] of [
    ['aurora', 'localhost', 2],
    ['corner', 'localhost', 1],
    ['nordic', 'north.localhost', 1],
  ] as const) {
    const token = await tokenOf(name, host);
    const { locations } = (await client.call('GET', '/api/customer/locations', { token, host })).json.data as {
      locations: { problems: unknown[] }[];
    };
    expect(locations).toHaveLength(places);
    expect(locations.flatMap(({ problems }) => problems)).toEqual([]);
    const { accounts } = (await client.call('GET', '/api/shippingCarrier/customer', { token, host })).json.data as {
      accounts: { carrier: string; lent: boolean; mode: string }[];
    };
    expect(accounts.map(({ carrier, lent, mode }) => `${carrier} ${lent ? 'lent' : 'own'} ${mode}`).toSorted()).toEqual(
      [
        'amazon-shipping',
        'canada-post',
        'canpar',
        'chit-chats',
        'easyship',
        'australia-post',
        'asendia-usa',
        'asendia',
        'teleship',
        'dhl-parcel-de',
        'gls-group',
        'landmark-global',
        'gls-canada',
        'amazon-merchant-fulfillment',
        'sendcloud',
        'royal-mail',
        'uniuni',
        'dhl-ecommerce',
        'dhl-express',
        'easypost',
        'eshipper',
        'fedex',
        'freightcom',
        'nationex',
        'purolator',
        'shipstation-api',
        'ups',
        'usps',
        ...['express', 'freight', 'ground', 'post'].map((sample) => `testline-${sample}`),
      ]
        .map((carrier) => `${carrier} lent simulator`)
        .concat('rate-sheet lent live')
        .toSorted(),
    );
  }
});

test('the courier’s invoice is for labels of the demo, and what differs waits to be decided', async () => {
  await application.carrierBills.worker.look();
  const token = await tokenOf('maple', 'localhost');
  const get = async (path: string) => (await client.call('GET', path, { token, host: 'localhost' })).json.data;
  const { files } = (await get('/api/bills/files')) as { files: { state: string; counts: Record<string, number> }[] };
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({ state: 'done', counts: { open: 0, suggested: 0, faults: 0 } });
  const { differences } = (await get('/api/bills/differences')) as { differences: { kind: string }[] };
  expect(differences.map(({ kind }) => kind).toSorted()).toEqual([
    'address_correction',
    'not_billed',
    'service_credit',
    'unknown',
    'weight',
  ]);
});

test('seeding again changes nothing', async () => {
  const count = () =>
    database.db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    );
  const before = await count();
  await seedDemo(application);
  expect(await count()).toEqual(before);
  const orders = await database.db.system((tx) =>
    tx.selectFrom('tenants').select('id').where('name', '=', 'Aurora Outfitters').execute(),
  );
  expect(orders).toHaveLength(1);
});

test('the dashboards show what was shipped: sums of the rows themselves, on every level', async () => {
  const dashboardOf = async (userName: string, host = 'localhost') => {
    const token = await tokenOf(userName, host);
    return (await client.call('GET', '/api/dashboard?range=byYear', { token, host })).json.data;
  };
  const standing = async (name: string) => {
    const tenant = await database.db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
    );
    const rows = await database.db.tenant({ tenantId: tenant.id }, (tx) =>
      tx.selectFrom('shipments').select(['state', 'price_minor']).where('tenant_id', '=', tenant.id).execute(),
    );
    const live = rows.filter(({ state }) => state !== 'voided');
    return {
      id: tenant.id,
      labels: live.length,
      voided: rows.length - live.length,
      spend: live.reduce((sum, row) => sum + (row.price_minor ?? 0), 0),
    };
  };
  const [aurora, prairie, harbour, tundra] = [
    await standing('Aurora Outfitters'),
    await standing('Prairie Pantry'),
    await standing('Harbour Hobby'),
    await standing('Tundra Tools'),
  ];
  expect(aurora.labels).toBeGreaterThan(20);
  expect(aurora.voided).toBeGreaterThan(0);

  const customer = (await dashboardOf('aurora')) as CustomerDashboard;
  expect(customer).toMatchObject({
    kind: 'customer',
    labels: aurora.labels,
    voided: aurora.voided,
    spend: { minor: aurora.spend, currency: 'CAD' },
    orders: { fulfilled: aurora.labels, unfulfilled: DEMO_ORDERS.length - Object.keys(FACTS).length },
    carriers: [{ carrier: 'rate-sheet', name: 'Maple Local Courier', labels: aurora.labels }],
  });
  expect(customer.days).toHaveLength(365);
  expect(customer.days.reduce((sum, { labels }) => sum + labels, 0)).toBe(aurora.labels);
  expect(((await dashboardOf('office')) as CustomerDashboard).spend).toBeNull();

  const franchise = (await dashboardOf('maple')) as FranchiseDashboard;
  const spend = aurora.spend + prairie.spend + harbour.spend;
  expect(franchise).toMatchObject({
    kind: 'franchise',
    labels: aurora.labels + prairie.labels + harbour.labels,
    spend: { minor: spend, currency: 'CAD' },
    customers: { active: 5, shipping: 3, byPlan: { Basic: 2, Standard: 2, Advanced: 1 } },
  });
  // Sold above cost to two of them; the margin is what the franchise's own book says, before taxes.
  const maple = await database.db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('name', '=', 'Maple Ship').executeTakeFirstOrThrow(),
  );
  const voided = await database.db.tenant({ tenantId: maple.id }, (tx) =>
    tx
      .selectFrom('entries')
      .select('source_id')
      .where('tenant_id', '=', maple.id)
      .where('source_kind', '=', 'void')
      .execute(),
  );
  const chain = await database.db.tenant({ tenantId: maple.id }, (tx) =>
    tx
      .selectFrom('price_chain')
      .select(['purchase_id', 'cost_minor', 'cost_tax_minor', 'price_minor', 'price_tax_minor'])
      .where('tenant_id', '=', maple.id)
      .execute(),
  );
  const margin = chain
    .filter((row) => !voided.some(({ source_id: id }) => id === row.purchase_id))
    .reduce(
      (sum, row) => sum + row.price_minor - (row.price_tax_minor ?? 0) - (row.cost_minor - (row.cost_tax_minor ?? 0)),
      0,
    );
  expect(margin).toBeGreaterThan(1_000);
  expect(franchise.margin).toEqual({ minor: margin, currency: 'CAD' });
  expect(franchise.trouble.map(({ kind, customerName }) => [kind, customerName])).toContainEqual([
    'gone_quiet',
    'Harbour Hobby',
  ]);

  const agent = (await dashboardOf('agent')) as FranchiseDashboard;
  expect(agent.labels).toBe(prairie.labels + harbour.labels);
  expect(agent.customers.active).toBe(2);
  // All margin is theirs: Aurora ships at cost.
  expect(agent.margin).toEqual(franchise.margin);
  expect(((await dashboardOf('support')) as FranchiseDashboard).margin).toBeNull();

  const platform = (await dashboardOf('super')) as PlatformDashboard;
  expect(platform.franchises.map(({ name, labels }) => [name, labels])).toEqual([
    ['Maple Ship', franchise.labels],
    ['North Parcel', tundra.labels],
  ]);
});

test('the books of the past balance on every level', async () => {
  for (const name of ['Maple Ship', 'Aurora Outfitters', 'Harbour Hobby', 'Tundra Tools', 'North Parcel']) {
    const tenant = await database.db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
    );
    expect([name, await database.db.tenant({ tenantId: tenant.id }, checkBook)]).toEqual([name, []]);
  }
});

test('a seller has returns to decide and one to send something for, whose buyers may ask for more', async () => {
  const token = await tokenOf('aurora', 'localhost');
  const read = async (path: string) => (await client.call('GET', path, { token, host: 'localhost' })).json.data;
  const { returns } = (await read('/api/returns')) as DataOf<typeof listReturns>;
  expect(returns.map(({ state, wish }) => [state, wish])).toEqual([
    ['checked', 'exchange'],
    ['asked', 'money'],
    ['asked', 'exchange'],
  ]);
  expect(await read(`/api/returns/${returns[0]?.id}`)).toMatchObject({ may: { exchange: true }, exchange: null });
  expect(await read('/api/returns/rules')).toMatchObject({ open: true, offerProducts: true });
});

test('a seller has a claim to file, one that is filed and one that was paid', async () => {
  const token = await tokenOf('aurora', 'localhost');
  const answer = await client.call('GET', '/api/claims', { token, host: 'localhost' });
  const { claims } = answer.json.data as DataOf<typeof listClaims>;
  expect(claims.map(({ kind, state }) => [kind, state])).toEqual([
    ['damage', 'paid'],
    ['contents', 'filed'],
    ['damage', 'draft'],
  ]);
});
