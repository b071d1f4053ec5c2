/** The whole application over real HTTP beside the simulator of Shopify: what tests of stores start from. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import {
  type RunningSimulatorHost,
  type SimulatorLoaders,
  startSimulatorHost,
} from '@scanship/simulator-kit/simulator-host';
import { createPlayer } from '@scanship/store-shopify/harness';
import { createShopify } from '@scanship/store-shopify/simulator';
import { type Application, type ApplicationOptions, createApplication } from '../src/application.ts';
import type { Services } from '../src/platform/services.ts';
import { crossSiteToken, makeWorld, sessionOf, type TestUser, testServices, type TestWorld } from './app-kit.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const MAPLE = 'maple-demo.myshopify.com';
export const BIRCH = 'birch-test.myshopify.com';

export interface ApiAnswer<T = never> {
  readonly status: number;
  readonly data: T;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly success: string | undefined;
  readonly errors: readonly { readonly field?: string; readonly message: string }[];
}

export interface StoreWorld {
  readonly database: TestDatabase;
  readonly people: TestWorld['people'];
  readonly world: TestWorld;
  readonly services: Services;
  readonly application: Application;
  /** Base address of the server. */
  readonly origin: string;
  readonly host: RunningSimulatorHost;
  readonly admin: SimulatorAdmin;
  readonly player: ReturnType<typeof createPlayer>;
  /** Another process on the same database. */
  another(options?: Partial<ApplicationOptions>): Application;
  /** @param through another origin that leads here (a proxy) */
  call<T>(
    person: TestUser | undefined,
    method: string,
    path: string,
    body?: unknown,
    through?: string,
    browser?: CookieJar,
  ): Promise<ApiAnswer<T>>;
  /** Whose calls these are: the browser everything above and below is done in, unless a test has another. */
  readonly browser: CookieJar;
  /** Calls a judge's call of the simulator below one shop. */
  shop<T>(shop: string, method: string, path: string, body?: unknown): Promise<T>;
  /** Goes through consent in a browser's stead; answers the parameters the franchise's page gets. */
  consent(shop: string, query?: Record<string, string>, person?: TestUser): Promise<URLSearchParams>;
  /** Connects a shop for a person; answers the store's id. */
  connect(person: TestUser, shop?: string): Promise<string>;
  /** Works off all due streams, now. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A page's host of the first franchise: every loopback port is that franchise's in tests.
 * @param more simulators beside Shopify's
 */
export async function makeStoreWorld(
  options: Partial<ApplicationOptions> = {},
  more: SimulatorLoaders = {},
): Promise<StoreWorld> {
  const database = await createTestDatabase({ maxConnections: 20 });
  const world = await makeWorld(database.db);
  await database.db.system((tx) =>
    tx.insertInto('hosts').values({ host: 'localhost', tenant_id: world.first.id, state: 'verified' }).execute(),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'store-world-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir,
    simulators: { shopify: () => Promise.resolve(createShopify()), ...more },
  });
  const services = testServices(database.db);
  const make = (again: Partial<ApplicationOptions> = {}) =>
    createApplication(services, {
      version: 'test',
      simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (at) => host.owns(at) },
      ...options,
      ...again,
      sync: { firstPauseMs: 20, startAfterMs: 0, ...options.sync, ...again.sync },
      journal: { sweepMs: 100, ...options.journal, ...again.journal },
    });
  const application = make();
  const others: Application[] = [];
  const app = await application.http();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://localhost:${port}`;
  const own = createCookieJar();
  const tokens = new Map<string, string>();

  async function call<T>(
    person: TestUser | undefined,
    method: string,
    path: string,
    body?: unknown,
    through: string = origin,
    browser: CookieJar = own,
  ): Promise<ApiAnswer<T>> {
    if (person && !tokens.has(person.userId)) tokens.set(person.userId, (await sessionOf(services, person)).token);
    const held = () => /XSRF-TOKEN=([^;]+)/.exec(browser.header())?.[1];
    if (held() === undefined) await browser.fetch(`${origin}/api/master/ui-init?host=localhost`, { method: 'POST' });
    const xsrf = crossSiteToken(person && tokens.get(person.userId), decodeURIComponent(held() ?? ''));
    browser.set('XSRF-TOKEN', xsrf);
    const response = await browser.fetch(`${through}/api${path}`, {
      method,
      headers: {
        'x-xsrf-token': xsrf,
        ...(person ? { authorization: `Bearer ${tokens.get(person.userId) ?? ''}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      data: answer.data as T,
      code: answer.code as string | undefined,
      message: answer.errorMessage as string | undefined,
      success: answer.successMessage as string | undefined,
      errors: (answer.errorMessages as { message: string }[] | undefined) ?? [],
    };
  }

  const player = createPlayer(host.address);
  // Points of the platform, so that tests wait for nothing they do not mean to; each test may set its own.
  for (const shop of [MAPLE, BIRCH])
    await fetch(`${host.address}/_admin/shopify/shops/${shop}/budget`, {
      method: 'PUT',
      body: JSON.stringify({ maximum: 1_000_000, restoreRate: 1_000_000 }),
    });
  const self: StoreWorld = {
    database,
    people: world.people,
    world,
    services,
    application,
    origin,
    host,
    admin: createSimulatorAdmin(host.address),
    player,
    another(again = {}) {
      const made = make(again);
      others.push(made);
      return made;
    },
    call,
    browser: own,
    async shop<T>(shop: string, method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${host.address}/_admin/shopify/shops/${shop}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async consent(shop, query = {}, person) {
      const given = new URLSearchParams({ host: `localhost:${port}`, shop, ...query });
      const asked = await call<{ url: string }>(person, 'GET', `/public/100002/oauth?${given.toString()}`);
      if (asked.status !== 200) throw new Error(`${asked.code}: ${asked.message}`);
      const back = new URLSearchParams(await player.consent(asked.data.url, 'allow', shop));
      const returned = await own.fetch(`${origin}/connect/shopify/callback?${back.toString()}`);
      return new URL(returned.headers.get('location') ?? '', origin).searchParams;
    },
    async connect(person, shop = MAPLE) {
      const search = await self.consent(shop);
      const added = await call<{ id: string }>(person, 'POST', '/store/add', {
        platformId: 100002,
        code: search.get('code'),
        shop: search.get('shop'),
      });
      if (added.status !== 200) throw new Error(`${added.code}: ${added.message}`);
      return added.data.id;
    },
    async sync() {
      for (let rounds = 0; rounds < 200 && (await application.stores.engine.sweep()) > 0; rounds += 1)
        await application.stores.engine.idle();
    },
    async close() {
      for (const other of others) await other.close();
      await app.close();
      await application.close();
      await host.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return self;
}
