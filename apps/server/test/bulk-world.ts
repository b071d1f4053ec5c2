/** A customer with sample carriers, the whole application over them, and orders to ship in bulk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { simulator as express } from '@scanship/sample-testline-express/simulator';
import { simulator as ground } from '@scanship/sample-testline-ground/simulator';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { Simulator } from '@scanship/simulator-kit/simulator';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { sql } from 'kysely';
import { type Application, type ApplicationOptions, createApplication } from '../src/application.ts';
import type { Config } from '../src/config/config.ts';
import { createOrders, type NewOrder, ownStore } from '../src/modules/orders/index.ts';
import { newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';
import type { Services } from '../src/platform/services.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestUser,
  testServices,
  type TestWorld,
} from './app-kit.ts';
import { newOrder, SHIP_FROM } from './order-fixture.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const SAMPLE_CARRIERS = ['testline-express', 'testline-ground'] as const;

/** No process listens on the port of TCPMUX. */
const NOBODY = '127.0.0.1:1';

export interface BulkWorld {
  readonly database: TestDatabase;
  readonly admin: SimulatorAdmin;
  /** While true nothing listens where the carriers should be. */
  readonly outage: { on: boolean };
  readonly seller: TestUser;
  /** Another person of the same customer. */
  readonly colleague: TestUser;
  /** The franchise they all buy from. */
  readonly franchise: TestUser;
  /** Somebody of another customer of the same franchise. */
  readonly stranger: TestUser;
  /** Everybody there is, staff included. */
  readonly people: TestWorld['people'];
  /** Accounts of the seller by carrier. */
  readonly grants: Readonly<Record<(typeof SAMPLE_CARRIERS)[number], string>> & Readonly<Record<string, string>>;
  /** Another process over the same database; the one before goes on unless it is closed. */
  process(
    options?: ApplicationOptions['batches'],
    journal?: ApplicationOptions['journal'],
    config?: Partial<Config>,
  ): Promise<BulkProcess>;
  orders(count: number, more?: (index: number) => Partial<NewOrder>): Promise<string[]>;
  close(): Promise<void>;
}

export interface BulkProcess {
  readonly application: Application;
  readonly services: Services;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: { readonly headers?: Record<string, string>; readonly as?: TestUser },
  ): Promise<TestAnswer & { readonly bytes: Buffer }>;
  /** The data of a call that must succeed. */
  batch(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Batch>;
  /** Waits until the batch is as wanted; fails with what it is after `ms`. */
  until(id: string, wanted: (batch: Batch) => boolean, ms?: number): Promise<Batch>;
  close(): Promise<void>;
}

/** A carrier beside the sample ones, with the credentials its simulator knows. */
export interface MoreCarrier {
  readonly simulator: Simulator;
  readonly credentials: Readonly<Record<string, string>>;
}

