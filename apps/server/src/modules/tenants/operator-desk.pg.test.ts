/** The operator's registrations, the card provider's key that comes from one, and what franchises sell as plans. */
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { AppOffer, VendorInterface } from '@scanship/contracts/network/platform-apps';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { planLimitsOf } from '../subscriptions/index.ts';
import { appRegistrationOf } from './index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const ask = (method: Method, path: string, body?: unknown, person: TestUser = world.people.root) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T>(method: Method, path: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, path, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
it('the interfaces of vendors in use: the operator sees versions and published ends, nobody else does', async () => {
  const { interfaces } = await ok<{ interfaces: VendorInterface[] }>('GET', '/platform/interfaces');
  const days = interfaces.flatMap(({ ends }) => ends?.on ?? []);
  expect(days).toEqual(days.toSorted());
  expect(interfaces.slice(0, days.length).every(({ ends }) => ends !== null)).toBe(true);
  expect(interfaces.find(({ code }) => code === 'shopify')).toMatchObject({
    kind: 'store',
    version: 'Admin API 2026-10',
    ends: { on: '2027-10-01', source: expect.stringMatching(/^https:/) as string },
  });
  expect(interfaces.find(({ code }) => code === 'canada-post')).toMatchObject({
    ends: null,
    state: 'open',
    advice: null,
  });
  expect(interfaces.filter(({ version }) => version === null)).toEqual([]);
  expect(interfaces.filter(({ code }) => code.startsWith('testline') || code === 'rate-sheet')).toEqual([]);
  expect((await ask('GET', '/platform/interfaces', undefined, world.people.basic)).status).toBe(403);
});

describe('what can be registered', () => {
  interface Offers {
    readonly offers: readonly AppOffer[];
  }
  interface Saved {
    readonly registrations: readonly { readonly slug: string; readonly missing: string[]; readonly version: number }[];
  }
  const ebayOf = (saved: Saved) => saved.registrations.find(({ slug }) => slug === 'ebay');
  const offeredModes = async (): Promise<readonly string[]> => {
    const { platforms } = await ok<{ platforms: { name: string; modes: string[] }[] }>(
      'GET',
      '/platforms/all',
      undefined,
      world.people.admin,
    );
    return platforms.find(({ name }) => name === 'eBay')?.modes ?? [];
  };

  it('is said by the connectors: steps there, addresses to enter there, the values it gives', async () => {
    const { offers } = await ok<Offers>('GET', '/platform/app-offers');
    const ebay = offers.find(({ slug }) => slug === 'ebay');
    expect(ebay).toMatchObject({
      kind: 'store',
      name: 'eBay',
      modes: ['live', 'sandbox'],
      page: 'https://developer.ebay.com',
    });
    expect(ebay?.fields.map(({ name, required }) => [name, required])).toEqual([
      ['clientId', true],
      ['clientSecret', true],
      ['ruName', true],
      ['verificationToken', false],
    ]);
    expect(ebay?.addresses.map(({ purpose, url }) => [purpose, new URL(url).pathname])).toEqual(
      expect.arrayContaining([
        ['redirect', '/connect/ebay/callback'],
        ['webhook', '/hooks/stores/ebay'],
      ]),
    );
    expect(offers.find(({ kind, slug }) => kind === 'carrier' && slug === 'ups')?.addresses[0]?.url).toMatch(
      /\/connect\/carriers\/ups\/callback$/,
    );
    // Whoever wants values of the vendor's making says where they are made; the others are ours to make.
    for (const { slug, fields, steps } of offers)
      expect([slug, steps.length > 0 || fields.every(({ ours }) => ours)]).toEqual([slug, true]);
    expect((await ask('GET', '/platform/app-offers', undefined, world.people.admin)).status).toBe(403);
    expect((await ask('GET', `/platform/app-offers?franchiseId=${randomUUID()}`)).json.code).toBe('not_found');
  });

  it('is offered to sellers once nothing is missing, and a value of the wrong form is refused by name', async () => {
    expect(await offeredModes()).not.toContain('live');
    const begun = await ok<Saved>('PUT', '/platform/apps/store/ebay/live', {
      clientId: 'Maple-PRD-1',
      secrets: { clientSecret: 'cert-1' },
      version: 0,
    });
    expect(ebayOf(begun)?.missing).toEqual(['RuName']);
    expect(await offeredModes()).not.toContain('live');
    const wrong = await ask('PUT', '/platform/apps/store/ebay/live', {
      clientId: 'Maple-PRD-1',
      settings: { ruName: 'not a name', clientSecret: 'in the open' },
      secrets: { verificationToken: 'short' },
      version: 1,
    });
    expect([wrong.status, wrong.json.errorMessages?.map(({ field }) => field)]).toEqual([
      400,
      ['settings.clientSecret', 'settings.ruName', 'secrets.verificationToken'],
    ]);
    const whole = await ok<Saved>('PUT', '/platform/apps/store/ebay/live', {
      clientId: 'Maple-PRD-1',
      settings: { ruName: 'Maple_Ship-MapleShi-PRD-abc' },
      version: 1,
    });
    expect(ebayOf(whole)?.missing).toEqual([]);
    expect(await offeredModes()).toContain('live');
    await ok('DELETE', '/platform/apps/store/ebay/live');
  });
});

