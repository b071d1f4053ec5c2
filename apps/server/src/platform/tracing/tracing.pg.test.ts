/** What a collector on loopback is told of a quote, a purchase and what is asked with a header that means harm. */
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossSiteToken, makeCoreApp, sessionOf, testServices } from '../../../test/app-kit.ts';
import { type CarrierWorld, makeCarrierWorld } from '../../../test/carrier-world.ts';
import { type CollectedSpan, type Collector, startCollector } from '../../../test/tracing/otlp-collector.ts';
import { BUYER, SHIP_FROM } from '../../../test/order-fixture.ts';
import { createExportWorker } from '../../modules/customer-data/export-worker.ts';
import { newId } from '../database/ids.ts';
import { createLogger } from '../logging/logger.ts';
import { startTracing, type Tracing } from './tracing.ts';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const PROGRAM = { version: '1.2.3', role: 'all', log: () => undefined };

let collector: Collector;
let tracing: Tracing;
let it_: CarrierWorld;
let origin = '';
let token = '';
beforeAll(async () => {
  collector = await startCollector();
  tracing = startTracing({ endpoint: collector.endpoint, ratio: 1 }, PROGRAM);
  it_ = await makeCarrierWorld();
  const { admin } = it_.world.people;
  const added = await it_.application.carriers.addAccount(
    { ...admin, tenantKind: 'customer' },
    {
      carrier: 'testline-express',
      name: 'Our express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await it_.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(it_.app.server.address() as AddressInfo).port}`;
  ({ token } = await sessionOf(testServices(it_.database.db), admin));
});
afterAll(async () => {
  await it_.close();
  await tracing.stop();
  await collector.close();
});

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; data: unknown }> {
  const crossSite = crossSiteToken(token, '');
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      cookie: `XSRF-TOKEN=${crossSite}`,
      'x-xsrf-token': crossSite,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data?: unknown };
  return { status: answer.status, data };
}

/** Of one trace, when its first `least` requests have arrived. */
const spansOf = async (traceId: string, isThere: (spans: readonly CollectedSpan[]) => boolean) => {
  const own = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect
    .poll(async () => {
      await tracing.flush();
      return isThere(own());
    })
    .toBe(true);
  return own();
};

test('a quote and a purchase of one page are one tree of requests, job, carrier calls and statements, without a person in it', async () => {
  const orderId = await it_.newOrderOf(it_.world.people.admin);
  const [traceId, page] = [hex(16), hex(8)];
  const headers = { traceparent: `00-${traceId}-${page}-01` };
  const parcels = [{ number: 1, weightGrams: 1_000, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }];
  const quoted = await post('/quotes/single', { orderId, parcels }, headers);
  expect(quoted.status).toBe(200);
  const { quoteId, rates } = quoted.data as { quoteId: string; rates: { id: string }[] };
  const bought = await post('/shipment/create', { orderId, quoteId, rateId: rates[0]?.id }, headers);
  expect([bought.status, bought.data]).toMatchObject([200, { shipment: { state: 'bought' } }]);

  const { tenantId } = it_.world.people.admin;
  const spans = await spansOf(
    traceId,
    (all) =>
      all.some(({ name }) => name === 'job purchases') && all.some(({ name }) => name === 'POST /api/shipment/create'),
  );
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  // Every span hangs below another, the first ones below the page.
  expect(spans.filter(({ parent }) => parent !== page && !byId.has(parent ?? ''))).toEqual([]);
  const wayOf = (span: CollectedSpan | undefined): string[] =>
    span ? [...wayOf(byId.get(span.parent ?? '')), span.name] : [];
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [quote] = named('POST /api/quotes/single');
  const [create] = named('POST /api/shipment/create');
  expect(quote?.values).toMatchObject({ 'scanship.tenant_id': tenantId, 'http.response.status_code': 200 });
  const calls = spans.filter(({ values }) => values['scanship.vendor'] !== undefined);
  expect(calls.map(({ values }) => values['scanship.tenant_id'])).toEqual(calls.map(() => tenantId));
  const ways = calls.map((span) => wayOf(span)).filter((way) => !way.includes('token'));
  expect(ways).toContainEqual(['POST /api/quotes/single', 'rates']);
  // A carrier's call of the purchase hangs below the job, which hangs below the request that began it.
  const [job] = named('job purchases');
  expect(job).toMatchObject({ parent: create?.spanId, values: { 'scanship.tenant_id': tenantId } });
  const purchase = calls.find((span) => wayOf(span).includes('job purchases'));
  expect(purchase?.values).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 201 });
  // Statements stand below their transaction, with places for values.
  const statement = spans.find(({ name }) => name === 'INSERT shipments');
  expect(statement?.values['db.query.text']).toMatch(/\$1/);
  expect(byId.get(statement?.parent ?? '')).toMatchObject({
    name: 'transaction app_tenant',
    values: { 'scanship.tenant_id': tenantId },
  });

  // Nobody is in any of it: neither buyer, nor sender, nor who was at work, nor what opens something.
  const all = collector.bodies.join('\n').toLowerCase();
  const { admin } = it_.world.people;
  for (const value of [
    ...Object.values(BUYER),
    ...Object.values(SHIP_FROM),
    'alpha-secret-1',
    token,
    `${admin.userName}@example`,
    admin.userId,
    '127.0.0.1',
  ]) {
    // Of two letters or less, by itself, everything is full: countries, provinces.
    if (typeof value === 'string' && value.length > 2)
      expect(all).not.toContain(JSON.stringify(value.toLowerCase()).slice(1, -1));
  }
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'scanship',
    'service.version': '1.2.3',
    'scanship.role': 'all',
  });
});

