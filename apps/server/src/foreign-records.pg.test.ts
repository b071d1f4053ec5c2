/**
 * Every call x every role x a tenant that is not theirs, made from the calls' descriptions: by id, in lists, and with the
 * other tenant's ids in the body. Nothing of it may be answered, and nothing of it may change.
 */
import type { Call } from '@scanship/contracts/call';
import { sample } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  TEST_PASSWORD,
  testServices,
  type TestWorld,
} from '../test/app-kit.ts';
import { bodySchema } from '../test/described-call.ts';
import { valuesOf } from '../test/near-schema.ts';
import { type CatalogTable, idOf, insertRow, makeRow, readCatalog } from '../test/row-maker.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { makeWholeApplication } from '../test/whole-app.ts';
import type { Application } from './application.ts';
import { BUILT_IN_ROLES, type BuiltInRole } from './modules/roles/index.ts';
import { addCustomer } from './modules/tenants/index.ts';
import { addUser } from './modules/users/index.ts';
import { withClient } from './platform/database/connection.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let catalog: CatalogTable[];
let calls: readonly Call[] = [];

interface Walker {
  readonly role: BuiltInRole;
  readonly person: TestUser;
}

/** Whoever has a role in a tenant, made on the spot. */
const personOf = async (tenantId: string, realmId: string, role: BuiltInRole): Promise<Walker> => {
  const { id } = await database.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('code', '=', role)
      .executeTakeFirstOrThrow(),
  );
  const userName = `${role.slice(5).toLowerCase().replaceAll('_', '-')}-${tenantId.slice(-6)}`;
  const added = await addUser(
    database.db,
    {
      realmId,
      tenantId,
      roleId: id,
      userName,
      email: `${userName}@example.com`,
      firstName: 'W',
      lastName: 'W',
      password: TEST_PASSWORD,
      verified: true,
    },
    new Date(),
  );
  if (!added.ok) throw new Error(added.problem.code);
  return { role, person: { userName, userId: added.value.userId, realmId, tenantId } };
};

const ENDS_SESSIONS: ReadonlySet<string> = new Set([
  'logout',
  'revertImpersonation',
  'lockSession',
  'unlockSession',
  'endOtherSessions',
  'impersonate',
]);
const tokens = new Map<Walker, string>();
/** A fresh one for calls that end or park the session they are made in. */
const tokenOf = async (walker: Walker, call: Call): Promise<string> => {
  const held = ENDS_SESSIONS.has(call.id) ? undefined : tokens.get(walker);
  const token = held ?? (await sessionOf(application.services, walker.person)).token;
  if (ENDS_SESSIONS.has(call.id)) tokens.delete(walker);
  else tokens.set(walker, token);
  return token;
};