describe('app registrations', () => {
  interface Apps {
    readonly registrations: {
      readonly slug: string;
      readonly clientId: string;
      readonly secretsSet: string[];
      readonly settings: Record<string, string>;
      readonly version: number;
    }[];
  }
  const shopify = (of: Apps) => of.registrations.find(({ slug }) => slug === 'shopify');
  const appOf = (tenantId: string) => appRegistrationOf(application.services, tenantId, 'store', 'shopify', 'live');

  test('the nearest one above holds, with its secrets opened; nobody ever reads a secret', async () => {
    expect(await appOf(world.people.admin.tenantId)).toBeUndefined();
    const put = await ok<Apps>('PUT', '/platform/apps/store/shopify/live', {
      clientId: 'operator',
      secrets: { clientSecret: 'shhh-1', webhookKey: 'shhh-2' },
      settings: { scopes: 'read_orders' },
      version: 0,
    });
    expect(shopify(put)).toEqual({
      kind: 'store',
      slug: 'shopify',
      mode: 'live',
      clientId: 'operator',
      secretsSet: ['clientSecret', 'webhookKey'],
      settings: { scopes: 'read_orders' },
      missing: [],
      expiresOn: null,
      version: 1,
    });
    expect(await appOf(world.people.admin.tenantId)).toEqual({
      tenantId: world.platformId,
      clientId: 'operator',
      secrets: { clientSecret: 'shhh-1', webhookKey: 'shhh-2' },
      settings: { scopes: 'read_orders' },
    });
    await ok<Apps>('PUT', `/platform/apps/store/shopify/live?franchiseId=${world.first.id}`, {
      clientId: 'own',
      secrets: { clientSecret: 'own-secret' },
      version: 0,
    });
    expect(await appOf(world.people.admin.tenantId)).toMatchObject({
      tenantId: world.first.id,
      clientId: 'own',
      secrets: { clientSecret: 'own-secret' },
    });
    expect(await appOf(world.people.foreign.tenantId)).toMatchObject({ clientId: 'operator' });
    const listed = await ask('GET', '/platform/apps');
    expect(listed.text).not.toContain('shhh');
    const bare = await database.db.tenant({ tenantId: world.platformId }, (tx) =>
      tx.selectFrom('app_registrations').selectAll().where('tenant_id', '=', world.platformId).execute(),
    );
    expect(JSON.stringify(bare)).not.toContain('shhh');
  });

  test('what is not sent stays, an empty secret goes, and a change from elsewhere is noticed', async () => {
    const kept = await ok<Apps>('PUT', '/platform/apps/store/shopify/live', { clientId: 'renamed', version: 1 });
    expect(shopify(kept)).toMatchObject({
      clientId: 'renamed',
      secretsSet: ['clientSecret', 'webhookKey'],
      settings: { scopes: 'read_orders' },
    });
    const less = await ok<Apps>('PUT', '/platform/apps/store/shopify/live', {
      clientId: 'renamed',
      secrets: { webhookKey: '' },
      version: 2,
    });
    expect(shopify(less)?.secretsSet).toEqual(['clientSecret']);
    expect((await appOf(world.people.foreign.tenantId))?.secrets).toEqual({ clientSecret: 'shhh-1' });
    expect((await ask('PUT', '/platform/apps/store/shopify/live', { clientId: 'x', version: 2 })).json.code).toBe(
      'stale_version',
    );
    const gone = await ok<Apps>('DELETE', '/platform/apps/store/shopify/live');
    expect(shopify(gone)).toBeUndefined();
    expect(await appOf(world.people.foreign.tenantId)).toBeUndefined();
    const left = await database.db.tenant({ tenantId: world.platformId }, (tx) =>
      tx.selectFrom('secrets').select('purpose').where('tenant_id', '=', world.platformId).execute(),
    );
    expect(left).toEqual([]);
    expect((await ask('DELETE', '/platform/apps/store/shopify/live')).json.code).toBe('not_found');
    expect((await ask('GET', `/platform/apps?franchiseId=${world.people.admin.tenantId}`)).json.code).toBe('not_found');
  });
});

