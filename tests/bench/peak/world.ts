/** A franchise with its own courier, customers that buy through it, and server processes over one PostgreSQL that waits for its disk. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createApplication } from '@scanship/server/application';
import { loadConfig } from '@scanship/server/config/config';
import { databaseBlobs } from '@scanship/server/platform/blobs/blobs';
import { createBudgets } from '@scanship/server/platform/budgets/budgets';
import { systemClock } from '@scanship/server/platform/clock';
import { createSealer } from '@scanship/server/platform/crypto/sealer';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { type DatabaseServer, embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { type Database, openDatabase } from '@scanship/server/platform/database/database';
import { type EmbeddedServer, startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { newId } from '@scanship/server/platform/database/ids';
import { json } from '@scanship/server/platform/database/json-column';
import { migrate } from '@scanship/server/platform/database/migrator';
import { createFileReader } from '@scanship/server/platform/file-reading/file-reader';
import { createLogger } from '@scanship/server/platform/logging/logger';
import { createMetrics } from '@scanship/server/platform/metrics/metrics';
import { createOutsidePictures } from '@scanship/server/platform/outside-pictures/outside-pictures';
import { rateSheetTemplate, sheetAsCsv } from '@scanship/carrier-rate-sheet/rate-sheet-template';
import { sql } from 'kysely';
import { makeWorld, TEST_PASSWORD, type TestUser } from '../../../apps/server/test/app-kit.ts';
import { BUYER, newOrder, SHIP_FROM } from '../../../apps/server/test/order-fixture.ts';
import { createOrders, ownStore } from '../../../apps/server/src/modules/orders/index.ts';
import { addCustomer } from '../../../apps/server/src/modules/tenants/index.ts';
import { addUser } from '../../../apps/server/src/modules/users/index.ts';
import { bundle, type Bundle } from '../../faults/bundle.ts';
import { root } from '../../support/app.ts';
import { dataFolder } from '../../../apps/server/test/folders/data-folder.ts';
import { type Seller, signInAs } from '../../support/seller.ts';
import type { PeakOrder, PeakReading, PeakReport, PeakSettings } from './protocol.ts';
import { LIMITED_CARRIER, OPEN_CARRIERS, peakRegistry, SHIPPING_CARRIER } from './slow-carrier.ts';

export interface PeakProcess {
  readonly port: number;
  begin(): Promise<void>;
  read(): Promise<PeakReading>;
  stop(): Promise<void>;
}

export interface PeakCustomer extends TestUser {
  readonly storeId: string;
}

export interface PeakWorld {
  readonly embedded: EmbeddedServer;
  readonly server: DatabaseServer;
  readonly db: Database;
  readonly bundle: Bundle;
  /** The courier and the carrier to buy from are lent to each. */
  readonly customers: readonly PeakCustomer[];
  /** Has sixteen slow accounts of its own; the last one the limited account beside them. */
  readonly planners: readonly [PeakCustomer, PeakCustomer];
  startProcess(role?: PeakSettings['role']): Promise<PeakProcess>;
  signIn(who: TestUser, port: number): Promise<Seller>;
  /** Grant of a carrier that a customer may use. */
  grantOf(who: PeakCustomer, slug: string): Promise<string>;
  /**
   * On five lanes in turn.
   * @param alike of one weight; else each has its own, so that no two may share a price
   * @returns the beginning of their numbers
   */
  addOrders(who: PeakCustomer, count: number, alike: boolean): Promise<string>;
  close(): Promise<void>;
}

/** One batch import's worth of orders a transaction. */
const ORDERS_AT_ONCE = 250;
export const LANES = 5;
const ZIPS = ['M5H 2M5', 'M5J 0C3', 'M4W 1A8', 'M6G 1A5', 'L5B 3C1'] as const;