interface Side {
  /** A tenant nobody of the walkers may see or touch. */
  readonly tenantId: string;
  readonly realmId: string;
  readonly userId: string;
  /** Whether its realm is nobody's of the walkers either. */
  readonly otherRealm: boolean;
  readonly walkers: readonly Walker[];
}
const sides: Side[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 16 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
  calls = application.routes.map(({ call }) => call).filter(({ auth }) => auth === 'access');

  const { people } = world;
  const second = world.second.id;
  const staff: BuiltInRole[] = ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT', 'ROLE_SUPPORT'];
  const neighbour = await addCustomer(database.db, { name: 'Neighbour', franchiseId: second, planName: 'Advanced' });
  const ofSecond = [
    ...(await Promise.all(staff.map((role) => personOf(second, second, role)))),
    await personOf(neighbour.tenantId, second, 'ROLE_CUSTOMER_ADMIN'),
    await personOf(neighbour.tenantId, second, 'ROLE_CUSTOMER_USER'),
  ];
  const ofFirst: Walker[] = [
    { role: 'ROLE_CUSTOMER_ADMIN', person: people.admin },
    { role: 'ROLE_CUSTOMER_USER', person: people.user },
  ];
  const staffOfFirst: Walker[] = [
    { role: 'ROLE_FRANCHISE_ADMIN', person: people.franchise },
    { role: 'ROLE_SUPPORT', person: people.support },
  ];
  const root: Walker = { role: 'ROLE_SUPER_ADMIN', person: people.root };
  const agent: Walker = { role: 'ROLE_SALES_AGENT', person: people.agent };
  const { basic, foreign } = people;
  sides.push(
    // A customer, for its neighbours, for the whole other franchise, and for an agent it is not assigned to.
    { ...basic, otherRealm: false, walkers: [...ofFirst, ...ofSecond, agent] },
    // A customer of the other franchise, for everybody of the first and for the operator.
    { ...foreign, otherRealm: true, walkers: [...ofFirst, ...staffOfFirst, agent, root] },
  );
  await withClient(database.migrator, async (connection) => {
    catalog = await readCatalog(connection);
    for (const side of sides)
      for (const table of catalog) {
        if (table.home === undefined || (table.home === 'realm_id' && !side.otherRealm)) continue;
        const owner = table.home === 'tenant_id' ? side.tenantId : side.realmId;
        await insertRow(connection, table.name, makeRow(catalog, table, owner)).catch((error: { code?: string }) => {
          // There already: settings, roles and so on.
          if (error.code !== '23505') throw error;
        });
      }
  });
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Every id in it is the foreign one. */
const pointed = (value: unknown, id: string): unknown => {
  if (typeof value === 'string') return UUID.test(value) ? id : value;
  if (Array.isArray(value)) return value.map((each) => pointed(each, id));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pointed(each, id)]));
  return value;
};
const bodiesOf = (call: Call, id: string, count: number): readonly unknown[] => {
  const schema = bodySchema(call);
  return schema === undefined
    ? [undefined]
    : sample(valuesOf(schema, false), { numRuns: count, seed: 11 }).map((body) => pointed(body, id));
};

const mayCall = (role: BuiltInRole, call: Call): boolean => {
  const { pages, rights } = BUILT_IN_ROLES[role];
  return (
    (call.permission === undefined || pages.includes(call.permission)) &&
    (call.roles === undefined || call.roles.includes(role)) &&
    (call.right === undefined || rights.includes(call.right))
  );
};

/** Ids by which something of the side could be named. */
const idsOf = (side: Side): readonly string[] => [
  ...new Set([idOf(side.tenantId), idOf(side.realmId), side.tenantId, side.userId]),
];
/** What must be in no answer: ids that only its own people know. The user's own name is asked for by impersonation. */
const needlesOf = (side: Side): readonly string[] => [
  idOf(side.tenantId),
  side.userId,
  `of ${side.tenantId.slice(-4)}`,
];

const ask = async (call: Call, walker: Walker, path: string, body: unknown) =>
  client.call(call.method, path, {
    token: await tokenOf(walker, call),
    host: walker.person.realmId === world.second.id ? 'second.test' : 'first.test',
    ...(body === undefined ? {} : { body }),
  });

/** All rows of the side in all tables, hashed per table. */
const pictureOf = (side: Side): Promise<Readonly<Record<string, string>>> =>
  withClient(database.migrator, async (connection) => {
    const picture: Record<string, string> = {};
    for (const { name, home } of catalog) {
      if (home === undefined || (home === 'realm_id' && !side.otherRealm)) continue;
      const owner = home === 'tenant_id' ? side.tenantId : side.realmId;
      const { rows } = await connection.query<{ hash: string }>(
        `SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${name} t WHERE ${home} = $1`,
        [owner],
      );
      picture[name] = rows[0]?.hash ?? '';
    }
    return picture;
  });

/**
 * By these the operator takes live accounts on, whoever's they are (right `connectors.inspect`): what they tell and do stands in the log
 * of acts. And it looks why a customer of any franchise of its own cannot ship. Everybody else meets these here as any other call.
 */
const INSPECTS: ReadonlySet<string> = new Set([
  'listLiveAccounts',
  'getLiveAccount',
  'startRecording',
  'listGoLiveChecks',
  'startGoLiveCheck',
  'getCustomerObstacles',
]);
const isInspection = (role: BuiltInRole, call: Call): boolean => role === 'ROLE_SUPER_ADMIN' && INSPECTS.has(call.id);

