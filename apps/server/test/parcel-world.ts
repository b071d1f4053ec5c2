/** The whole application over real HTTP beside the simulators of carriers, with labels bought through its own calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { ShipmentTracking } from '@scanship/contracts/shipping/tracking';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { simulator as express } from '@scanship/sample-testline-express/simulator';
import { simulator as freight } from '@scanship/sample-testline-freight/simulator';
import { simulator as ground } from '@scanship/sample-testline-ground/simulator';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { Simulator } from '@scanship/simulator-kit/simulator';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { sql } from 'kysely';
import { type Application, type ApplicationOptions, createApplication } from '../src/application.ts';
import { addLocation } from '../src/modules/settings/index.ts';
import type { Services } from '../src/platform/services.ts';
import { crossSiteToken, makeWorld, sessionOf, type TestUser, testServices, type TestWorld } from './app-kit.ts';
import { SHIP_FROM } from './order-fixture.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type Sample = 'testline-express' | 'testline-ground' | 'testline-freight';

const CREDENTIALS: Readonly<Record<Sample, Readonly<Record<string, string>>>> = {
  'testline-express': { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
  'testline-ground': { username: 'ground-alpha', password: 'alpha-pass-1' },
  'testline-freight': { apiKey: 'freight-alpha-key-1' },
};

export interface ApiAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** At fields. */
  readonly errors?: readonly { readonly field?: string; readonly message: string }[] | undefined;
}

export interface ParcelWorld {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly application: Application;
  readonly people: TestWorld['people'];
  readonly admin: SimulatorAdmin;
  readonly origin: string;
  /** Address of a carrier's simulator. */
  simulatorAt(slug: string): string;
  /** The seller whose accounts and orders these are. */
  readonly seller: TestUser;
  /** Another process on the same database. */
  another(): Application;
  call<T>(person: TestUser, method: string, path: string, body?: unknown): Promise<ApiAnswer<T>>;
  /** The same for a call that answers a file (without a body it is a GET); `signal` lets the client go away. */
  file(
    person: TestUser,
    path: string,
    body: unknown,
    more?: { readonly accept?: string; readonly signal?: AbortSignal },
  ): Promise<Response>;
  /** Multipart, as a browser sends a file. */
  upload<T>(person: TestUser, path: string, form: FormData): Promise<ApiAnswer<T>>;
  newOrder(): Promise<{ readonly id: string; readonly number: string }>;
  /** Buys a label for a new order. */
  buy(carrier: string, parcels?: number): Promise<{ readonly orderId: string; readonly shipment: ShipmentSummary }>;
  shipment(id: string): Promise<ShipmentSummary>;
  tracking(id: string): Promise<ShipmentTracking>;
  /** Has the parcels of a shipment (or all) asked about now. */
  poll(shipmentId?: string): Promise<number>;
  /** Moves the carriers' clocks: their parcels travel on. */
  after(hours: number): Promise<void>;
  close(): Promise<void>;
}

/** A port nobody listens on at this moment: the server must know its own before it is made. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A real carrier beside the sample ones, with an account its simulator knows. */
export interface MoreCarrier {
  readonly slug: string;
  readonly simulator: Simulator;
  readonly credentials: Readonly<Record<string, string>>;
}