/** @param vendors where each slow carrier answers */
export async function openPeakWorld(customers: number, vendors: Readonly<Record<string, string>>): Promise<PeakWorld> {
  const dataDir = dataFolder('peak');
  const bundled = await bundle(root, 'tests/bench/peak/child.ts');
  const embedded = await startEmbedded({
    dataDir: path.join(dataDir, 'database'),
    settings: { max_connections: '100', ...JSON.parse(process.env['PEAK_POSTGRES'] ?? '{}') },
  });
  const server = embeddedConnections(embedded);
  await withClient(server.admin('postgres'), (client) => client.query(`CREATE DATABASE ${server.database}`));
  await bootstrap(server.admin());
  await migrate(server.migrator());
  const db = openDatabase({ connection: server.app(), maxConnections: 4 });
  const key = randomBytes(32).toString('hex');
  const { people, first } = await makeWorld(db);
  const owners = createOwners(db, key, dataDir);
  const courier = await owners.courier(people.franchise);
  if (!courier) throw new Error('The courier could not be made.');
  await owners.slow(people.franchise, [SHIPPING_CARRIER]);
  const made: PeakCustomer[] = [];
  for (let n = 0; n < customers + 2; n += 1) made.push(await makeCustomer(db, first.id, n));
  const planners = made.slice(-2) as [PeakCustomer, PeakCustomer];
  await owners.slow(planners[0], OPEN_CARRIERS);
  await owners.slow(planners[1], [...OPEN_CARRIERS.slice(1), LIMITED_CARRIER]);
  await owners.close();
  const settings: Omit<PeakSettings, 'role'> = {
    database: { socketFolder: embedded.socketFolder, port: embedded.port, superuser: embedded.superuser },
    dataDir,
    documentWorker: bundled.documentWorker,
    key,
    vendors,
  };
  const running = new Set<PeakProcess>();
  let numbered = 0;
  return {
    embedded,
    server,
    db,
    bundle: bundled,
    customers: made.slice(0, customers),
    planners,
    async startProcess(role = 'all') {
      const child = await startChild(bundled.server, { ...settings, role });
      running.add(child);
      return child;
    },
    signIn: (who, port) =>
      signInAs({
        origin: `http://127.0.0.1:${port}`,
        host: 'first.test',
        userName: who.userName,
        password: TEST_PASSWORD,
      }),
    async grantOf(who, slug) {
      const grant = await db.tenant(who, (tx) =>
        tx
          .selectFrom('account_grants')
          .select('id')
          .where('tenant_id', '=', who.tenantId)
          .where('slug', '=', slug)
          .where('valid_to', 'is', null)
          .executeTakeFirstOrThrow(),
      );
      return grant.id;
    },
    async addOrders(who, count, alike) {
      numbered += 1;
      const prefix = `P${numbered}-`;
      for (let from = 0; from < count; from += ORDERS_AT_ONCE)
        await db.tenant(who, async (tx) => {
          const made = await createOrders(
            { tenantId: who.tenantId },
            tx,
            Array.from({ length: Math.min(ORDERS_AT_ONCE, count - from) }, (_, n) =>
              newOrder(who.storeId, `${prefix}${from + n}`, {
                platformCode: 'manual',
                source: 'manual',
                items: [
                  {
                    sku: 'MUG-BLUE',
                    title: 'Blue mug',
                    quantity: 1,
                    unitMinor: 1_250,
                    weightGrams: alike ? 800 : 800 + from + n,
                  },
                ],
                shipTo: {
                  ...BUYER,
                  name: `Buyer ${from + n}`,
                  zipcode: ZIPS[(from + n) % ZIPS.length] ?? BUYER.zipcode,
                },
              }),
            ),
            { why: 'bench', now: new Date() },
          );
          if (!made.ok) throw new Error(JSON.stringify(made.problem));
        });
      return prefix;
    },
    async close() {
      for (const child of running) await child.stop();
      await db.close();
      await embedded.stop();
      bundled.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds carrier accounts as the application does. */
function createOwners(db: Database, key: string, dataDir: string) {
  const config = loadConfig({ DATA_DIR: dataDir, SIMULATORS: '1', LOG_LEVEL: 'error', PORT: '0' }, root);
  if (!config.ok) throw new Error(config.problem.join('\n'));
  const log = createLogger('error');
  const files = createFileReader({ log });
  const application = createApplication(
    {
      config: config.value,
      db,
      blobs: databaseBlobs,
      clock: systemClock,
      log,
      sealer: createSealer([Buffer.from(key, 'hex')]),
      metrics: createMetrics(),
      budgets: createBudgets(db, config.value),
      cookieSecret: key,
      files,
      pictures: createOutsidePictures({ files, clock: systemClock }),
      documentWorker: undefined,
    },
    { version: '0.0.0-peak', registry: peakRegistry() },
  );
  const add = async (
    owner: TestUser,
    carrier: string,
    mode: 'live' | 'simulator',
    credentials: Record<string, string>,
  ) => {
    const tenantKind = owner.tenantId === owner.realmId ? 'franchise' : 'customer';
    const added = await application.carriers.addAccount(
      { tenantId: owner.tenantId, tenantKind },
      { carrier, name: carrier, mode, credentials },
    );
    if (!added.ok) throw new Error(`${carrier}: ${JSON.stringify(added.problem)}`);
    return added.value.accountId;
  };
  return {
    async courier(owner: TestUser) {
      const accountId = await add(owner, 'rate-sheet', 'live', {});
      const put = await application.carriers.putRateSheet(owner, accountId, {
        fileName: 'courier.csv',
        contentType: 'text/csv',
        bytes: Buffer.from(sheetAsCsv(rateSheetTemplate())),
      });
      return put.ok && put.value.accepted;
    },
    async slow(owner: TestUser, slugs: readonly string[]) {
      for (const slug of slugs) await add(owner, slug, 'simulator', { key: `${owner.userName}-${slug}` });
    },
    async close() {
      await application.close();
      await files.close();
    },
  };
}

async function makeCustomer(db: Database, franchiseId: string, n: number): Promise<PeakCustomer> {
  const added = await addCustomer(db, { name: `Peak ${n}`, franchiseId, planName: 'Advanced' });
  const { tenantId } = added;
  const userName = `peak${n}`;
  const user = await addUser(
    db,
    {
      firstName: 'Peak',
      lastName: String(n),
      userName,
      email: `${userName}@example.com`,
      realmId: franchiseId,
      tenantId,
      roleId: added.roles.ROLE_CUSTOMER_ADMIN ?? '',
      password: TEST_PASSWORD,
      verified: true,
    },
    new Date(),
  );
  if (!user.ok) throw new Error(user.problem.code);
  const storeId = await db.tenant({ tenantId }, async (tx) => {
    await tx
      .insertInto('locations')
      .values({
        tenant_id: tenantId,
        id: newId(),
        name: 'Warehouse',
        address: json(SHIP_FROM),
        is_default: true,
        time_zone: 'America/Toronto',
      })
      .execute();
    const settings = { defaultDimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };
    await sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${tenantId}, ${json(settings)})
      ON CONFLICT (tenant_id) DO UPDATE SET more = excluded.more`.execute(tx);
    return ownStore({ tenantId }, tx);
  });
  return { userName, userId: user.value.userId, realmId: franchiseId, tenantId, storeId };
}

/** PEAK_PROFILE names a folder that gets a profile of each process. */
async function startChild(file: string, settings: PeakSettings): Promise<PeakProcess> {
  const folder = process.env['PEAK_PROFILE'];
  const child = fork(file, [], {
    cwd: root,
    execArgv: folder ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(folder)}`] : [],
    // As the container image has it.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, PEAK_CHILD: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await said(child, 'ready');
  const ask = async (order: PeakOrder, answer: PeakReport['kind']): Promise<PeakReport> => {
    const heard = said(child, answer);
    child.send(order);
    return heard;
  };
  return {
    port: ready.kind === 'ready' ? ready.port : 0,
    begin: async () => void (await ask('begin', 'begun')),
    async read() {
      const report = await ask('read', 'reading');
      if (report.kind !== 'reading') throw new Error('A server process did not say how it is.');
      return report.reading;
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

const said = (child: ChildProcess, kind: PeakReport['kind']): Promise<PeakReport> =>
  new Promise((resolve, reject) => {
    const hear = (report: PeakReport): void => {
      if (report.kind !== kind) return;
      child.off('message', hear);
      child.off('exit', fail);
      resolve(report);
    };
    const fail = (): void => reject(new Error('A server process ended.'));
    child.on('message', hear);
    child.once('exit', fail);
  });

export const key = (): string => randomUUID();
