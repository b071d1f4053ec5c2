/** Franchises that sell plans, on a clock of its own, and what tests of plans ask of them. One for each test file. */
import type { PlanCharge, PlanQuote, PlanView } from '@scanship/contracts/money/plans';
import type { Call } from '@scanship/contracts/call';
import { sample } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type Application, createApplication } from '../src/application.ts';
import { readCredit } from '../src/modules/billing/index.ts';
import { createMailModule } from '../src/modules/mail/index.ts';
import { createRenewalWorker, type RenewalWorker } from '../src/modules/subscriptions/renewal-worker.ts';
import { addCustomer, createTenantsModule } from '../src/modules/tenants/index.ts';
import { addUser } from '../src/modules/users/index.ts';
import { idAt, newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';
import { createJournal } from '../src/platform/journal/journal.ts';
import { silentLogger } from '../src/platform/logging/logger.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from './app-kit.ts';
import { bodySchema } from './described-call.ts';
import { valuesOf } from './near-schema.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let world: TestWorld;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let now = new Date('2026-01-31T15:00:00Z');
const clock = { now: () => now };

export const theWorld = (): TestWorld => world;
export const theDatabase = (): TestDatabase => database;
export const moment = (): Date => now;

export const startPlanWorld = async (): Promise<void> => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  application = createApplication(testServices(database.db, { clock }), { version: 'test' });
  app = await application.http();
  client = await makeClient(app);
};
export const stopPlanWorld = async (): Promise<void> => {
  await app.close();
  await application.close();
  await database.drop();
};
/** The last day of January, and each plan at its price without trial and limits. */
export const startAnew = async (): Promise<void> => {
  at('2026-01-31T15:00:00Z');
  await sell('Basic', { monthlyPriceMinor: 1_900, yearlyPriceMinor: 19_000, overagePriceMinor: null, trialDays: 0 });
  await sell('Standard', { monthlyPriceMinor: 4_900, yearlyPriceMinor: null, overagePriceMinor: null, trialDays: 0 });
  await sell('Advanced', { monthlyPriceMinor: 9_900, yearlyPriceMinor: 99_000, overagePriceMinor: null, trialDays: 0 });
};

export const theCalls = (): readonly Call[] => application.routes.map(({ call }) => call);
export const tokenOf = async (who: TestUser): Promise<string> => (await sessionOf(application.services, who)).token;
/** Any call, with a body that fits its schema and ids of nothing. */
export const send = (token: string, call: Call) => {
  const schema = bodySchema(call);
  return client.call(call.method, `/api${call.path.replace(/\{\w+\}/g, newId())}`, {
    token,
    ...(schema ? { body: sample(valuesOf(schema, false), { numRuns: 1, seed: 11 })[0] } : {}),
  });
};
export const ask = async (who: TestUser, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
  const { token } = await sessionOf(application.services, who);
  return client.call(method, `/api${path}`, { token, body });
};
export const ok = async <T>(
  who: TestUser,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<T> => {
  const answer = await ask(who, method, path, body);
  expect(answer.json, `${method} ${path}`).toMatchObject({ data: expect.anything() });
  return answer.json.data as T;
};
export const at = (moment: string): void => {
  now = new Date(moment);
};

/** What another process has beside the database. */
export const otherProcess = () => {
  const services = testServices(database.db, { clock });
  const tenants = createTenantsModule(services);
  const mail = createMailModule(services, { journal: createJournal(services), hosts: tenants.hosts });
  return { db: database.db, clock, log: silentLogger(), withTest: false, mail };
};
export const workerOf = (onPoint?: () => void): RenewalWorker => createRenewalWorker({ ...otherProcess(), onPoint });
export const runWorker = async (): Promise<void> => {
  while ((await application.subscriptions.worker.look()) > 0);
};

const REST = { features: ['Orders'], limits: { users: null, stores: null, labelsPerMonth: null } };
export const sell = async (code: string, terms: Record<string, unknown>): Promise<void> => {
  const { plans } = await ok<{ plans: { code: string; name: string; version: number }[] }>(
    world.people.franchise,
    'GET',
    '/franchise/plans',
  );
  const plan = plans.find((each) => each.code === code);
  await ok(world.people.franchise, 'PUT', `/franchise/plans/${code}`, {
    name: plan?.name,
    ...REST,
    version: plan?.version,
    ...terms,
  });
};

/** A fresh customer on a plan since `now`, with an administrator. */
export const customer = async (
  plan: 'Basic' | 'Standard' | 'Advanced',
  timeZone = 'America/Toronto',
): Promise<TestUser> => {
  const added = await addCustomer(database.db, {
    name: `C ${newId()}`,
    franchiseId: world.first.id,
    planName: plan,
    timeZone,
    since: now,
  });
  const userName = `u-${newId().slice(-12)}`;
  const user = await addUser(
    database.db,
    {
      firstName: 'P',
      lastName: 'T',
      userName,
      email: `${userName}@example.com`,
      realmId: world.first.id,
      tenantId: added.tenantId,
      roleId: added.roles.ROLE_CUSTOMER_ADMIN ?? '',
      password: 'correct horse battery',
      verified: true,
    },
    now,
  );
  if (!user.ok) throw new Error(user.problem.code);
  return { userName, userId: user.value.userId, realmId: world.first.id, tenantId: added.tenantId };
};
export const owed = (customerId: string): Promise<number> =>
  database.db.tenant(
    { tenantId: world.first.id },
    async (tx) => (await readCredit(tx, world.first.id, customerId, 'CAD')).owedMinor,
  );
export const chargesOf = async (who: TestUser) =>
  (await ok<{ charges: PlanCharge[] }>(who, 'GET', '/account/plan/charges')).charges.map(({ kind, total, state }) => [
    kind,
    total.minor,
    state,
  ]);
export const viewOf = (who: TestUser): Promise<PlanView> => ok<PlanView>(who, 'GET', '/account/plan');
export const quoteOf = (who: TestUser, plan: string, more = ''): Promise<PlanQuote> =>
  ok<PlanQuote>(who, 'GET', `/account/plan/quote?plan=${plan}${more}`);
export const choose = async (who: TestUser, plan: string): Promise<PlanView> => {
  const { quote } = await quoteOf(who, plan);
  return ok<PlanView>(who, 'POST', '/account/plan', { plan, quote });
};
export const mayScan = async (who: TestUser): Promise<boolean | undefined> => {
  const profile = await ok<{ userRolePermission: { name: string; permission: boolean }[] }>(who, 'GET', '/profile/me');
  return profile.userRolePermission.find(({ name }) => name === 'SCANSHIP')?.permission;
};
/** A purchase as the journal leaves it, made at a moment. */
export const label = async (
  customerId: string,
  moment: Date,
  state: 'complete' | 'voided' | 'absent' = 'complete',
  isTest = false,
) => {
  const [shipmentId, purchaseId] = [newId(), idAt(moment)];
  await database.db.tenant({ tenantId: customerId }, async (tx) => {
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: customerId,
        id: shipmentId,
        from_address: json({}),
        to_address: json({}),
        slug: 'loopback',
      })
      .execute();
    await tx
      .insertInto('purchases')
      .values({
        tenant_id: customerId,
        id: purchaseId,
        shipment_id: shipmentId,
        piece: 1,
        kind: 'buy',
        grant_id: newId(),
        slug: 'loopback',
        test: isTest,
        intent_key: purchaseId,
        request_hash: 'x',
        carrier_ref: purchaseId.replaceAll('-', '').slice(-16).toUpperCase(),
        carrier_uuid: newId(),
        state,
      })
      .execute();
  });
};
