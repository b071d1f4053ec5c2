/**
 * An installation beyond one machine, on loopback: PostgreSQL with a standby, PgBouncer, two machines with a web and a worker each,
 * HAProxy, an S3 storage and one host of simulators. Everything that may break is a part with a name.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseAccount } from '@scanship/server/platform/database/embedded-files';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type Collector, startCollector } from '../../apps/server/test/tracing/otlp-collector.ts';
import { type S3Server, startS3 } from '../../apps/server/test/storage/s3-server.ts';
import { documented, documentedSetting } from './documented.ts';
import { freePorts, type Part } from './part.ts';
import { createPooler, type Pooler } from './pooler.ts';
import {
  DATABASE,
  makePrimary,
  makeStandby,
  OWNER,
  type Postgres,
  promote,
  takeConnections,
  waitForStandby,
} from './postgres.ts';
import { command, createProduct, createSimulators, operatorWords, type Product, type ProductPlace } from './product.ts';
import { findPrograms } from './programs.ts';
import { createProxy, type Proxy } from './proxy.ts';
import { type Relay, startRelay } from './relay.ts';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Of the demo's people here. The one that npm start prints signs in on the machine itself only, and behind a proxy nobody is there. */
export const CLUSTER_PASSWORD = 'ship-cluster-2026';

export interface ClusterOptions {
  /** Whether commits wait for the standby. */
  readonly synchronous: boolean;
  readonly say: (line: string) => void;
  /** Beside what every process of the product has. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine: its web, its worker and its lines to the database. */
export interface Machine {
  readonly web: Product;
  readonly worker: Product;
  readonly lines: readonly Relay[];
}

export interface Cluster {
  /** Where people are. */
  readonly url: string;
  readonly machines: readonly Machine[];
  readonly products: readonly Product[];
  readonly pooler: Pooler;
  readonly proxy: Proxy;
  readonly simulators: Part;
  readonly admin: SimulatorAdmin;
  readonly simulatorsUrl: string;
  readonly storage: S3Server;
  /** Of one trace in ten. */
  readonly traces: Collector;
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** Between the primary and its standby. */
  readonly replication: Relay;
  /** Between the primary and all that is no standby: the network of its machine. */
  readonly lineOf: (server: Postgres) => Relay;
  readonly folder: string;
  /** Sees every row of the primary. */
  ask<R extends object>(statement: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** One of the operator's commands, with the settings of the installation. */
  operate(...words: readonly string[]): Promise<string>;
  /** Somebody else takes every connection that is left, and more as soon as one is given back. */
  takeConnections(): Promise<{ release(): Promise<void> }>;
  /**
   * The standby becomes the primary: promoted, then pooler and proxy lead there and end what they had open to the old one, which has
   * to be fenced before.
   */
  failOver(): Promise<void>;
  /** What was the primary becomes the standby of the one there is now, made anew. */
  rebuildStandby(): Promise<void>;
  /** Lines that tell a person where everything is. */
  describe(): readonly string[];
  close(): Promise<void>;
}

/** What whoever works with an installation needs of it, and whoever judges it. */
export type Installation = Pick<Cluster, 'url' | 'simulatorsUrl' | 'admin' | 'ask'>;

const SPANS_KEPT = 2_000;

const MASTER_SECRETS = (): Readonly<Record<string, string>> => ({
  MASTER_KEY: randomBytes(32).toString('hex'),
  COOKIE_SECRET: randomBytes(32).toString('hex'),
});

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { say } = options;
  const programs = findPrograms();
  const closers: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    for (const each of closers.toReversed()) await each();
  };
  const close = (): Promise<void> => (closing ??= closeAll());
  try {
    return await build();
  } catch (error) {
    await close();
    throw error;
  }

  async function build(): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'scanship-cluster-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const { uid, gid } = chooseAccount();
    const account = uid === undefined || gid === undefined ? undefined : { uid, gid };
    const databases = path.join(folder, 'postgres');
    const logs = path.join(folder, 'logs');
    for (const each of [databases, logs]) mkdirSync(each);
    chmodSync(folder, 0o755);
    if (account) chownSync(databases, account.uid, account.gid);
    const free = await freePorts(20);
    const port = (): number => free.pop() ?? 0;
    const first = port();
    const second = port();
    const poolerPort = port();
    const proxyPort = port();
    const directPort = port();
    const readingPort = port();
    const controlPort = port();
    const simulatorPort = port();
    const webPorts = [port(), port()];
    const password = randomBytes(12).toString('hex');
    const place = { programs, account, folder: databases, logs, password };
    const keep = (part: Part): Part => {
      closers.push(() => part.stop());
      return part;
    };

    say('PostgreSQL: a primary and a standby ...');
    let primary = await makePrimary(place, 'postgres-1', first);
    keep(primary.part);
    const openLine = async (to: number): Promise<Relay> => {
      const line = await startRelay(port(), to);
      closers.push(() => line.close());
      return line;
    };
    const replication = await openLine(first);
    const networks = new Map([
      [first, await openLine(first)],
      [second, await openLine(second)],
    ]);
    const lineOf = (server: Postgres): Relay => {
      const line = networks.get(server.port);
      if (!line) throw new Error(`${server.part.name} has no network`);
      return line;
    };

    const proxy = createProxy(
      {
        program: programs.haproxy,
        logs,
        port: proxyPort,
        databasePort: directPort,
        readingPort,
        controlPort,
        webPorts,
      },
      lineOf(primary).port,
      networks.get(second)?.port ?? 0,
    );
    await keep(proxy.part).start();
    const pooler = createPooler(
      { program: programs.pgbouncer, account, folder, logs, port: poolerPort, user: 'scanship_app', password },
      lineOf(primary).port,
    );
    await keep(pooler.part).start();

