/** From an agent's link to their commission, over HTTP: who signs up by it, what it earns before and after the month is closed. */
import type { AgentLink } from '@scanship/contracts/network/agent-links';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { AccrualData, CommissionData } from '@scanship/contracts/money/commissions';
import { monthAfter, monthOf } from '@scanship/domain/money/statement';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { moneyOf } from '../../../test/money-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Services } from '../../platform/services.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { createCloseWorker } from '../statements/index.ts';

let database: TestDatabase;
let services: Services;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const now = { value: new Date() };

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  services = testServices(database.db, { clock: { now: () => now.value } });
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const ok = async <T>(person: TestUser, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> => {
  const { token } = await sessionOf(services, person);
  const answer = await client.call(method, `/api${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const linkOf = (person: TestUser) => ok<AgentLink>(person, 'GET', '/franchise/agent-link');
const codeOf = ({ link }: AgentLink): string => {
  if (!link) throw new Error('no link');
  return new URL(link.url).searchParams.get('agent') ?? '';
};
const renew = () => ok<AgentLink>(world.people.agent, 'POST', '/franchise/agent-link', {});

let last = 0;
/** As the page sends it. @returns the customer as the franchise sees it */
const signUp = async (agent: string | undefined, host: 'first.test' | 'second.test' = 'first.test') => {
  const userName = `shop-${(last += 1)}`;
  const answer = await client.call('POST', '/api/user/sign-up', {
    host,
    body: {
      userName,
      email: `${userName}@shop.example`,
      password: 'parcels over the river',
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyName: `${userName} Ltd`,
      ...(agent === undefined ? {} : { agent }),
    },
  });
  expect(answer.json.data).toEqual({ userName, email: `${userName}@shop.example`, verified: false });
  const row = await database.db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('name', '=', `${userName} Ltd`).executeTakeFirstOrThrow(),
  );
  return { id: row.id, name: `${userName} Ltd`, text: answer.text.replaceAll(userName, '') };
};
const customer = (id: string) => ok<CustomerDetail>(world.people.franchise, 'GET', `/franchise/customers/${id}`);

test('agent: referral to commission', async () => {
  const { agent, franchise } = world.people;
  expect(await linkOf(agent)).toEqual({ link: null, open: true, customers: [], passedOn: 0 });
  const { link } = await renew();
  expect(link?.url).toMatch(/^https?:\/\/first\.test(?::\d+)?\/auth\/register\?agent=[\w-]{16}$/);
  const came = await signUp(codeOf(await linkOf(agent)));
  expect(await customer(came.id)).toMatchObject({
    agent: { id: agent.userId, name: 'agent Test' },
    referredBy: { name: 'agent Test' },
  });
  expect((await linkOf(agent)).customers).toMatchObject([{ id: came.id, name: came.name }]);

  const today = dayIn(now.value, 'America/Toronto');
  const month = monthOf(today);
  await ok(franchise, 'POST', '/money/commissions/plans', {
    agentId: agent.userId,
    customerId: null,
    basis: 'margin',
    rateBp: 1_000,
    perLabelMinor: 0,
    currency: 'CAD',
    firstDay: addDays(month, -2),
    lastDay: null,
  });
  const m = moneyOf(database.db, world.first.id, came.id);
  const sold = { costMinor: 777, priceMinor: 1_111, taxPpm: 130_000, at: now.value.toISOString() };
  await m.buy(sold);
  const second = await m.buy(sold);
  await m.void(second, sold, now.value.toISOString());
  await m.buy(sold);
  const seen = await ok<AccrualData>(agent, 'GET', '/money/commissions/accrual');
  expect(seen.months).toMatchObject([
    {
      month,
      over: false,
      agentId: agent.userId,
      amount: { minor: 66, currency: 'CAD' },
      lines: [{ customerId: came.id, customerName: came.name, labels: 2, revenueMinor: 2_222, minor: 66 }],
    },
  ]);
  expect(JSON.stringify(seen)).not.toContain('marginMinor');
  expect(await ok<AccrualData>(franchise, 'GET', '/money/commissions/accrual')).toEqual(seen);

  now.value = new Date(startOfDay(monthAfter(month), 'America/Toronto').getTime() + 3_600_000);
  expect((await ok<AccrualData>(agent, 'GET', '/money/commissions/accrual')).months).toMatchObject([{ over: true }]);
  const worker = createCloseWorker(services);
  await worker.plan();
  expect(await worker.close(world.first.id, month)).toEqual({ state: 'closed' });
  const { months } = await ok<CommissionData>(agent, 'GET', '/money/commissions');
  expect(months).toMatchObject([
    {
      month,
      agentId: agent.userId,
      amount: seen.months[0]?.amount,
      lines: [{ customerId: came.id, customerName: came.name, labels: 2, revenueMinor: 2_222, minor: 66 }],
    },
  ]);
  expect((await ok<AccrualData>(agent, 'GET', '/money/commissions/accrual')).months).toEqual([]);

  const { entries } = await ok<{ entries: AuditEntry[] }>(franchise, 'GET', '/audit');
  expect(entries.find(({ action }) => action === 'cameByAgentLink')).toMatchObject({
    outcome: 'done',
    subject: { kind: 'customer', id: came.id },
    details: { told: { name: came.name, agent: 'agent Test' } },
  });
  expect(entries.some(({ action }) => action === 'renewAgentLink')).toBe(true);
});

test('a code that is renewed, unknown or of another franchise changes nothing, and no answer tells which', async () => {
  const former = codeOf(await renew());
  const current = codeOf(await renew());
  expect(current).not.toBe(former);
  const without = await signUp(undefined);
  for (const code of [former, 'x', current.slice(0, -1), "' OR 1=1 --", '']) {
    const came = await signUp(code);
    expect(came.text).toBe(without.text);
    expect(await customer(came.id)).toMatchObject({ agent: null, referredBy: null });
  }
  const elsewhere = await signUp(current, 'second.test');
  expect(elsewhere.text).toBe(without.text);
  const rows = await database.db.tenant({ tenantId: world.second.id }, (tx) =>
    tx
      .selectFrom('franchise_customers')
      .select(['agent_user_id', 'referred_by'])
      .where('customer_id', '=', elsewhere.id)
      .execute(),
  );
  expect(rows).toEqual([{ agent_user_id: null, referred_by: null }]);
});

test('where a customer came from stays when it is given to somebody else, whom its first agent is not told of', async () => {
  const { agent, franchise, support } = world.people;
  const code = codeOf(await renew());
  const came = await signUp(code);
  await ok(franchise, 'PUT', `/franchise/customers/${came.id}/agent`, { agentId: null });
  expect(await customer(came.id)).toMatchObject({ agent: null, referredBy: { name: 'agent Test' } });
  const after = await linkOf(agent);
  expect(after.customers.some(({ id }) => id === came.id)).toBe(false);
  expect(after.passedOn).toBe(1);
  expect(await ok<CustomerDetail>(support, 'GET', `/franchise/customers/${came.id}`)).toMatchObject({
    referredBy: null,
  });
});

test('what was sold before a customer was given to somebody else stays the former agent’s, and so does what is voided of it', async () => {
  const { agent, franchise } = world.people;
  const came = await signUp(codeOf(await renew()));
  const m = moneyOf(database.db, world.first.id, came.id);
  // The days of an assignment are the database's.
  const day = 86_400_000;
  const sold = (daysAgo: number) => ({
    costMinor: 777,
    priceMinor: 1_111,
    at: new Date(Date.now() - daysAgo * day).toISOString(),
  });
  const ofCame = async () =>
    (await ok<AccrualData>(agent, 'GET', '/money/commissions/accrual')).months
      .flatMap(({ lines }) => lines)
      .filter(({ customerName }) => customerName === came.name)
      .map(({ labels, minor }) => ({ labels, minor }));
  const before = sold(1);
  const first = await m.buy(before);
  const second = await m.buy(sold(1));
  await ok(franchise, 'PUT', `/franchise/customers/${came.id}/agent`, { agentId: null });
  const after = await m.buy(sold(0));
  expect(await ofCame()).toEqual([{ labels: 2, minor: 66 }]);
  await m.void(first, before, new Date().toISOString());
  expect(await ofCame()).toEqual([{ labels: 1, minor: 33 }]);
  // The carrier charges more for both labels: each counts for whom its label counts.
  await m.adjust(500, 1_500, new Date().toISOString(), second);
  await m.adjust(500, 2_500, new Date().toISOString(), after);
  expect(await ofCame()).toEqual([{ labels: 1, minor: 133 }]);
  // Given back on the same day: it was nobody's in between.
  await ok(franchise, 'PUT', `/franchise/customers/${came.id}/agent`, { agentId: agent.userId });
  expect(await ofCame()).toEqual([{ labels: 2, minor: 366 }]);
});

test('whichever release assigns a customer, the database keeps who had it until yesterday; a day that goes back gives no history away', async () => {
  const { agent } = world.people;
  const came = await signUp(codeOf(await renew()));
  const held = () =>
    database.db.tenant({ tenantId: world.first.id }, (tx) =>
      tx.selectFrom('former_agents').select('agent_user_id').where('customer_id', '=', came.id).execute(),
    );
  // As the release before writes it.
  const give = (to: string | null, zone: string) =>
    withClient(database.migrator, async (direct) => {
      await direct.query('UPDATE tenants SET time_zone = $1 WHERE id = $2', [zone, world.first.id]);
      await database.db.tenant({ tenantId: world.first.id }, (tx) =>
        tx
          .updateTable('franchise_customers')
          .set({ agent_user_id: to })
          .where('tenant_id', '=', world.first.id)
          .where('customer_id', '=', came.id)
          .execute(),
      );
    });
  await give(null, 'Pacific/Kiritimati');
  expect(await held()).toEqual([{ agent_user_id: agent.userId }]);
  // There it is always a day before.
  await give(agent.userId, 'Pacific/Niue');
  expect(await held()).toEqual([{ agent_user_id: agent.userId }]);
  await give(agent.userId, 'America/Toronto');
});

test('the link of somebody who is no sales agent any more counts no longer', async () => {
  const code = codeOf(await renew());
  const { agent } = world.people;
  const set = (state: 'active' | 'disabled') =>
    database.db.identity(agent, (tx) =>
      tx
        .updateTable('users')
        .set({ state })
        .where('realm_id', '=', agent.realmId)
        .where('id', '=', agent.userId)
        .execute(),
    );
  await set('disabled');
  expect(await customer((await signUp(code)).id)).toMatchObject({ agent: null, referredBy: null });
  await set('active');
  expect(await customer((await signUp(code)).id)).toMatchObject({ agent: { id: agent.userId } });
});