/** @param options.booked labels of simulators stand in for real ones, in the books too, as in the demo */
export async function makeParcelWorld(
  options: {
    readonly more?: readonly MoreCarrier[];
    readonly booked?: boolean;
    /** Orders go from New York to Buffalo, in US dollars, instead of from Montreal to Toronto. */
    readonly states?: boolean;
    /** @see testServices */
    readonly services?: Parameters<typeof testServices>[1];
    readonly application?: Partial<ApplicationOptions>;
  } = {},
): Promise<ParcelWorld> {
  const more = options.more ?? [];
  const database = await createTestDatabase({ maxConnections: 20 });
  const world = await makeWorld(database.db);
  await database.db.system((tx) =>
    tx.insertInto('hosts').values({ host: 'localhost', tenant_id: world.first.id, state: 'verified' }).execute(),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'parcel-world-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir,
    simulators: {
      'testline-express': () => Promise.resolve(express),
      'testline-ground': () => Promise.resolve(ground),
      'testline-freight': () => Promise.resolve(freight),
      ...Object.fromEntries(more.map(({ slug, simulator }) => [slug, () => Promise.resolve(simulator)])),
    },
  });
  const port = await freePort();
  const services = testServices(database.db, {
    ...options.services,
    config: { port, simulators: options.booked === true, ...options.services?.config },
  });
  const make = (): Application =>
    createApplication(services, {
      version: 'test',
      simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (address) => host.owns(address) },
      journal: { sweepMs: 100 },
      ...options.application,
    });
  const application = make();
  const others: Application[] = [];
  const app = await application.http();
  await app.listen({ port, host: '127.0.0.1' });
  const origin = `http://localhost:${port}`;
  const first = await fetch(`${origin}/api/master/ui-init?host=localhost`, { method: 'POST' });
  const before = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '');
  const tokens = new Map<string, string>();
  const seller = world.people.admin;
  let number = 0;

  async function send(
    person: TestUser,
    method: string,
    path: string,
    body: unknown,
    wishes: { readonly accept?: string; readonly signal?: AbortSignal } = {},
  ): Promise<Response> {
    if (!tokens.has(person.userId)) tokens.set(person.userId, (await sessionOf(services, person)).token);
    const xsrf = crossSiteToken(tokens.get(person.userId), before);
    return fetch(`${origin}/api${path}`, {
      method,
      headers: {
        cookie: `XSRF-TOKEN=${xsrf}`,
        'x-xsrf-token': xsrf,
        authorization: `Bearer ${tokens.get(person.userId) ?? ''}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(wishes.accept === undefined ? {} : { accept: wishes.accept }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(wishes.signal ? { signal: wishes.signal } : {}),
    });
  }
  async function call<T>(person: TestUser, method: string, path: string, body?: unknown): Promise<ApiAnswer<T>> {
    const response = await send(person, method, path, body);
    const answer = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      data: answer['data'] as T,
      code: answer['code'] as string | undefined,
      message: answer['errorMessage'] as string | undefined,
      errors: answer['errorMessages'] as ApiAnswer<T>['errors'],
    };
  }
  async function must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call<T>(seller, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.code} ${answer.message}`);
    return answer.data;
  }

  const states = options.states === true;
  await database.db.tenant(seller, async (tx) => {
    const { name, ...rest } = states ? withinUnitedStates.from : SHIP_FROM;
    const added = await addLocation({ tenantId: seller.tenantId, timeZone: 'America/Toronto', locale: 'en-CA' }, tx, {
      name: 'Warehouse',
      address: { name, ...rest, address2: null, email: null, residential: null },
      isDefault: true,
    });
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  });
  const accounts = [
    ...Object.entries(CREDENTIALS),
    ...more.map(({ slug, credentials }) => [slug, credentials] as const),
  ];
  for (const [carrier, credentials] of accounts) {
    const added = await application.carriers.addAccount(
      { tenantId: seller.tenantId, tenantKind: 'customer' },
      { carrier, name: carrier, mode: 'simulator', credentials },
    );
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  }

  async function newOrder() {
    number += 1;
    const body = {
      number: `P-${number}`,
      currency: states ? 'USD' : 'CAD',
      shipTo: states
        ? withinUnitedStates.to
        : {
            name: 'Robin Lee',
            address1: '88 Queen St W',
            city: 'Toronto',
            provinceCode: 'ON',
            zipcode: 'M5H 2M5',
            countryCode: 'CA',
            phone: '+1 416 555 0182',
          },
      items: [{ title: 'Blue mug', sku: 'MUG', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
    };
    const order = await must<{ id: string; ecomOrderNumber: string }>('POST', '/orders/add', body);
    return { id: order.id, number: order.ecomOrderNumber };
  }
  const shipment = (id: string) => must<ShipmentSummary>('GET', `/shipment/${id}`);

  return {
    database,
    services,
    application,
    people: world.people,
    admin: createSimulatorAdmin(host.address),
    simulatorAt: (slug) => host.addressOf(slug),
    origin,
    seller,
    another() {
      const other = make();
      others.push(other);
      return other;
    },
    call,
    file: (person, path, body, wishes) => send(person, body === undefined ? 'GET' : 'POST', path, body, wishes),
    upload: (person, path, form) => call(person, 'POST', path, form),
    newOrder,
    async buy(carrier, parcels = 1) {
      const { id: orderId } = await newOrder();
      const quote = await must<{ quoteId: string; rates: { id: string; carrier: string }[]; problems: unknown[] }>(
        'POST',
        '/quotes/single',
        {
          orderId,
          parcels: Array.from({ length: parcels }, (_, index) => ({
            number: index + 1,
            weightGrams: carrier === 'testline-freight' ? 90_000 : 800,
            dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 },
          })),
        },
      );
      const rate = quote.rates.find((each) => each.carrier === carrier);
      if (!rate) throw new Error(`no rate of ${carrier}: ${JSON.stringify(quote.problems)}`);
      const bought = await must<{ shipment: ShipmentSummary }>('POST', '/shipment/create', {
        orderId,
        quoteId: quote.quoteId,
        rateId: rate.id,
      });
      if (bought.shipment.state !== 'bought') throw new Error(`it is ${bought.shipment.state}`);
      return { orderId, shipment: bought.shipment };
    },
    shipment,
    tracking: (id) => must<ShipmentTracking>('GET', `/shipment/${id}/tracking`),
    async poll(shipmentId) {
      await database.db.tenant(seller, (tx) =>
        sql`UPDATE trackers SET due_at = now() - interval '1 second', lease_until = NULL
          WHERE due_at IS NOT NULL ${shipmentId === undefined ? sql`` : sql`AND shipment_id = ${shipmentId}`}`.execute(
          tx,
        ),
      );
      return application.tracking.poller.sweep();
    },
    async after(hours) {
      const admin = createSimulatorAdmin(host.address);
      for (const [slug] of accounts) await admin.setClock(slug, hours * 3_600_000);
    },
    async close() {
      // A client that gives up a call may leave a connection on which nothing was asked; Node counts it as busy for a minute.
      app.server.closeAllConnections();
      await app.close();
      for (const each of [application, ...others]) await each.close();
      await host.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