/** What arrives of the next calls, once `isThere` says that it has. */
const arrived = async (ask: () => Promise<unknown>, isThere: (span: CollectedSpan) => boolean) => {
  const before = collector.spans.length;
  await ask();
  await expect
    .poll(async () => {
      await tracing.flush();
      return collector.spans.slice(before).some(isThere);
    })
    .toBe(true);
};

test('what an address or a refused body names is not told', async () => {
  await arrived(
    async () => {
      expect((await fetch(`${origin}/api/nothing/${BUYER.name}?email=eloise@example.com`)).status).toBe(404);
      await post('/quotes/single?name=eloise', { orderId: 'eloise@example.com' });
    },
    ({ values }) => [400, 422].includes(Number(values['http.response.status_code'])),
  );
  expect(collector.bodies.join('')).not.toMatch(/eloise/i);
});

test.each([
  ['nonsense', 'x'.repeat(6_000)],
  ['a script', '<script>alert(1)</script>'],
  ['no ids', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
  ['an unknown version', `ff-${hex(16)}-${hex(8)}-01`],
  ['two of them', `00-${hex(16)}-${hex(8)}-01, 00-${hex(16)}-${hex(8)}-01`],
])('a header with %s begins a trace of its own', async (_, traceparent) => {
  await arrived(
    async () => {
      const hostile = { traceparent, tracestate: 'evil=1', baggage: 'evil=1' };
      expect((await post('/quotes/single', { orderId: hex(4) }, hostile)).status).toBeLessThan(500);
    },
    ({ name, parent }) => name === 'POST /api/quotes/single' && parent === undefined,
  );
  expect(collector.bodies.join('')).not.toMatch(/evil|<script>|xxxx/);
});

test('log lines name the trace they belong to', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) }, tracing.logFields);
  const { inSpan } = await import('@scanship/connector-kit/spans');
  await inSpan(
    () => ({ name: 'job test', kind: 'job' }),
    async () => log.info('inside'),
  );
  log.info('outside');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'inside',
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
  expect(lines[1]).not.toContain('trace_id');
});

test('what a job logs names the trace of the job, which is its customer’s', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) }, tracing.logFields);
  const { db } = it_.database;
  const { admin } = it_.world.people;
  const franchise = { tenantId: it_.world.first.id };
  await db.tenant(franchise, (tx) =>
    sql`INSERT INTO customer_exports (tenant_id, id, customer_id, asked_by, asked_at, due_at)
      VALUES (${franchise.tenantId}, ${newId()}, ${admin.tenantId}, ${admin.userId}, now(), now())`.execute(tx),
  );
  const worker = createExportWorker({
    ...testServices(db),
    log,
    bucket: undefined,
    papersOf: () => {
      throw new Error('no papers today');
    },
  });
  expect(await worker.look()).toBe(0);
  const [line] = lines.filter((each) => each.includes('could not be made'));
  const { trace_id: traceId } = JSON.parse(line ?? '{}') as { trace_id?: string };
  const spans = await spansOf(traceId ?? '', (all) => all.some(({ name }) => name === 'job customer_exports'));
  expect(spans.find(({ name }) => name === 'job customer_exports')).toMatchObject({
    parent: undefined,
    values: { 'scanship.tenant_id': franchise.tenantId },
  });
});

test('the line of a request names its trace', async () => {
  const lines: string[] = [];
  const app = await makeCoreApp(testServices(it_.database.db, { logTo: (line) => void lines.push(line) }));
  const traceId = hex(16);
  await app.inject({
    method: 'POST',
    url: '/api/master/ui-init?host=first.test',
    headers: { host: 'first.test', traceparent: `00-${traceId}-${hex(8)}-01` },
  });
  await app.close();
  const [line] = lines.filter((each) => each.includes('"msg":"request"'));
  expect(JSON.parse(line ?? '')).toMatchObject({ trace_id: traceId, route: '/api/master/ui-init' });
});
