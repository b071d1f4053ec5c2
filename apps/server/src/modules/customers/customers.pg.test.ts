/** A franchise's customers over HTTP: who sees which, with what, and what the franchise changes about them. */
import type { CustomerDetail, CustomerSummary } from '@scanship/contracts/network/customers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { reservePurchase } from '../billing/index.ts';
import { newId } from '../../platform/database/ids.ts';

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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, body?: unknown, person: TestUser = world.people.franchise) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T = CustomerDetail>(method: Method, path: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, path, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
interface List {
  readonly customers: CustomerSummary[];
  readonly totalRecords: number;
  readonly totalPage: number;
  readonly agents: { readonly id: string; readonly name: string }[];
}
const list = (query = '', person?: TestUser) => ok<List>('GET', `/franchise/customers${query}`, undefined, person);
/** At once, as it was quoted. */
const setPlan = async (id: string, plan: string) => {
  const { quote } = await ok<{ quote: string }>('GET', `/franchise/customers/${id}/plan/quote?plan=${plan}&when=now`);
  return ok<unknown>('PUT', `/franchise/customers/${id}/plan`, { plan, when: 'now', quote, reason: 'Agreed' });
};
const namesOf = (found: List) => found.customers.map(({ name }) => name);

describe('a customer', () => {
  let made: CustomerDetail;

  test('is created on a plan, its administrator invited, and ships with what the franchise has', async () => {
    const account = await application.carriers.addAccount(
      { tenantId: world.first.id, tenantKind: 'franchise' },
      { carrier: 'rate-sheet', name: 'First Courier', mode: 'live', credentials: {} },
    );
    expect(account.ok).toBe(true);
    made = await ok('POST', '/franchise/customers', {
      name: 'Écrins & Fils',
      plan: 'Basic',
      administratorEmail: 'chef@ecrins.example',
      timeZone: 'America/Halifax',
      locale: 'fr-CA',
    });
    expect(made).toMatchObject({
      name: 'Écrins & Fils',
      state: 'active',
      plan: 'Basic',
      people: 0,
      invited: true,
      agent: null,
      timeZone: 'America/Halifax',
      locale: 'fr-CA',
      credit: { limitMinor: null, owedMinor: 0, termsDays: 30 },
    });
    expect(made.users).toEqual([
      expect.objectContaining({ state: 'invited', email: 'chef@ecrins.example', canImpersonate: false }),
    ]);
    const grants = await database.db.tenant({ tenantId: made.id }, (tx) =>
      tx.selectFrom('account_grants').select(['name', 'owner_tenant_id']).where('tenant_id', '=', made.id).execute(),
    );
    expect(grants).toEqual([{ name: 'First Courier', owner_tenant_id: world.first.id }]);
    const mails = await database.db.tenant({ tenantId: made.id }, (tx) =>
      tx.selectFrom('effects').select('payload').where('tenant_id', '=', made.id).where('kind', '=', 'email').execute(),
    );
    expect(mails.map(({ payload }) => payload)).toEqual([
      { template: 'invitation', to: 'chef@ecrins.example', language: 'fr' },
    ]);
  });

  test('is found by name without case, by plan, by state and by somebody’s address', async () => {
    expect(namesOf(await list('?search=%C3%A9CRINS'))).toEqual(['Écrins & Fils']);
    expect(namesOf(await list('?search=basic@example.com'))).toEqual(['Customer two']);
    expect(namesOf(await list(`?search=${made.id}`))).toEqual(['Écrins & Fils']);
    expect(namesOf(await list('?plan=Standard'))).toEqual(['Customer two']);
    expect(namesOf(await list('?sort=newest'))[0]).toBe('Écrins & Fils');
    expect(namesOf(await list('?search=%25'))).toEqual([]);
    const page = await list('?size=2&page=2');
    expect([page.customers.length, page.totalRecords, page.totalPage]).toEqual([1, 3, 2]);
  });

  test('is renamed, its plan changed, with the tenant itself', async () => {
    const changed = await ok('PUT', `/franchise/customers/${made.id}`, {
      name: 'Écrins',
      note: 'Calls on Mondays',
      timeZone: 'America/Toronto',
      locale: 'en-CA',
      version: made.version,
    });
    expect(changed).toMatchObject({
      name: 'Écrins',
      note: 'Calls on Mondays',
      timeZone: 'America/Toronto',
      locale: 'en-CA',
    });
    const stale = await ask('PUT', `/franchise/customers/${made.id}`, { ...changed, note: '', version: made.version });
    expect(stale.json.code).toBe('stale_version');
    await setPlan(made.id, 'Advanced');
    expect((await ok('GET', `/franchise/customers/${made.id}`)).plan).toBe('Advanced');
    const tenant = await database.db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['name', 'plan_code', 'time_zone', 'locale'])
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow(),
    );
    expect(tenant).toEqual({ name: 'Écrins', plan_code: 'Advanced', time_zone: 'America/Toronto', locale: 'en' });
  });

  test('a lower plan takes SCANSHIP away at the next call', async () => {
    const { admin } = world.people;
    const pages = async () => {
      const profile = await ok<{ userRolePermission: { name: string; permission: boolean }[] }>(
        'GET',
        '/profile/me',
        undefined,
        admin,
      );
      return profile.userRolePermission.find(({ name }) => name === 'SCANSHIP')?.permission;
    };
    expect(await pages()).toBe(true);
    await setPlan(admin.tenantId, 'Standard');
    expect(await pages()).toBe(false);
    await setPlan(admin.tenantId, 'Advanced');
  });

  test('suspended, its people stop at their next call and cannot sign in; resumed, they go on', async () => {
    const { basic } = world.people;
    const suspended = await ok('POST', `/franchise/customers/${basic.tenantId}/suspend`, { reason: 'Unpaid' });
    expect(suspended).toMatchObject({ state: 'suspended', suspendedReason: 'Unpaid' });
    expect(suspended.users.every(({ canImpersonate }) => !canImpersonate)).toBe(true);
    expect((await ask('GET', '/profile/me', undefined, basic)).status).toBe(401);
    expect(namesOf(await list('?state=suspended'))).toEqual(['Customer two']);
    const acted = await ask('POST', '/admin/login/impersonate?username=basic', { reason: 'x' }, world.people.support);
    expect(acted.json.code).toBe('cannot_impersonate');
    expect(await ok('POST', `/franchise/customers/${basic.tenantId}/resume`)).toMatchObject({
      state: 'active',
      suspendedReason: null,
    });
    expect((await ask('GET', '/profile/me', undefined, basic)).status).toBe(200);
  });

  test('its credit limit holds for the next label', async () => {
    const id = world.people.admin.tenantId;
    const set = await ok('PUT', `/franchise/customers/${id}/credit`, { limitMinor: 1_000, termsDays: 14, note: 'New' });
    expect(set.credit).toEqual({
      limitMinor: 1_000,
      currency: 'CAD',
      owedMinor: 0,
      reservedMinor: 0,
      termsDays: 14,
      note: 'New',
    });
    const reserve = (minor: number) =>
      database.db.tenant({ tenantId: id }, async (tx) => {
        const price = { minor, currency: 'CAD' };
        const chain = [
          { from: null, to: world.first.id, price, lines: [], markupVersions: [] },
          { from: world.first.id, to: id, price, lines: [], markupVersions: [] },
        ];
        return reservePurchase(tx, { tenantId: id, purchaseId: newId(), chain });
      });
    expect((await reserve(900)).ok).toBe(true);
    const over = await reserve(200);
    expect(over.ok ? 'ok' : over.problem.code).toBe('insufficient_funds');
    expect(
      (await ok('PUT', `/franchise/customers/${id}/credit`, { limitMinor: null, termsDays: 30, note: '' })).credit
        ?.limitMinor,
    ).toBeNull();
    expect((await reserve(200)).ok).toBe(true);
    expect(
      (await ask('PUT', `/franchise/customers/${id}/credit`, { limitMinor: -1, termsDays: 30, note: '' })).json.code,
    ).toBe('validation');
  });
});

