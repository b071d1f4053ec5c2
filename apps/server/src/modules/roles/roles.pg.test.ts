/** Custom roles over HTTP: never more than the base role or the editor, held to at the next call, deleted only with care. */
import type { Role, RoleMatrix } from '@scanship/contracts/access/roles';
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
import { refusalOf } from '../../platform/http/authorise.ts';
import { setMemberRole } from '../users/index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 6 });
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
const ask = (method: Method, path: string, body?: unknown, person: TestUser = world.people.admin) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const matrixOf = async (person?: TestUser): Promise<RoleMatrix> =>
  (await ask('GET', '/roles', undefined, person)).json.data as RoleMatrix;
const add = async (body: object, person?: TestUser): Promise<Role> => {
  const answer = await ask('POST', '/roles', body, person);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data as Role;
};
const give = (person: TestUser, roleId: string) =>
  database.db.identity(person, (tx) => setMemberRole(tx, person, roleId));
const PACKER = {
  name: 'Packer',
  baseRole: 'ROLE_CUSTOMER_USER',
  pages: ['ECOMMERCE_ORDERS', 'SCANSHIP'],
  rights: ['orders.edit', 'labels.print'],
};

describe('the matrix', () => {
  test('shows what each kind of company has and what may be given', async () => {
    const customer = await matrixOf();
    expect(customer.roles.map(({ baseRole, builtIn }) => [baseRole, builtIn])).toEqual([
      ['ROLE_CUSTOMER_ADMIN', true],
      ['ROLE_CUSTOMER_USER', true],
    ]);
    expect(customer.roles.map(({ people }) => people)).toEqual([1, 2]);
    expect(customer.baseRoles.map(({ baseRole }) => baseRole).toSorted()).toEqual([
      'ROLE_CUSTOMER_ADMIN',
      'ROLE_CUSTOMER_USER',
    ]);
    const franchise = await matrixOf(world.people.franchise);
    expect(franchise.roles.map(({ baseRole }) => baseRole).toSorted()).toEqual([
      'ROLE_FRANCHISE_ADMIN',
      'ROLE_SALES_AGENT',
      'ROLE_SUPPORT',
    ]);
    const platform = await matrixOf(world.people.root);
    expect(platform.roles.map(({ baseRole }) => baseRole)).toEqual(['ROLE_SUPER_ADMIN']);
    for (const person of [world.people.user, world.people.agent, world.people.support])
      expect((await ask('GET', '/roles', undefined, person)).json.code).toBe('forbidden');
  });

  test('SCANSHIP is nobody’s below the Advanced plan', async () => {
    const [admin] = (await matrixOf(world.people.basic)).roles;
    expect(admin?.pages).not.toContain('SCANSHIP');
    expect(
      (await matrixOf(world.people.basic)).baseRoles.some(({ grantablePages }) => grantablePages.includes('SCANSHIP')),
    ).toBe(false);
    const refused = await ask('POST', '/roles', PACKER, world.people.basic);
    expect(refused.json.errorMessages).toEqual([expect.objectContaining({ field: 'pages', code: 'too_much' })]);
  });
});