    const storage = await startS3();
    closers.push(() => storage.stop());
    const traces = await startCollector(SPANS_KEPT);
    closers.push(() => traces.close());
    const product: ProductPlace = { root, folder, logs };
    const simulators = keep(createSimulators(product, { port: simulatorPort, books: path.join(folder, 'books') }));
    await simulators.start();

    const simulatorsUrl = `http://127.0.0.1:${simulatorPort}`;
    const bucket = storage.settings();
    const settings = {
      APP_ENV: 'LOCAL',
      ...MASTER_SECRETS(),
      DEMO: '1',
      DEMO_PASSWORD: CLUSTER_PASSWORD,
      SIMULATORS: simulatorsUrl,
      PUBLIC_ORIGIN: `http://localhost:${proxyPort}`,
      TRUST_PROXY: documentedSetting('TRUST_PROXY'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: documentedSetting('DRAIN_SECONDS'),
      S3_BUCKET: bucket.bucket,
      S3_ENDPOINT: bucket.endpoint ?? '',
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.credentials?.id ?? '',
      S3_SECRET_ACCESS_KEY: bucket.credentials?.secret ?? '',
      S3_MOVE_AFTER_MINUTES: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      ...options.env,
    };
    const addresses = (pooled: number, direct: number) => ({
      DATABASE_URL: documentedSetting('DATABASE_URL', { '...': password, 'pool:6432': `127.0.0.1:${pooled}` }),
      DIRECT_DATABASE_URL: documentedSetting('DIRECT_DATABASE_URL', {
        '...': password,
        'proxy:5432': `127.0.0.1:${direct}`,
      }),
      READ_DATABASE_URL: documentedSetting('READ_DATABASE_URL', {
        '...': password,
        'proxy:5433': `127.0.0.1:${readingPort}`,
      }),
    });
    const operatorEnv = { ...settings, ...addresses(poolerPort, directPort) };
    const operate = (...words: readonly string[]): Promise<string> => command(product, operatorEnv, ...words);

    say('The schema and the demo ...');
    // The pooler signs in with a password that the first preparation of the database cannot know.
    await command(
      product,
      { ...settings, DATABASE_URL: operatorEnv.DIRECT_DATABASE_URL, DIRECT_DATABASE_URL: '', READ_DATABASE_URL: '' },
      ...operatorWords(documented('npm start -- migrate')),
    );
    await primary.ask(documented('ALTER ROLE scanship_app', { "'...'": `'${password}'` }));
    await primary.ask(documented('GRANT pg_read_all_stats'));
    await operate('seed-demo');

    let standby = await makeStandby(place, 'postgres-2', second, replication.port);
    keep(standby.part);
    if (options.synchronous) await waitForStandby(primary, 'postgres-2');

    const machines: Machine[] = [];
    for (const no of [1, 2]) {
      const lines = [await openLine(poolerPort), await openLine(directPort)];
      const env = { ...settings, ...addresses(lines[0]?.port ?? 0, lines[1]?.port ?? 0) };
      const make = (role: 'web' | 'worker', at: number): Product => {
        const made = createProduct(product, { name: `${role}-${no}`, role, port: at, env });
        // Nothing of it is to be kept: nobody waits until it has stopped in order.
        closers.push(() => made.part.kill());
        return made;
      };
      machines.push({ web: make('web', webPorts[no - 1] ?? 0), worker: make('worker', port()), lines });
    }
    const products = machines.flatMap(({ web, worker }) => [web, worker]);
    say('Two webs and two workers ...');
    for (const each of products) await each.part.start();

    const cluster: Cluster = {
      url: `http://localhost:${proxyPort}`,
      machines,
      products,
      pooler,
      proxy,
      simulators,
      admin: createSimulatorAdmin(simulatorsUrl),
      simulatorsUrl,
      storage,
      traces,
      get primary() {
        return primary;
      },
      get standby() {
        return standby;
      },
      replication,
      lineOf,
      takeConnections: () =>
        takeConnections({ host: '127.0.0.1', port: primary.port, user: OWNER, password, database: DATABASE }),
      folder,
      ask: (statement, values) => primary.ask(statement, values),
      operate,
      async failOver() {
        await promote(standby);
        [primary, standby] = [standby, primary];
        const to = lineOf(primary).port;
        await pooler.lead(to);
        await proxy.lead(to);
      },
      async rebuildStandby() {
        await standby.part.kill();
        lineOf(standby).set('open');
        replication.set('open');
        replication.lead(primary.port);
        standby = await makeStandby(place, standby.part.name, standby.port, replication.port);
        keep(standby.part);
        if (options.synchronous) await waitForStandby(primary, standby.part.name);
        await proxy.leadReading(lineOf(standby).port);
      },
      describe: () => [
        `People            http://localhost:${proxyPort}   (HAProxy; the demo's people as with npm start, password ${CLUSTER_PASSWORD})`,
        ...machines.flatMap(({ web, worker }) => [
          `${web.name.padEnd(18)}${web.url}`,
          `${worker.name.padEnd(18)}${worker.url}   (health only)`,
        ]),
        `PgBouncer         ${operatorEnv.DATABASE_URL}`,
        `Primary           ${operatorEnv.DIRECT_DATABASE_URL}   (by HAProxy)`,
        `PostgreSQL        ${primary.part.name} on port ${primary.port}, ${standby.part.name} on port ${standby.port}, ${options.synchronous ? 'synchronous' : 'asynchronous'}`,
        `S3                ${bucket.endpoint}/${bucket.bucket}`,
        `Traces            ${traces.endpoint}   (the last ${SPANS_KEPT} spans)`,
        `Simulators        ${simulatorsUrl}`,
        `Logs              ${logs}`,
      ],
      close,
    };
    return cluster;
  }
}