describe('card keys', () => {
  test('are empty where the seller takes no cards, its own registration’s where it does, and never shown to support', async () => {
    const { admin, user, support } = world.people;
    const keys = () => ok<object>('GET', '/stripe/get-keys', undefined, admin);
    expect(await keys()).toEqual({ publishableKey: '', mode: 'none' });
    await ok<object>('PUT', '/platform/apps/card/stripe/sandbox', {
      clientId: 'pk_test_operator',
      secrets: { secretKey: 'sk_x' },
      version: 0,
    });
    // Its money would become the operator's: only the seller's own registration takes cards.
    expect(await keys()).toEqual({ publishableKey: '', mode: 'none' });
    await ok<object>('PUT', `/platform/apps/card/stripe/live?franchiseId=${world.first.id}`, {
      clientId: 'pk_live_first',
      secrets: { secretKey: 'sk_live_first' },
      version: 0,
    });
    expect(await keys()).toEqual({ publishableKey: 'pk_live_first', mode: 'live' });
    expect((await ask('GET', '/stripe/get-keys', undefined, user)).json.code).toBe('forbidden');
    const acted = await ok<{ tokens: { token: string } }>(
      'POST',
      '/admin/login/impersonate?username=admin',
      { reason: 'x' },
      support,
    );
    const seen = await client.call('GET', '/api/stripe/get-keys', { token: acted.tokens.token });
    expect(seen.json.data).toEqual({ publishableKey: '', mode: 'none' });
  });
});

describe('plans', () => {
  interface Plans {
    readonly plans: {
      readonly code: string;
      readonly name: string;
      readonly limits: object;
      readonly version: number;
      readonly customers: number;
      readonly monthlyPrice: object | null;
    }[];
  }
  test('names, features, limits and prices are the franchise’s; the codes are fixed', async () => {
    const { plans } = await ok<Plans>('GET', `/platform/franchises/${world.first.id}/plans`);
    expect(plans.map(({ code, customers }) => [code, customers])).toEqual([
      ['Basic', 0],
      ['Standard', 1],
      ['Advanced', 1],
    ]);
    const change = {
      name: 'Starter',
      features: ['Two people', 'Every carrier'],
      limits: { users: 2, stores: 1, labelsPerMonth: 500 },
      monthlyPriceMinor: 1900,
      version: 1,
    };
    const changed = await ok<Plans>('PUT', `/platform/franchises/${world.first.id}/plans/Standard`, change);
    expect(changed.plans[1]).toMatchObject({
      code: 'Standard',
      name: 'Starter',
      features: change.features,
      limits: change.limits,
      monthlyPrice: { minor: 1900, currency: 'CAD' },
      version: 2,
    });
    expect((await ask('PUT', `/platform/franchises/${world.first.id}/plans/Standard`, change)).json.code).toBe(
      'stale_version',
    );
    expect((await ask('PUT', `/platform/franchises/${world.first.id}/plans/Gold`, change)).json.code).toBe(
      'validation',
    );
    expect(await planLimitsOf(application.services, world.people.basic.tenantId)).toEqual(change.limits);
    expect(await planLimitsOf(application.services, world.people.admin.tenantId)).toEqual({
      users: null,
      stores: null,
      labelsPerMonth: null,
    });
    expect(await planLimitsOf(application.services, world.first.id)).toEqual({
      users: null,
      stores: null,
      labelsPerMonth: null,
    });
    const own = await ok<Plans>('GET', '/franchise/plans', undefined, world.people.franchise);
    expect(own.plans[1]?.name).toBe('Starter');
  });
});