describe('a custom role', () => {
  test('lets its people do exactly what it holds, from the next call on', async () => {
    const role = await add(PACKER);
    expect(role).toMatchObject({ ...PACKER, builtIn: false, people: 0, assignable: true, version: 1 });
    const { user } = world.people;
    await give(user, role.id);
    const profile = async () =>
      (await ask('GET', '/profile/me', undefined, user)).json.data as {
        roleName: string;
        customRole: string | null;
        rights: string[];
        userRolePermission: { name: string; permission: boolean }[];
      };
    const mine = await profile();
    expect(mine).toMatchObject({ roleName: 'ROLE_CUSTOMER_USER', customRole: 'Packer' });
    expect(mine.rights.toSorted()).toEqual(['labels.print', 'orders.edit']);
    expect(mine.userRolePermission).toHaveLength(9);
    expect(
      mine.userRolePermission
        .filter(({ permission }) => permission)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['ECOMMERCE_ORDERS', 'SCANSHIP']);
    const voided = () => ask('DELETE', '/shipment/0199a000-0000-7000-8000-00000000dead/cancel', undefined, user);
    expect((await voided()).json.code).toBe('forbidden');
    expect((await ask('POST', '/orders/all?page=1', {}, user)).status).toBe(200);
    expect((await ask('GET', '/dashboard', undefined, user)).json.code).toBe('forbidden');

    const more = await ask('PUT', `/roles/${role.id}`, { ...PACKER, rights: ['labels.void'], version: 1 });
    expect(more.json.data).toMatchObject({ rights: ['labels.void'], people: 1, version: 2 });
    expect((await voided()).json.code).toBe('not_found');
    // A right counts only below a page that the role holds.
    const less = await ask('PUT', `/roles/${role.id}`, {
      ...PACKER,
      pages: ['DASHBOARD'],
      rights: ['labels.void'],
      version: 2,
    });
    expect(less.status).toBe(200);
    expect((await profile()).rights).toEqual([]);
    expect((await ask('PUT', `/roles/${role.id}`, { ...PACKER, version: 1 })).json.code).toBe('stale_version');
    const holders = (await ask('GET', `/roles/${role.id}/people`)).json.data as { people: { userName: string }[] };
    expect(holders.people.map(({ userName }) => userName)).toEqual(['user']);
  });

  test('is never more than its base role', async () => {
    for (const over of [
      { pages: ['PROFILE_SETTINGS'] },
      { rights: ['users.manage'] },
      { rights: ['platform.franchises'] },
      { rights: ['customers.impersonate'] },
    ])
      expect((await ask('POST', '/roles', { ...PACKER, name: 'X', ...over })).json.errorMessages?.[0]?.code).toBe(
        'too_much',
      );
    for (const over of [{ pages: ['NO_PAGE'] }, { rights: ['no.right'] }, { baseRole: 'ROLE_USER' }, { name: ' ' }])
      expect((await ask('POST', '/roles', { ...PACKER, name: 'X', ...over })).json.code).toBe('validation');
    expect(
      (await ask('POST', '/roles', { ...PACKER, name: 'X', baseRole: 'ROLE_SUPPORT', pages: [], rights: [] })).json
        .errorMessages?.[0]?.field,
    ).toBe('baseRole');
    expect((await ask('POST', '/roles', { ...PACKER, name: ' packer ' })).json.errorMessages?.[0]?.field).toBe('name');
  });

  test('is never more than the editor’s own, and nobody changes their own role or one above it', async () => {
    const lesser = await add({
      name: 'Office',
      baseRole: 'ROLE_CUSTOMER_ADMIN',
      pages: ['DASHBOARD', 'ECOMMERCE_ORDERS', 'PROFILE_SETTINGS'],
      rights: ['roles.manage', 'users.manage', 'orders.edit'],
    });
    const { user } = world.people;
    await give(user, lesser.id);
    const matrix = await matrixOf(user);
    expect(
      matrix.roles
        .filter(({ assignable }) => assignable)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Office', 'Packer']);
    const refused = await ask(
      'POST',
      '/roles',
      { ...PACKER, name: 'Buyer', pages: ['ECOMMERCE_ORDERS'], rights: ['labels.buy'] },
      user,
    );
    expect(refused.json.errorMessages?.[0]).toMatchObject({ field: 'rights', code: 'too_much' });
    const body = { name: 'Office', pages: lesser.pages, rights: lesser.rights, version: 1 };
    expect((await ask('PUT', `/roles/${lesser.id}`, body, user)).json.errorMessage).toContain('the role they have');
    const above = await add({ ...PACKER, name: 'Buyer', rights: ['labels.buy'] });
    expect(
      (await ask('PUT', `/roles/${above.id}`, { ...PACKER, name: 'Mine', version: 1 }, user)).json.errorMessage,
    ).toContain('holds more');
    expect((await ask('DELETE', `/roles/${above.id}`, undefined, user)).json.code).toBe('forbidden');
    // A role that holds what the editor lacks keeps it when somebody who may edit it does.
    const [builtIn] = matrix.roles;
    expect((await ask('PUT', `/roles/${builtIn?.id}`, { ...PACKER, version: 1 })).json.errorMessage).toContain(
      'built-in',
    );
    expect((await ask('DELETE', `/roles/${builtIn?.id}`)).json.code).toBe('forbidden');
  });

  test('keeps SCANSHIP over a spell on a lower plan', async () => {
    const role = await add({ ...PACKER, name: 'Scanner' });
    const setPlan = (plan: 'Basic' | 'Advanced') =>
      database.db.system((tx) =>
        tx.updateTable('tenants').set({ plan_code: plan }).where('id', '=', world.people.admin.tenantId).execute(),
      );
    await setPlan('Basic');
    const below = await ask('PUT', `/roles/${role.id}`, {
      name: 'Scanner',
      pages: ['ECOMMERCE_ORDERS'],
      rights: [],
      version: 1,
    });
    expect((below.json.data as Role).pages).toEqual(['ECOMMERCE_ORDERS']);
    await setPlan('Advanced');
    expect((await matrixOf()).roles.find(({ id }) => id === role.id)?.pages.toSorted()).toEqual([
      'ECOMMERCE_ORDERS',
      'SCANSHIP',
    ]);
  });
});

describe('deleting', () => {
  test('one that nobody has goes; one in use only with a replacement, which its people get', async () => {
    const unused = await add({ ...PACKER, name: 'Unused' });
    expect((await ask('DELETE', `/roles/${unused.id}`)).json.data).toEqual({ moved: 0 });
    expect((await ask('DELETE', `/roles/${unused.id}`)).json.code).toBe('not_found');

    const used = await add({ ...PACKER, name: 'Used' });
    const successor = await add({ ...PACKER, name: 'Successor', rights: [] });
    const { user } = world.people;
    await give(user, used.id);
    expect((await ask('DELETE', `/roles/${used.id}`)).json).toMatchObject({
      code: 'role_in_use',
      errorMessage: 'One person has this role or is invited with it.',
    });
    for (const replacement of [used.id, unused.id, '0199a000-0000-7000-8000-00000000dead'])
      expect((await ask('DELETE', `/roles/${used.id}?replacement=${replacement}`)).json.errorMessages?.[0]?.field).toBe(
        'replacement',
      );
    expect((await ask('DELETE', `/roles/${used.id}?replacement=${successor.id}`)).json.data).toEqual({ moved: 1 });
    const profile = (await ask('GET', '/profile/me', undefined, user)).json.data as { customRole: string };
    expect(profile.customRole).toBe('Successor');
  });
});

test('ROLE_USER is the same role as ROLE_CUSTOMER_USER wherever a role is compared', () => {
  const ctx = { permissions: new Set<never>(), rights: new Set<never>(), actors: [] };
  expect(refusalOf({ ...ctx, role: 'ROLE_CUSTOMER_USER' }, { id: 'any', roles: ['ROLE_USER'] })).toBeUndefined();
  expect(refusalOf({ ...ctx, role: 'ROLE_USER' }, { id: 'any', roles: ['ROLE_CUSTOMER_USER'] })).toBeUndefined();
  expect(refusalOf({ ...ctx, role: 'ROLE_USER' }, { id: 'any', roles: ['ROLE_CUSTOMER_ADMIN'] })).toBe('forbidden');
});