describe('who sees what', () => {
  test('a sales agent sees exactly those assigned, read only; the franchise assigns only its agents', async () => {
    const { agent, basic, support } = world.people;
    expect(namesOf(await list('', agent))).toEqual([]);
    expect((await ask('GET', `/franchise/customers/${basic.tenantId}`, undefined, agent)).json.code).toBe('not_found');
    const { agents } = await list();
    expect(agents).toEqual([{ id: agent.userId, name: 'agent Test' }]);
    const assigned = await ok('PUT', `/franchise/customers/${basic.tenantId}/agent`, { agentId: agent.userId });
    expect(assigned.agent).toEqual({ id: agent.userId, name: 'agent Test' });
    expect(namesOf(await list('', agent))).toEqual(['Customer two']);
    const seen = await ok('GET', `/franchise/customers/${basic.tenantId}`, undefined, agent);
    expect([
      seen.credit,
      seen.figures.margin30 === null,
      seen.users.some(({ canImpersonate }) => canImpersonate),
    ]).toEqual([null, false, false]);
    for (const person of [support.userId, basic.userId])
      expect(
        (await ask('PUT', `/franchise/customers/${basic.tenantId}/agent`, { agentId: person })).json.errorMessages?.[0]
          ?.field,
      ).toBe('agentId');
    for (const [method, path] of [
      ['POST', 'suspend'],
      ['PUT', 'plan'],
      ['PUT', 'credit'],
      ['PUT', 'agent'],
      ['POST', 'invite'],
    ] as const)
      for (const person of [agent, support])
        expect(
          (
            await ask(
              method,
              `/franchise/customers/${basic.tenantId}/${path}`,
              {
                reason: 'x',
                plan: 'Basic',
                quote: 'as it was shown',
                limitMinor: 1,
                termsDays: 1,
                note: '',
                agentId: null,
                email: 'a@b.example',
              },
              person,
            )
          ).json.code,
        ).toBe('forbidden');
    expect((await ok('PUT', `/franchise/customers/${basic.tenantId}/agent`, { agentId: null })).agent).toBeNull();
    expect(namesOf(await list('', agent))).toEqual([]);
  });

  test('support sees all without margin and credit, and whom it may act as', async () => {
    const { support, admin } = world.people;
    const found = await list('', support);
    expect(found.customers).toHaveLength(3);
    expect(found.agents).toEqual([]);
    const seen = await ok('GET', `/franchise/customers/${admin.tenantId}`, undefined, support);
    expect([seen.credit, seen.figures.margin30]).toEqual([null, null]);
    expect(
      seen.users
        .filter(({ canImpersonate }) => canImpersonate)
        .map(({ userName }) => userName)
        .toSorted(),
    ).toEqual(['admin', 'unverified', 'user']);
  });

  test('another franchise’s customer is nobody’s here', async () => {
    const { foreign } = world.people;
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '/plan', { plan: 'Basic', quote: 'as it was shown', reason: 'x' }],
      ['POST', '/suspend', { reason: 'x' }],
      ['POST', '/invite', { email: 'a@b.example' }],
    ] as const)
      expect((await ask(method, `/franchise/customers/${foreign.tenantId}${path}`, body)).json.code).toBe('not_found');
    expect(namesOf(await list('?size=200'))).not.toContain('Customer of the second');
  });
});

