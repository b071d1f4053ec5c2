/** The application's core (tenants, sign-in, shared lists, operations) on a test database, and people to sign in with. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Config, loadConfig } from '../src/config/config.ts';
import { createAuthModule } from '../src/modules/auth/index.ts';
import { createMailModule } from '../src/modules/mail/index.ts';
import { createMasterModule } from '../src/modules/master/index.ts';
import { registerOperations } from '../src/modules/operations/index.ts';
import { addCustomer, addFranchise, addPlatform, createTenantsModule } from '../src/modules/tenants/index.ts';
import { addUser } from '../src/modules/users/index.ts';
import { type Blobs, databaseBlobs } from '../src/platform/blobs/blobs.ts';
import { createBudgets } from '../src/platform/budgets/budgets.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createSealer } from '../src/platform/crypto/sealer.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createApp, sessionTokensOf } from '../src/platform/http/app.ts';
import type { Route } from '../src/platform/http/handler.ts';
import { createSessionTokens } from '../src/platform/http/session-token.ts';
import { createXsrf } from '../src/platform/http/xsrf.ts';
import { createJournal } from '../src/platform/journal/journal.ts';
import { createLogger, silentLogger } from '../src/platform/logging/logger.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { createOutsidePictures } from '../src/platform/outside-pictures/outside-pictures.ts';
import type { Services } from '../src/platform/services.ts';
import { openSession, type TokenPair } from '../src/modules/auth/sessions.ts';
import type { Dispatcher } from 'undici';
import { testFiles } from './file-reading.ts';

export const TEST_PASSWORD = 'correct horse battery';

/** Settings of a test: as the defaults, with a folder that does not exist and no limit on calls. */
export const testConfig = (changed: Partial<Config> = {}): Config => {
  const loaded = loadConfig({ RATE_LIMIT_PER_MINUTE: '1000000', PORT: '0' }, '/nonexistent');
  if (!loaded.ok) throw new Error(loaded.problem.join(' '));
  return { ...loaded.value, demo: false, simulators: false, ...changed };
};

const COOKIE_SECRET = 'test cookie secret, never used elsewhere';
const sessions = createSessionTokens(COOKIE_SECRET);
const xsrf = createXsrf(COOKIE_SECRET, () => false);
/** Cross-site token of the session of a bearer token; `before` where that is none of a session. */
export const crossSiteToken = (bearer: string | undefined, before: string): string => {
  const session = sessions.read(bearer);
  return session ? xsrf.tokenOf(session.sessionId) : before;
};

export const testServices = (
  db: Database,
  changed: ChangedServices & { readonly config?: Partial<Config> } = {},
): Services => servicesWith(db, testConfig(changed.config), changed);

interface ChangedServices {
  readonly blobs?: Blobs | undefined;
  readonly clock?: Clock;
  readonly logTo?: (line: string) => void;
  /** Where pictures that lie elsewhere are fetched. */
  readonly outside?: Dispatcher;
}

const servicesWith = (db: Database, config: Config, changed: ChangedServices): Services => ({
  config,
  db,
  blobs: changed.blobs ?? databaseBlobs,
  budgets: createBudgets(db, config),
  clock: changed.clock ?? systemClock,
  log: changed.logTo ? createLogger('info', { write: changed.logTo }) : silentLogger(),
  sealer: createSealer([Buffer.alloc(32, 'test key, never used elsewhere')]),
  metrics: createMetrics(),
  files: testFiles,
  pictures: createOutsidePictures({
    files: testFiles,
    clock: changed.clock ?? systemClock,
    dispatcher: changed.outside,
  }),
  cookieSecret: COOKIE_SECRET,
});

export interface TestUser {
  readonly userName: string;
  readonly userId: string;
  readonly realmId: string;
  readonly tenantId: string;
}

export interface TestWorld {
  readonly platformId: string;
  readonly first: { readonly id: string; readonly host: 'first.test' };
  readonly second: { readonly id: string; readonly host: 'second.test' };
  /** One person per role; customers are Advanced, except `basic` (Standard). `foreign` belongs to the second franchise. */
  readonly people: Readonly<
    Record<'root' | 'franchise' | 'agent' | 'support' | 'admin' | 'user' | 'basic' | 'foreign' | 'unverified', TestUser>
  >;
}

