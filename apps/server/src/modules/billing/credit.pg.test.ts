/** The credit limit over the application: one limit for all currencies, at the franchise's rates; and who starts without credit. */
import type { FastifyInstance } from 'fastify';
import { money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  TEST_PASSWORD,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Chain, reservePurchase } from './purchase-money.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 12 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const ask = async (person: TestUser, method: 'GET' | 'PUT', path: string, body?: object) => {
  const { token } = await sessionOf(application.services, person);
  const answer = await client.call(method, `/api${path}`, { token, body });
  expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 200, expect.anything()]);
  return answer.json.data;
};
const limitOf = (customerId: string, limitMinor: number | null) =>
  ask(world.people.franchise, 'PUT', `/franchise/customers/${customerId}/credit`, {
    limitMinor,
    termsDays: 30,
    note: '',
  });
const rate = (person: TestUser, value: string) =>
  ask(person, 'PUT', '/fx/rates', {
    rates: [{ day: '2026-01-05', base: 'USD', quote: 'CAD', rate: value, source: 'Bank' }],
  });

const buy = (customerId: string, minor: number, currency: string, test = false) => {
  const price = money(minor, currency);
  const sale = (from: string | null, to: string) => ({ from, to, price, lines: [], markupVersions: [] });
  const chain: Chain = [sale(null, world.first.id), sale(world.first.id, customerId)];
  return database.db
    .tenant({ tenantId: customerId }, async (tx) => {
      const outcome = await reservePurchase(tx, { tenantId: customerId, purchaseId: newId(), chain }, { test });
      // As the purchase does: what is refused leaves nothing behind.
      if (!outcome.ok) throw Object.assign(new Error(outcome.problem.code), { problem: outcome.problem });
      return 'bought';
    })
    .catch((error: Error & { problem?: { message?: string; advice?: string } }) => {
      if (!error.problem) throw error;
      return `${error.problem.message} ${error.problem.advice}`;
    });
};

test('a limit in CAD holds purchases in USD too: refused without a rate, then counted to the cent at the seller’s own', async () => {
  const { tenantId } = world.people.admin;
  await limitOf(tenantId, 2_000);
  expect(await buy(tenantId, 1_000, 'CAD')).toBe('bought');
  expect(await buy(tenantId, 1, 'USD')).toBe(
    'Your limit is in CAD, and there is no exchange rate for what you owe in USD. Ask the company you buy from to enter the rate; nothing was charged.',
  );
  await rate(world.people.root, '1.25');
  // The buyer's own rate is for comparing prices; it buys nothing.
  await rate(world.people.admin, '0.01');
  expect(await buy(tenantId, 801, 'USD')).toBe(
    '0.02 CAD more is needed for this than is available. Top up under Billing, then try again.',
  );
  expect(await buy(tenantId, 800, 'USD')).toBe('bought');
  expect(await buy(tenantId, 1, 'CAD')).toContain('0.01 CAD more is needed');
  // A worse rate of the seller's own counts at once, in the other direction too.
  await rate(world.people.franchise, '2');
  expect(await buy(tenantId, 1, 'CAD')).toContain('6.01 CAD more is needed');
  // The pages say the same as the rule.
  const billing = (await ask(world.people.admin, 'GET', '/billing')) as {
    balances: object[];
  };
  expect(billing.balances).toMatchObject([
    { currency: 'CAD', limitMinor: 2_000, availableMinor: -600, limitedIn: null },
    { currency: 'USD', limitMinor: null, availableMinor: null, limitedIn: 'CAD' },
  ]);
  // Where simulators run, TEST labels are booked; no limit stops them.
  expect(await buy(tenantId, 1, 'CAD', true)).toBe('bought');
  const board = (await ask(world.people.franchise, 'GET', '/dashboard')) as { trouble: object[] };
  expect(board.trouble).toContainEqual(
    expect.objectContaining({ kind: 'over_credit', customerId: tenantId, count: 130 }),
  );
  await limitOf(tenantId, null);
  expect(await buy(tenantId, 100_000, 'USD')).toBe('bought');
});

test('ten purchases at once in two currencies: never one more than the limit allows', async () => {
  const { tenantId } = world.people.basic;
  await rate(world.people.franchise, '2');
  await limitOf(tenantId, 1_000);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, at) => buy(tenantId, at % 2 === 0 ? 200 : 100, at % 2 === 0 ? 'CAD' : 'USD')),
  );
  expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(5);
});

test('who signs up alone is prepaid and told what to do; the franchise may raise it', async () => {
  const signUp = {
    userName: 'stranger',
    email: 'stranger@example.com',
    password: TEST_PASSWORD,
    firstName: 'S',
    lastName: 'T',
  };
  const answer = await client.call('POST', '/api/user/sign-up', { body: { ...signUp, companyName: 'Stranger Ltd' } });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  const { rows } = await database.db.system((tx) =>
    sql<{ id: string }>`SELECT id FROM tenants WHERE name = 'Stranger Ltd'`.execute(tx),
  );
  const id = rows[0]?.id ?? '';
  const credit = async () =>
    ((await ask(world.people.franchise, 'GET', `/franchise/customers/${id}`)) as { credit: { limitMinor: number } })
      .credit;
  expect(await credit()).toMatchObject({ limitMinor: 0, owedMinor: 0 });
  expect(await buy(id, 900, 'CAD')).toBe(
    '9.00 CAD more is needed for this than is available. This account is prepaid: top up by card under Billing, then try again.',
  );
  expect(await buy(id, 900, 'USD')).toContain('This account is prepaid');
  await limitOf(id, 5_000);
  expect(await buy(id, 900, 'CAD')).toBe('bought');
});