test('every change and every try is in the franchise’s own log, with what was to be done', async () => {
  interface Entry {
    readonly outcome: string;
    readonly actors: { readonly userName: string }[];
    readonly details: { readonly told?: object };
  }
  const { entries } = await ok<{ entries: Entry[] }>('GET', '/audit?size=200&action=setCustomerPlan');
  expect(entries.map(({ outcome, actors, details }) => [outcome, actors.at(-1)?.userName, details.told])).toEqual([
    // Another franchise's customer; then a role that may not.
    ['refused', 'fran', { plan: 'Basic', reason: 'x' }],
    ['refused', 'support', { plan: 'Basic', reason: 'x' }],
    ['refused', 'agent', { plan: 'Basic', reason: 'x' }],
    ['done', 'fran', { plan: 'Advanced', reason: 'Agreed' }],
    ['done', 'fran', { plan: 'Standard', reason: 'Agreed' }],
    ['done', 'fran', { plan: 'Advanced', reason: 'Agreed' }],
  ]);
});

test('views of the list are kept by each person for themselves', async () => {
  const { franchise, agent } = world.people;
  const filterList = JSON.stringify([{ name: 'Newest', filters: { plan: 'Standard', sort: 'newest' } }]);
  await ok('POST', '/master/table-ui-filters', { table: 'customers', filterList });
  const kept = async (person: TestUser) =>
    (await ok<{ filterList: string }>('GET', '/master/table-ui-filters?table=customers', undefined, person)).filterList;
  expect([await kept(franchise), await kept(agent)]).toEqual([filterList, '[]']);
});