/** Two franchises, three customers, a person of each kind; every password is `TEST_PASSWORD`. */
export const makeWorld = async (db: Database): Promise<TestWorld> => {
  const platform = await addPlatform(db, { name: 'Platform' });
  const franchise = (name: string, host: string) =>
    addFranchise(db, { platformId: platform.tenantId, name, hosts: [host] });
  const [first, second] = [await franchise('First', 'first.test'), await franchise('Second', 'second.test')];
  const customer = (name: string, franchiseId: string, planName: 'Standard' | 'Advanced') =>
    addCustomer(db, { name, franchiseId, planName });
  const [one, two, other] = [
    await customer('Customer one', first.tenantId, 'Advanced'),
    await customer('Customer two', first.tenantId, 'Standard'),
    await customer('Customer of the second', second.tenantId, 'Advanced'),
  ];
  const person = async (
    userName: string,
    realmId: string,
    tenantId: string,
    roleId: string | undefined,
    verified = true,
  ): Promise<TestUser> => {
    if (roleId === undefined) throw new Error(`no role for ${userName}`);
    const names = { firstName: userName, lastName: 'Test', userName, email: `${userName}@example.com` };
    const added = await addUser(
      db,
      { ...names, realmId, tenantId, roleId, password: TEST_PASSWORD, verified },
      new Date(),
    );
    if (!added.ok) throw new Error(added.problem.code);
    return { userName, userId: added.value.userId, realmId, tenantId };
  };
  const realm = first.tenantId;
  return {
    platformId: platform.tenantId,
    first: { id: first.tenantId, host: 'first.test' },
    second: { id: second.tenantId, host: 'second.test' },
    people: {
      root: await person('root', platform.tenantId, platform.tenantId, platform.roles.ROLE_SUPER_ADMIN),
      franchise: await person('fran', realm, realm, first.roles.ROLE_FRANCHISE_ADMIN),
      agent: await person('agent', realm, realm, first.roles.ROLE_SALES_AGENT),
      support: await person('support', realm, realm, first.roles.ROLE_SUPPORT),
      admin: await person('admin', realm, one.tenantId, one.roles.ROLE_CUSTOMER_ADMIN),
      user: await person('user', realm, one.tenantId, one.roles.ROLE_CUSTOMER_USER),
      basic: await person('basic', realm, two.tenantId, two.roles.ROLE_CUSTOMER_ADMIN),
      foreign: await person('foreign', second.tenantId, other.tenantId, other.roles.ROLE_CUSTOMER_ADMIN),
      unverified: await person('unverified', realm, one.tenantId, one.roles.ROLE_CUSTOMER_USER, false),
    },
  };
};

/** A session without the cost of a password. */
export const sessionOf = (services: Services, person: TestUser): Promise<TokenPair> =>
  services.db.identity(person, (tx) =>
    openSession(
      tx,
      sessionTokensOf(services),
      { ...person, ip: '127.0.0.1', userAgent: 'test', atMost: services.config.sessionsPerPerson },
      services.clock.now(),
    ),
  );

export interface TestClient {
  readonly app: FastifyInstance;
  /** As a browser sends it: host, cookie and header of the cross-site token, bearer where one is given. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: {
      readonly token?: string;
      readonly body?: unknown;
      readonly host?: string;
      readonly headers?: Record<string, string>;
    },
  ): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  /** Parsed when it is JSON, else undefined. */
  readonly json: {
    readonly data?: unknown;
    readonly code?: string;
    readonly errorMessage?: string;
    readonly errorMessages?: { field?: string; code?: string; message: string }[];
    readonly reference?: string;
  } & Record<string, unknown>;
}

export const makeClient = async (app: FastifyInstance): Promise<TestClient> => {
  const first = await app.inject({
    method: 'POST',
    url: '/api/master/ui-init?host=first.test',
    headers: { host: 'first.test' },
  });
  const before = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  return {
    app,
    async call(method, path, options = {}) {
      const { token, body, host = 'first.test' } = options;
      const crossSite = crossSiteToken(token, before);
      const request: InjectOptions = {
        method,
        url: path,
        headers: {
          host,
          cookie: `XSRF-TOKEN=${crossSite}`,
          'x-xsrf-token': crossSite,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...options.headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      const answer = await app.inject(request);
      const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        json: isJson && answer.body !== '' ? answer.json() : {},
      };
    },
  };
};

/** The core modules, and whatever `extra` routes a test brings. */
export const makeCoreApp = (services: Services, extra: readonly Route[] = []): Promise<FastifyInstance> => {
  const tenants = createTenantsModule(services);
  const journal = createJournal(services);
  const mail = createMailModule(services, { journal, hosts: tenants.hosts });
  const auth = createAuthModule(services, { hosts: tenants.hosts, mail });
  const routes = [...tenants.routes, ...auth.routes, ...mail.routes, ...createMasterModule().routes, ...extra];
  return createApp(services, routes, {
    extend: async (app) => {
      tenants.extend(app);
      app.addHook('onClose', async () => {
        await journal.stop();
        mail.close();
      });
      await registerOperations(app, services, {
        version: 'test',
        calls: routes.map(({ call }) => call),
        checks: [{ name: 'database', run: () => services.db.ping() }],
        stopping: () => false,
      });
    },
  });
};
