import type { AuditEntry } from '@scanship/contracts/access/audit';
import type {
  ExactCall,
  LiveAccount,
  LiveAccountDetail,
  RecordedCall,
} from '@scanship/contracts/carriers/live-accounts';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { BUYER, SHIP_FROM } from '../../../test/order-fixture.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { keepUp } from '../operations/upkeep.ts';

const DAY_MS = 86_400_000;
const SECRET = 'alpha-secret-1';
const EXPRESS = {
  carrier: 'testline-express',
  name: 'Our express',
  mode: 'simulator',
  credentials: { clientId: 'express-alpha', clientSecret: SECRET },
} as const;

let it_: CarrierWorld;
let orderId = '';
let accountId = '';
beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { people } = it_.world;
  orderId = await it_.newOrderOf(people.admin);
  const added = await it_.application.carriers.addAccount({ ...people.admin, tenantKind: 'customer' }, EXPRESS);
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  ({ accountId } = added.value);
});
afterAll(() => it_.close());

const ask = async <T>(who: PersonName, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
  const answer = await it_.call(who, method, `/connectors${path}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data as T;
};
const quote = async (): Promise<void> => {
  const answer = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1_000, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
  });
  expect(answer.status).toBe(200);
  // Traces gather for a moment.
  await sleep(500);
};
const detail = () => ask<LiveAccountDetail>('franchise', 'GET', `/accounts/${accountId}`);
const begin = (who: PersonName, hours: number) =>
  it_.call(who, 'POST', `/connectors/accounts/${accountId}/recordings`, {
    hours,
    reason: 'No prices to Vancouver',
  });
const callsOf = async (id: string) =>
  (await ask<{ calls: RecordedCall[] }>('franchise', 'GET', `/recordings/${id}/calls`)).calls;

test('staff find accounts below them, and nobody else reaches any', async () => {
  for (const who of ['franchise', 'root'] as const) {
    const { accounts } = await ask<{ accounts: LiveAccount[] }>(who, 'GET', '/accounts?search=testline');
    expect(accounts).toMatchObject([
      { id: accountId, owner: 'Customer one', connector: 'testline-express', keptUntil: null },
    ]);
  }
  expect((await ask<{ accounts: LiveAccount[] }>('root', 'GET', '/accounts?search=nobody%25')).accounts).toEqual([]);
  for (const who of ['agent', 'support', 'admin', 'foreign'] as const) expect((await begin(who, 1)).status).toBe(403);
  expect((await begin('franchise', 25)).json.code).toBe('validation');
});

test('what is kept is exact, without secrets, sealed, told to the owner, bounded, and gone in time', async () => {
  await quote();
  expect((await begin('franchise', 24)).status).toBe(200);
  expect((await begin('root', 1)).json.errorMessage).toBe('The exact traffic of this account is kept already.');
  await quote();
  const { account, recordings } = await detail();
  const [recording] = recordings;
  expect(account.keptUntil).toBe(recording?.until);
  expect(recording).toMatchObject({ running: true, calls: 1, dropped: 0, startedBy: 'fran' });
  const id = recording?.id ?? '';
  const [call] = await callsOf(id);
  expect(call).toMatchObject({ operation: 'rates', method: 'POST', status: 200 });
  const exact = await ask<ExactCall>('franchise', 'GET', `/recordings/${id}/calls/${call?.id}`);
  expect(exact.request).toContain(BUYER.address1);
  expect(exact.response).toContain('quotes');
  expect(JSON.stringify(exact)).not.toContain(SECRET);
  expect(exact.request).toContain('[hidden]');

  // In the database there are sealed bytes only.
  const { admin } = it_.world.people;
  const [row] = await it_.database.db.secrets(admin, (tx) =>
    tx.selectFrom('recorded_calls').select('sealed').execute(),
  );
  expect(row?.sealed.includes(BUYER.address1)).toBe(false);

  // The owner reads who did it and why.
  const log = (await it_.call('admin', 'GET', '/audit?size=20')).json.data as { entries: AuditEntry[] };
  expect(JSON.stringify(log.entries.find(({ action }) => action === 'startRecording'))).toContain(
    'No prices to Vancouver',
  );

  // No room for the next: it is counted, and nothing of it is kept.
  await it_.database.db.tenant(admin, (tx) =>
    sql`UPDATE traffic_recordings SET most_bytes = kept_bytes + 10 WHERE id = ${id}::uuid`.execute(tx),
  );
  await quote();
  expect((await detail()).recordings).toMatchObject([{ calls: 1, dropped: 1 }]);

  // A day later it ends by itself; a week later it is gone.
  it_.clock.value = new Date(it_.clock.value.getTime() + DAY_MS + 60_000);
  await quote();
  expect((await detail()).recordings).toMatchObject([{ calls: 1, dropped: 1, running: false }]);
  const upkeep = { db: it_.database.db, clock: { now: () => it_.clock.value }, log: silentLogger() };
  await keepUp(upkeep);
  expect(await callsOf(id)).toHaveLength(1);
  it_.clock.value = new Date(it_.clock.value.getTime() + 6 * DAY_MS);
  await keepUp(upkeep);
  expect((await detail()).recordings).toEqual([]);
  const left = await it_.database.db.tenant(admin, (tx) => tx.selectFrom('recorded_calls').select('id').execute());
  expect(left).toEqual([]);
});

test('a case for developers holds nothing of what went in, and still reads as the carrier answered', async () => {
  expect((await begin('franchise', 1)).status).toBe(200);
  await quote();
  const [recording] = (await detail()).recordings;
  const calls = await callsOf(recording?.id ?? '');
  const file = await it_.call('franchise', 'POST', `/connectors/recordings/${recording?.id}/case`, {
    name: 'no prices',
    callIds: calls.map(({ id }) => id),
  });
  expect(file.status).toBe(200);
  const went = [SHIP_FROM, BUYER].flatMap(({ name, address1, city, zipcode, phone }) => [
    name,
    address1,
    city,
    zipcode,
    phone,
  ]);
  for (const value of [...went, SHIP_FROM.companyName, BUYER.email, EXPRESS.credentials.clientId, SECRET, 'Bearer'])
    expect(file.text.toLowerCase()).not.toContain(value?.toLowerCase());
  const whole = JSON.parse(file.text) as {
    exchanges: {
      operation: string;
      request: { body: object };
      answer: { status: number; body: { quotes: { total: string }[] } };
    }[];
  };
  expect(whole).toMatchObject({ form: 'scanship-case/1', connector: 'testline-express' });
  const [exchange] = whole.exchanges.filter(({ operation }) => operation === 'rates');
  expect(exchange?.answer.status).toBe(200);
  expect(exchange?.answer.body.quotes.length).toBeGreaterThan(1);
  expect(JSON.stringify(exchange?.request.body)).toContain('"CA"');

  const other = await it_.call('franchise', 'POST', `/connectors/recordings/${recording?.id}/case`, {
    name: 'x',
    callIds: [orderId],
  });
  expect(other.status).toBe(404);
  await ask('franchise', 'POST', `/recordings/${recording?.id}/stop`);
  await quote();
  expect(await callsOf(recording?.id ?? '')).toHaveLength(calls.length);
  await ask('root', 'DELETE', `/recordings/${recording?.id}`);
  expect((await detail()).recordings).toEqual([]);
});
