/** People of a company over HTTP: invitations with their mails, roles, suspension, removal, and who may not. */
import type { Person } from '@scanship/contracts/access/people';
import type { RoleMatrix } from '@scanship/contracts/access/roles';
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
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { json } from '../../platform/database/json-column.ts';
import { REQUEST_SEAL } from '../../platform/journal/journal-store.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const now = { value: new Date() };
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db, { clock: { now: () => now.value } }));
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
const ask = (method: Method, path: string, body?: unknown, person: TestUser = world.people.admin) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T>(method: Method, path: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, path, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
interface People {
  readonly people: Person[];
  readonly totalRecords: number;
  readonly seats: { readonly used: number; readonly limit: number | null };
}
const list = (query = '', person?: TestUser) => ok<People>('GET', `/users${query}`, undefined, person);
const builtIn = async (baseRole: string, person?: TestUser): Promise<string> => {
  const { roles } = await ok<RoleMatrix>('GET', '/roles', undefined, person);
  return roles.find((role) => role.builtIn && role.baseRole === baseRole)?.id ?? '';
};
/** Links of the invitations that are queued for an address, oldest first. */
const linksTo = async (email: string, tenantId = world.people.admin.tenantId): Promise<string[]> => {
  const rows = await database.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('effects')
      .select(['id', 'payload'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'email')
      .orderBy('id')
      .execute(),
  );
  const links: string[] = [];
  for (const { id, payload } of rows) {
    if ((payload as { to?: string }).to !== email) continue;
    const row = await database.db.secrets({ tenantId }, (tx) =>
      tx
        .selectFrom('effects')
        .select('sealed')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    const opened = application.services.sealer.openJson(tenantId, id, REQUEST_SEAL, row.sealed as Buffer) as {
      mail: { template: string; data: { link: string; tenantName: string; inviterName: string } };
    };
    if (opened.mail.template === 'invitation') links.push(opened.mail.data.link);
  }
  return links;
};
const tokenIn = (link: string | undefined): string => new URL(link ?? 'http://x').searchParams.get('invitation') ?? '';

describe('an invitation', () => {
  let invited: Person;

  test('is listed, mailed with a link to the franchise’s own host, and signed up with', async () => {
    invited = await ok<Person>('POST', '/users/invite', {
      email: 'Nina@Example.com',
      firstName: 'Nina',
      lastName: 'Berg',
      roleId: await builtIn('ROLE_CUSTOMER_USER'),
      locale: 'fr-CA',
    });
    expect(invited).toMatchObject({
      state: 'invited',
      email: 'Nina@Example.com',
      fullName: 'Nina Berg',
      role: { baseRole: 'ROLE_CUSTOMER_USER', builtIn: true },
      self: false,
      editable: true,
    });
    const [link] = await linksTo('Nina@Example.com');
    expect(link).toMatch(/^https?:\/\/first\.test\/auth\/register\?invitation=[\w-]{40,}$/);
    const shown = await client.call('GET', `/api/user/invitation/${tokenIn(link)}`);
    expect(shown.json.data).toMatchObject({ tenantName: 'Customer one', email: 'Nina@Example.com' });
    // On another franchise's site it is worth nothing.
    expect((await client.call('GET', `/api/user/invitation/${tokenIn(link)}`, { host: 'second.test' })).json.code).toBe(
      'invitation_invalid',
    );

    const signUp = await client.call('POST', '/api/user/sign-up', {
      body: {
        userName: 'nina',
        email: 'nina@example.com',
        password: 'a fine long passphrase',
        firstName: 'Nina',
        lastName: 'Berg',
        invitation: tokenIn(link),
      },
    });
    expect(signUp.status).toBe(200);
    const { people } = await list();
    const nina = people.find(({ userName }) => userName === 'nina');
    expect(nina).toMatchObject({ state: 'active', role: { baseRole: 'ROLE_CUSTOMER_USER' } });
    expect(people.some(({ state }) => state === 'invited')).toBe(false);
  });

  test('sent again, its old link is void; withdrawn, the new one is too', async () => {
    const roleId = await builtIn('ROLE_CUSTOMER_USER');
    const { id } = await ok<Person>('POST', '/users/invite', { email: 'omar@example.com', roleId });
    expect((await ask('POST', `/users/invitations/${id}/resend`)).json.code).toBe('wait_to_resend');
    now.value = new Date(now.value.getTime() + 61_000);
    await ok('POST', `/users/invitations/${id}/resend`);
    const links = await linksTo('omar@example.com');
    expect(links).toHaveLength(2);
    const look = async (link: string | undefined) =>
      (await client.call('GET', `/api/user/invitation/${tokenIn(link)}`)).status;
    expect([await look(links[0]), await look(links[1])]).toEqual([400, 200]);
    await ok('DELETE', `/users/invitations/${id}`);
    expect(await look(links[1])).toBe(400);
    expect((await ask('DELETE', `/users/invitations/${id}`)).json.code).toBe('not_found');
  });

  test('whoever is here or invited is not invited again; nonsense is refused', async () => {
    const roleId = await builtIn('ROLE_CUSTOMER_USER');
    expect(
      (await ask('POST', '/users/invite', { email: 'USER@example.com', roleId })).json.errorMessages?.[0],
    ).toMatchObject({ field: 'email', code: 'taken' });
    await ok('POST', '/users/invite', { email: 'twice@example.com', roleId });
    expect(
      (await ask('POST', '/users/invite', { email: 'twice@example.com', roleId })).json.errorMessages?.[0]?.field,
    ).toBe('email');
    expect((await ask('POST', '/users/invite', { email: 'no address', roleId })).json.code).toBe('validation');
    const foreignRole = await builtIn('ROLE_CUSTOMER_USER', world.people.basic);
    expect(
      (await ask('POST', '/users/invite', { email: 'x@example.com', roleId: foreignRole })).json.errorMessages?.[0]
        ?.field,
    ).toBe('roleId');
  });

  test('the plan’s places are counted with what is promised', async () => {
    const setUsers = (users: number | null) =>
      database.db.tenant({ tenantId: world.first.id }, (tx) =>
        tx
          .updateTable('plans')
          .set({ allowances: json({ users }) })
          .where('tenant_id', '=', world.first.id)
          .where('code', '=', 'Advanced')
          .execute(),
      );
    const { seats } = await list();
    expect(seats.limit).toBeNull();
    await setUsers(seats.used);
    const roleId = await builtIn('ROLE_CUSTOMER_USER');
    const full = await ask('POST', '/users/invite', { email: 'late@example.com', roleId });
    expect(full.json).toMatchObject({
      code: 'plan_limit',
      errorMessage: expect.stringContaining(`allows ${seats.used} people`) as string,
    });
    await setUsers(seats.used + 1);
    await ok('POST', '/users/invite', { email: 'late@example.com', roleId });
    expect((await list()).seats).toEqual({ used: seats.used + 1, limit: seats.used + 1 });
    await setUsers(null);
  });
});

describe('changes', () => {
  const idOf = async (userName: string, person?: TestUser) =>
    (await list('?size=200', person)).people.find((each) => each.userName === userName)?.id ?? '';

  test('another role holds from the next call on', async () => {
    const user = await idOf('user');
    const admin = await builtIn('ROLE_CUSTOMER_ADMIN');
    expect((await ask('GET', '/users', undefined, world.people.user)).json.code).toBe('forbidden');
    const changed = await ok<Person>('PUT', `/users/${user}/role`, { roleId: admin });
    expect(changed.role.baseRole).toBe('ROLE_CUSTOMER_ADMIN');
    expect((await ask('GET', '/users', undefined, world.people.user)).status).toBe(200);
    await ok('PUT', `/users/${user}/role`, { roleId: await builtIn('ROLE_CUSTOMER_USER') });
  });

  test('nobody changes themselves, and nobody somebody who holds more', async () => {
    const own = await idOf('admin');
    for (const [method, path, body] of [
      ['PUT', `/users/${own}/role`, { roleId: await builtIn('ROLE_CUSTOMER_USER') }],
      ['POST', `/users/${own}/suspend`, {}],
      ['DELETE', `/users/${own}`, undefined],
    ] as const)
      expect((await ask(method, path, body)).json).toMatchObject({
        code: 'forbidden',
        errorMessage: 'Nobody changes their own place.',
      });

    const lesser = await ok<{ id: string }>('POST', '/roles', {
      name: 'People only',
      baseRole: 'ROLE_CUSTOMER_ADMIN',
      pages: ['PROFILE_SETTINGS'],
      rights: ['users.manage'],
    });
    const user = await idOf('user');
    await ok('PUT', `/users/${user}/role`, { roleId: lesser.id });
    const asUser = world.people.user;
    const listed = await list('?size=200', asUser);
    expect(listed.people.find(({ userName }) => userName === 'admin')).toMatchObject({ editable: false, self: false });
    expect((await ask('POST', `/users/${own}/suspend`, {}, asUser)).json.errorMessage).toContain('holds more than you');
    expect(
      (
        await ask(
          'POST',
          '/users/invite',
          { email: 'up@example.com', roleId: await builtIn('ROLE_CUSTOMER_ADMIN') },
          asUser,
        )
      ).json.code,
    ).toBe('forbidden');
    await ok('PUT', `/users/${user}/role`, { roleId: await builtIn('ROLE_CUSTOMER_USER') });
  });

  test('suspended, a person is out at once and cannot come in; resumed, they can', async () => {
    const { user } = world.people;
    const id = await idOf('user');
    const signIn = () =>
      client.call('POST', '/api/user/sign-in', { body: { userName: 'user', password: TEST_PASSWORD } });
    expect((await signIn()).status).toBe(200);
    expect((await ok<Person>('POST', `/users/${id}/suspend`, { reason: 'Left' })).state).toBe('suspended');
    expect((await ask('GET', '/profile/me', undefined, user)).status).toBe(401);
    const refused = await signIn();
    expect([refused.status >= 400, refused.json.data]).toEqual([true, undefined]);
    expect((await ok<Person>('POST', `/users/${id}/resume`)).state).toBe('active');
    expect((await signIn()).status).toBe(200);
    // The old session stays ended.
    expect((await ask('GET', '/profile/me', undefined, user)).json.code).toBe('session_expired');
    tokens.set(user, (await sessionOf(application.services, user)).token);
  });

  test('removed, a person is gone and their name and address are free; what they did keeps their name', async () => {
    const { people } = await list('?size=200');
    const nina = people.find(({ userName }) => userName === 'nina');
    await ok('DELETE', `/users/${nina?.id}`);
    expect((await list('?size=200')).people.some(({ userName }) => userName === 'nina')).toBe(false);
    expect(
      (
        await client.call('POST', '/api/user/sign-in', {
          body: { userName: 'nina', password: 'a fine long passphrase' },
        })
      ).json.code,
    ).toBe('wrong_password');
    const again = await ask('POST', '/users/invite', {
      email: 'nina@example.com',
      roleId: await builtIn('ROLE_CUSTOMER_USER'),
    });
    expect(again.status).toBe(200);
    expect((await ask('DELETE', `/users/${nina?.id}`)).json.code).toBe('not_found');
    const kept = await database.db.identity({ realmId: world.first.id }, (tx) =>
      tx
        .selectFrom('users')
        .select(['first_name', 'state', 'password_hash'])
        .where('realm_id', '=', world.first.id)
        .where('id', '=', nina?.id ?? '')
        .executeTakeFirstOrThrow(),
    );
    expect(kept).toEqual({ first_name: 'Nina', state: 'erased', password_hash: null });
  });

  test('somebody who can manage people is always left, also when two administrators remove each other at once', async () => {
    const { basic } = world.people;
    const roleId = await builtIn('ROLE_CUSTOMER_ADMIN', basic);
    const { id } = await ok<Person>('POST', '/users/invite', { email: 'second@example.com', roleId }, basic);
    const [link] = await linksTo('second@example.com', basic.tenantId);
    await client.call('POST', '/api/user/sign-up', {
      body: {
        userName: 'second',
        email: 'second@example.com',
        password: 'a fine long passphrase',
        firstName: 'S',
        lastName: 'T',
        invitation: tokenIn(link),
      },
    });
    const { people } = await list('', basic);
    const other = people.find(({ userName }) => userName === 'second');
    const second: TestUser = {
      userName: 'second',
      userId: other?.id ?? '',
      realmId: basic.realmId,
      tenantId: basic.tenantId,
    };
    tokens.set(second, (await sessionOf(application.services, second)).token);
    expect(id).not.toBe(second.userId);
    const answers = await Promise.all([
      ask('DELETE', `/users/${second.userId}`, undefined, basic),
      ask('DELETE', `/users/${basic.userId}`, undefined, second),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await database.db.identity(basic, (tx) =>
      tx
        .selectFrom('memberships')
        .select('user_id')
        .where('realm_id', '=', basic.realmId)
        .where('tenant_id', '=', basic.tenantId)
        .execute(),
    );
    expect(left).toHaveLength(1);
  });

  test('the franchise’s and the operator’s own staff are run by the same calls', async () => {
    const { franchise } = world.people;
    expect((await list('?size=200', franchise)).people.map(({ userName }) => userName)).toEqual([
      'agent',
      'fran',
      'support',
    ]);
    const support = await idOf('support', franchise);
    expect((await ok<Person>('POST', `/users/${support}/suspend`, {}, franchise)).state).toBe('suspended');
    await ok('POST', `/users/${support}/resume`, undefined, franchise);
    expect((await list('', world.people.root)).people.map(({ userName, self }) => [userName, self])).toEqual([
      ['root', true],
    ]);
    expect((await ask('GET', '/users', undefined, world.people.support)).status).toBeGreaterThanOrEqual(401);
  });

  test('search, state and pages', async () => {
    const all = await list('?size=200');
    expect((await list('?search=USER@example')).people.map(({ userName }) => userName)).toEqual(['user']);
    expect((await list('?state=invited&size=200')).people.every(({ state }) => state === 'invited')).toBe(true);
    expect((await list('?state=unverified')).people.map(({ userName }) => userName)).toEqual(['unverified']);
    const second = await list('?size=2&page=2');
    expect(second.people).toEqual(all.people.slice(2, 4));
    expect(second.totalRecords).toBe(all.totalRecords);
  });
});