const REFUSALS = new Set(['not_found', 'validation', 'bad_request', 'no_labels', 'not_while_acting']);

describe.each([0, 1])('a tenant of others (%i)', (at) => {
  const side = (): Side => sides[at] as Side;
  const withId = () => calls.filter(({ path }) => path.includes('{id}') && !path.startsWith('/platforms'));

  test('is found by no id, by no role, whatever is asked of it; and stays as it is', { timeout: 180_000 }, async () => {
    const before = await pictureOf(side());
    const found: string[] = [];
    let stopped = 0;
    let asked = 0;
    for (const walker of side().walkers)
      for (const call of withId()) {
        if (isInspection(walker.role, call)) continue;
        const allowed = mayCall(walker.role, call);
        // Whom the role stops is asked once; access-matrix.pg.test.ts asks for them all.
        for (const id of idsOf(side()).slice(0, allowed ? undefined : 1)) {
          const path = `/api${call.path
            .replace('{id}', id)
            .replaceAll(/\{code\}/g, 'Basic')
            .replaceAll(/\{\w+\}/g, 'x')}`;
          for (const body of bodiesOf(call, id, allowed ? 2 : 1)) {
            const answer = await ask(call, walker, path, body);
            asked += 1;
            const code = answer.json.code ?? '';
            if (answer.status < 400 || answer.status >= 500)
              found.push(`${walker.role} ${call.id} ${id} ${answer.status} ${answer.text.slice(0, 200)}`);
            else if (!REFUSALS.has(code) && !(code === 'forbidden' && !allowed))
              found.push(`${walker.role} ${call.id} ${code}`);
            if (allowed && !['validation', 'bad_request'].includes(code)) stopped += 1;
          }
        }
      }
    expect([...new Set(found)]).toEqual([]);
    expect(asked).toBeGreaterThan(500);
    // Many were let past the form, so it is the tenant that stopped them.
    expect(stopped).toBeGreaterThan(100);
    expect(await pictureOf(side())).toEqual(before);
  });

  test('is in no list, and its ids in a body lead nowhere', { timeout: 180_000 }, async () => {
    const before = await pictureOf(side());
    const leaks: string[] = [];
    let answered = 0;
    for (const walker of side().walkers)
      for (const call of calls.filter(({ path, produces }) => !path.includes('{') && produces === undefined)) {
        if (!mayCall(walker.role, call) || call.upload || isInspection(walker.role, call)) continue;
        for (const id of idsOf(side()).slice(0, bodySchema(call) ? undefined : 1)) {
          for (const body of call.method === 'GET' ? [undefined] : bodiesOf(call, id, 2)) {
            const answer = await ask(call, walker, `/api${call.path}`, body);
            if (answer.status < 400) answered += 1;
            if (answer.status >= 500 && answer.json.code !== 'carrier_unavailable')
              leaks.push(`${walker.role} ${call.id} ${answer.status}`);
            // Their own log tells what they themselves asked for.
            if (call.id === 'listAudit') continue;
            // What was sent may come back; anything else of theirs may not.
            const sent = JSON.stringify(body ?? '');
            for (const needle of needlesOf(side()))
              if (answer.text.includes(needle) && !sent.includes(needle))
                leaks.push(`${walker.role} ${call.id} tells ${needle}`);
          }
        }
      }
    expect([...new Set(leaks)]).toEqual([]);
    expect(answered).toBeGreaterThan(50);
    expect(await pictureOf(side())).toEqual(before);
  });
});

test('its records are there for their owner', async () => {
  const own: string[] = [];
  const [side] = sides;
  if (!side) throw new Error('made above');
  const owner: Walker = { role: 'ROLE_CUSTOMER_ADMIN', person: world.people.basic };
  for (const call of calls.filter(({ method, path }) => method === 'GET' && path.includes('{id}'))) {
    const answer = await ask(call, owner, `/api${call.path.replace('{id}', idOf(side.tenantId))}`, undefined);
    if (answer.json.code !== 'not_found') own.push(call.id);
  }
  expect(own.length).toBeGreaterThan(2);
});
