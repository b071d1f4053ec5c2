import type { PackageEntry, PackageSuggestion } from '@scanship/contracts/products/packages';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestClient,
  testServices,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import { contextOf, newOrder } from '../../../test/order-fixture.ts';
import type { Application } from '../../application.ts';
import { newId } from '../../platform/database/ids.ts';
import { createOrders, ownStore } from '../orders/index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let tenant: { readonly tenantId: string; readonly realmId: string };
const tokens = { admin: '', foreign: '' };

beforeAll(async () => {
  database = await createTestDatabase();
  const world = await makeWorld(database.db);
  const services = testServices(database.db);
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  tenant = world.people.admin;
  tokens.admin = (await sessionOf(services, world.people.admin)).token;
  tokens.foreign = (await sessionOf(services, world.people.foreign)).token;
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

type Body = Record<string, unknown>;
interface Said<T> {
  readonly status: number;
  readonly json: TestAnswer['json'];
  readonly data: T;
}
const call = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  who = tokens.admin,
): Promise<Said<T>> => {
  const answer = await client.call(method, `/api/package-manager/${path}`, {
    token: who,
    body,
    ...(who === tokens.foreign ? { host: 'second.test' } : {}),
  });
  return { status: answer.status, json: answer.json, data: answer.json.data as T };
};
const size = (lengthMm: number, widthMm: number, heightMm: number) => ({ lengthMm, widthMm, heightMm });
const box = (name: string, outer: ReturnType<typeof size>, more: Body = {}): Body => ({
  name,
  outer,
  tareGrams: 100,
  isDefault: false,
  ...more,
});
const add = (body: Body) => call<PackageEntry>('POST', 'add', body);
const names = async (who = tokens.admin): Promise<string[]> =>
  (await call<{ packages: PackageEntry[] }>('GET', 'all', undefined, who)).data.packages.map(
    ({ name, isDefault }) => `${name}${isDefault ? ' (default)' : ''}`,
  );

describe('the calls of the package manager', () => {
  test('the first box becomes the default; another may take over; the default cannot be taken away without one', async () => {
    const small = await add(box('Small', size(200, 150, 100), { maxGrams: 2000, costMinor: 40 }));
    expect(small).toMatchObject({
      status: 200,
      data: { isDefault: true, cost: { minor: 40, currency: 'CAD' }, version: 1 },
    });
    await add(box('Large', size(400, 300, 200), { costMinor: 120, isDefault: true }));
    expect(await names()).toEqual(['Large (default)', 'Small']);
    const entry = (await call<{ packages: PackageEntry[] }>('GET', 'all')).data.packages[0];
    const { isDefault: _default, ...large } = entry!;
    const put = (more: Body) => call('PUT', `update/${large.id}`, { ...large, costMinor: 120, ...more });
    expect(await put({ isDefault: false })).toMatchObject({
      status: 400,
      json: { errorMessages: [{ field: 'isDefault' }] },
    });
    expect(await put({ isDefault: true, inner: size(401, 10, 10) })).toMatchObject({
      status: 400,
      json: { errorMessages: [{ field: 'inner', message: 'The room inside cannot be larger than the box itself.' }] },
    });
    expect(await put({ isDefault: true, name: 'small' })).toMatchObject({
      status: 400,
      json: { errorMessages: [{ field: 'name', message: 'Another package has this name.' }] },
    });
    expect(await put({ isDefault: true, inner: size(390, 290, 190) })).toMatchObject({
      status: 200,
      data: { inner: { lengthMm: 390 }, version: 2 },
    });
    expect(await put({ isDefault: true })).toMatchObject({ status: 409, json: { code: 'stale_version' } });
  });

  test('of a deleted default the next by name takes the place; nobody else sees or changes any of it', async () => {
    const extra = await add(box('Extra', size(100, 100, 100), { isDefault: true }));
    expect(await names(tokens.foreign)).toEqual([]);
    expect((await call('DELETE', `delete/${extra.data.id}`, undefined, tokens.foreign)).status).toBe(404);
    expect((await call('DELETE', `delete/${extra.data.id}`)).status).toBe(200);
    expect(await names()).toEqual(['Large (default)', 'Small']);
    expect((await call('GET', `get/${extra.data.id}`)).status).toBe(404);
    expect((await call('DELETE', `delete/${extra.data.id}`)).status).toBe(404);
  });

  test('a packaging is only offered and added where the customer ships with its carrier', async () => {
    expect((await call('GET', 'presets')).data).toEqual({ packagings: [] });
    const preset = { carrier: 'ups', presetCode: 'ups-express-pak', isDefault: false };
    expect(await add(preset)).toMatchObject({ status: 400, json: { errorMessages: [{ field: 'presetCode' }] } });
    const lent = await application.carriers.addAccount(
      { tenantId: tenant.tenantId, tenantKind: 'customer' },
      {
        carrier: 'ups',
        name: 'UPS',
        mode: 'sandbox',
        credentials: { clientId: 'client', clientSecret: 'secret', accountNumber: 'A1B2C3' },
      },
    );
    expect(lent.ok).toBe(true);
    const { packagings } = (await call<{ packagings: { presetCode: string }[] }>('GET', 'presets')).data;
    expect(packagings.find(({ presetCode }) => presetCode === 'ups-express-pak')).toMatchObject({
      carrierName: 'UPS',
      added: false,
      outer: { lengthMm: 406, widthMm: 324, heightMm: 51 },
    });
    const added = await add(preset);
    expect(added).toMatchObject({
      status: 200,
      data: {
        name: 'UPS Express Pak',
        kind: 'preset',
        carrierName: 'UPS',
        presetCode: 'ups-express-pak',
        outer: { lengthMm: 406 },
      },
    });
    // Its size stays the carrier's.
    const changed = await call<PackageEntry>(
      'PUT',
      `update/${added.data.id}`,
      box('Pak', size(10, 10, 10), { version: 1 }),
    );
    expect(changed.data).toMatchObject({ name: 'Pak', outer: { lengthMm: 406 }, tareGrams: 100 });
  });
});

describe('a suggestion', () => {
  test('fits what an order still needs into boxes by the sizes of its products, and says what is missing', async () => {
    const orders = await database.db.tenant(tenant, async (tx) => {
      const storeId = await ownStore(contextOf(tenant), tx);
      const cube = { sku: 'CUBE', sku_key: 'cube', title: 'Cube', weight_g: 300, l_mm: 90, w_mm: 90, h_mm: 90 };
      await tx
        .insertInto('products')
        .values({ tenant_id: tenant.tenantId, id: newId(), ...cube })
        .execute();
      const line = (sku: string, quantity: number) => ({ sku, title: sku, quantity, unitMinor: 100, weightGrams: 300 });
      const made = await createOrders(
        contextOf(tenant),
        tx,
        [
          newOrder(storeId, 'P-1', { items: [line('CUBE', 2)] }),
          newOrder(storeId, 'P-2', { items: [line('CUBE', 12)] }),
          newOrder(storeId, 'P-3', { items: [line('CUBE', 1), line('UNKNOWN', 1)] }),
        ],
        { why: 'test', now: new Date() },
      );
      if (!made.ok) throw new Error(JSON.stringify(made.problem));
      return made.value.map(({ id }) => id);
    });
    const { suggestions } = (await call<{ suggestions: PackageSuggestion[] }>('POST', 'suggest', { orderIds: orders }))
      .data;
    expect(suggestions).toMatchObject([
      {
        basis: 'measured',
        note: null,
        parcels: [{ packageName: 'Small', items: [{ line: 1, quantity: 2 }], weightGrams: 700 }],
      },
      { basis: 'measured', parcels: [{ packageName: 'Large', items: [{ line: 1, quantity: 12 }], weightGrams: 3700 }] },
      {
        basis: 'default-box',
        parcels: [{ packageName: 'Large' }],
        note: expect.stringContaining('“UNKNOWN” has no dimensions'),
      },
    ]);
  });
});
