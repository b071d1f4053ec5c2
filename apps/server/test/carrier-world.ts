/** The whole application with simulated carriers, its people, and a customer with an order to quote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulator as ups } from '@scanship/carrier-ups/simulator';
import { simulator as express } from '@scanship/sample-testline-express/simulator';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { Simulator } from '@scanship/simulator-kit/simulator';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import type { FastifyInstance } from 'fastify';
import { type Application, type ApplicationOptions, createApplication } from '../src/application.ts';
import type { Config } from '../src/config/config.ts';
import type { CarrierRegistry } from '../src/modules/carriers/index.ts';
import { createOrders } from '../src/modules/orders/index.ts';
import { newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestUser,
  testServices,
  type TestWorld,
} from './app-kit.ts';
import { contextOf, newOrder, SHIP_FROM } from './order-fixture.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type PersonName = keyof TestWorld['people'];

export interface CarrierWorld {
  readonly database: TestDatabase;
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly world: TestWorld;
  /** Answers as the person's browser gets them. */
  call(
    who: PersonName,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    host?: string,
  ): Promise<TestAnswer>;
  /** A customer ships from Montreal and has one order to Toronto. */
  newOrderOf(person: TestUser): Promise<string>;
  /** Faults of the carriers' simulators. */
  readonly simulators: SimulatorAdmin;
  /** Moves the clock. */
  readonly clock: { value: Date };
  close(): Promise<void>;
}

export async function makeCarrierWorld(
  options: {
    readonly registry?: CarrierRegistry;
    readonly config?: Partial<Config>;
    /** Further simulators, by slug. */
    readonly more?: Readonly<Record<string, Simulator>>;
  } & Pick<ApplicationOptions, 'goLive' | 'labels'> = {},
): Promise<CarrierWorld> {
  const database = await createTestDatabase();
  const world = await makeWorld(database.db);
  const books = mkdtempSync(path.join(tmpdir(), 'scanship-carriers-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir: books,
    simulators: {
      ups: () => Promise.resolve(ups),
      'testline-express': () => Promise.resolve(express),
      ...Object.fromEntries(
        Object.entries(options.more ?? {}).map(([slug, each]) => [slug, () => Promise.resolve(each)]),
      ),
    },
  });
  const clock = { value: new Date() };
  const services = testServices(database.db, {
    ...(options.config && { config: options.config }),
    clock: { now: () => clock.value },
  });
  const application = createApplication(services, {
    version: 'test',
    registry: options.registry,
    goLive: options.goLive,
    labels: options.labels,
    simulators: {
      addressOf: (slug) =>
        Promise.resolve(host.addressOf(slug === 'ups' || options.more?.[slug] ? slug : 'testline-express')),
      owns: (address) => host.owns(address),
    },
  });
  const app = await application.http();
  const client = await makeClient(app);
  /** A token lives for a quarter of an hour; whoever moves the clock further signs in again. */
  const tokens = new Map<PersonName, { readonly token: string; readonly at: number }>();
  const FRESH_MS = 10 * 60_000;
  return {
    database,
    application,
    app,
    world,
    clock,
    simulators: createSimulatorAdmin(host.address),
    async call(who, method, path, body, host) {
      const at = clock.value.getTime();
      const known = tokens.get(who);
      const token =
        known && Math.abs(at - known.at) < FRESH_MS
          ? known.token
          : (await sessionOf(services, world.people[who])).token;
      if (token !== known?.token) tokens.set(who, { token, at });
      const ownHost = world.people[who].realmId === world.second.id ? 'second.test' : 'first.test';
      return client.call(method, `/api${path}`, {
        token,
        host: host ?? ownHost,
        ...(body === undefined ? {} : { body }),
      });
    },
    async newOrderOf(person) {
      const storeId = newId();
      await database.db.tenant(person, async (tx) => {
        await tx
          .insertInto('stores')
          .values({
            tenant_id: person.tenantId,
            id: storeId,
            platform_code: 'manual',
            external_account: storeId,
            name: 'Manual orders',
            state: 'connected',
          })
          .execute();
        await tx
          .insertInto('locations')
          .values({
            tenant_id: person.tenantId,
            id: newId(),
            name: storeId,
            address: json(SHIP_FROM),
            time_zone: 'America/Toronto',
            is_default: true,
          })
          .execute();
      });
      const made = await database.db.tenant(person, (tx) =>
        createOrders(contextOf(person), tx, [newOrder(storeId, 'M-1')], { why: 'test', now: clock.value }),
      );
      const [order] = made.ok ? made.value : [];
      if (!order) throw new Error('the order was not made');
      return order.id;
    },
    async close() {
      await app.close();
      await application.close();
      await host.close();
      await database.drop();
      rmSync(books, { recursive: true, force: true });
    },
  };
}