/** @param more by slug */
export async function makeBulkWorld(more: Readonly<Record<string, MoreCarrier>> = {}): Promise<BulkWorld> {
  const database = await createTestDatabase({ maxConnections: 16 });
  const { db } = database;
  const { people } = await makeWorld(db);
  const seller = people.admin;
  const books = mkdtempSync(path.join(tmpdir(), 'scanship-bulk-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir: books,
    simulators: {
      'testline-express': () => Promise.resolve(express),
      'testline-ground': () => Promise.resolve(ground),
      ...Object.fromEntries(Object.entries(more).map(([slug, each]) => [slug, () => Promise.resolve(each.simulator)])),
    },
  });
  const open: BulkProcess[] = [];
  const outage = { on: false };
  const storeId = await db.tenant(seller, async (tx) => {
    await tx.deleteFrom('locations').where('tenant_id', '=', seller.tenantId).execute();
    await tx
      .insertInto('locations')
      .values({
        tenant_id: seller.tenantId,
        id: newId(),
        name: 'Warehouse',
        address: json(SHIP_FROM),
        is_default: true,
        time_zone: 'America/Toronto',
      })
      .execute();
    const settings = { defaultDimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };
    await sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${seller.tenantId}, ${json(settings)})
      ON CONFLICT (tenant_id) DO UPDATE SET more = excluded.more`.execute(tx);
    return ownStore({ tenantId: seller.tenantId }, tx);
  });

  async function start(
    options: ApplicationOptions['batches'] = {},
    journal: ApplicationOptions['journal'] = { sweepMs: 100 },
    config: Partial<Config> = {},
  ): Promise<BulkProcess> {
    // As in the demo: labels of simulators stand in for real ones, in the books too.
    const services = testServices(db, { config: { simulators: true, ...config } });
    const application = createApplication(services, {
      version: 'test',
      simulators: {
        addressOf: (slug) => Promise.resolve(outage.on ? `http://${NOBODY}` : host.addressOf(slug)),
        owns: (address) => address === NOBODY || host.owns(address),
      },
      journal,
      batches: { leaseMs: 2_000, sweepMs: 100, waitMs: 5_000, buyAtOnce: 3, ...options },
    });
    const app = await application.http();
    const client = await makeClient(app);
    const tokens = new Map<TestUser, string>();
    let closed = false;
    const process: BulkProcess = {
      application,
      services,
      async call(method, url, body, { headers = {}, as = seller } = {}) {
        const token = tokens.get(as) ?? (await sessionOf(services, as)).token;
        tokens.set(as, token);
        const answer = await client.call(method, `/api${url}`, {
          token,
          headers,
          ...(method === 'GET' ? {} : { body: body ?? {} }),
        });
        return { ...answer, bytes: Buffer.from(answer.text, 'latin1') };
      },
      async batch(method, url, body) {
        const answer = await process.call(method, url, body);
        if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
        return answer.json.data as Batch;
      },
      async until(id, wanted, ms = 90_000) {
        const end = Date.now() + ms;
        for (;;) {
          const batch = await process.batch('GET', `/batches/${id}`);
          if (wanted(batch)) return batch;
          if (Date.now() > end) throw new Error(`the batch is not as wanted: ${JSON.stringify(batch)}`);
          await application.batches.worker.nextChange({ tenantId: seller.tenantId, id }, 60);
        }
      },
      async close() {
        if (closed) return;
        closed = true;
        await app.close();
        await application.close();
      },
    };
    open.push(process);
    return process;
  }

  const first = await start();
  const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'testline-express': { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    'testline-ground': { username: 'ground-alpha', password: 'alpha-pass-1' },
    ...Object.fromEntries(Object.entries(more).map(([slug, each]) => [slug, each.credentials])),
  };
  const grants: Record<string, string> = {};
  for (const [carrier, own] of Object.entries(credentials)) {
    const added = await first.application.carriers.addAccount(
      { tenantId: seller.tenantId, tenantKind: 'customer' },
      { carrier, name: carrier, mode: 'simulator', credentials: own },
    );
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  }
  for (const row of await db.tenant(seller, (tx) =>
    tx.selectFrom('account_grants').select(['id', 'slug']).where('tenant_id', '=', seller.tenantId).execute(),
  ))
    grants[row.slug] = row.id;
  await first.close();

  let number = 0;
  return {
    database,
    admin: createSimulatorAdmin(host.address),
    outage,
    seller,
    people,
    colleague: people.user,
    stranger: people.basic,
    franchise: people.franchise,
    grants: grants as BulkWorld['grants'],
    process: start,
    async orders(count, differing = () => ({})) {
      const made = await db.tenant(seller, (tx) =>
        createOrders(
          { tenantId: seller.tenantId },
          tx,
          Array.from({ length: count }, (_, index) => {
            number += 1;
            return newOrder(storeId, `B-${number}`, { platformCode: 'manual', source: 'manual', ...differing(index) });
          }),
          { why: 'test', now: new Date() },
        ),
      );
      if (!made.ok) throw new Error(JSON.stringify(made.problem));
      return made.value.map((order) => order.id);
    },
    async close() {
      for (const each of open) await each.close();
      await host.close();
      await database.drop();
      rmSync(books, { recursive: true, force: true });
    },
  };
}
