/**
 * Peak day: what a label costs, how many customers of one franchise buy beside one another, and whether planning waits only for
 * what it must. Ratios are against limits taken in the same run. Sizes for trying: PEAK_LABELS (1,000), PEAK_ORDERS (500).
 * PEAK_LOUD=buy,import,export: some of what the loud neighbour does. PEAK_PROFILE=folder keeps a profile of each server process.
 */
import os from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Batch, createBatch, getBatch, startBatch } from '@scanship/contracts/shipping/batches';
import { createShipment, getDocument } from '@scanship/contracts/shipping/shipments';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { exportOrders } from '@scanship/contracts/orders/order-documents';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { labelPdf } from '@scanship/documents/labels/label-pdf';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { Client } from 'pg';
import { LABEL } from '../../../packages/documents/test/samples.ts';
import { MOST_IN_HAND } from '../../../apps/server/src/modules/batches/run/lanes.ts';
import { importOrders } from '../../faults/bulk/run-bulk.ts';
import type { Seller } from '../../support/seller.ts';
import { median, percentile, type Row } from '../table.ts';
import { bareLabels, writtenSoFar } from './bare-labels.ts';
import { LIMITED_CARRIER, SHIPPING_CARRIER, SLOW_CARRIERS, SLOW_SERVICE } from './slow-carrier.ts';
import { startSlowVendor, type SlowVendor } from './slow-vendor.ts';
import { watchPostgres } from './watch.ts';
import { key, LANES, openPeakWorld, type PeakCustomer, type PeakProcess, type PeakWorld } from './world.ts';

const LABELS = Number(process.env['PEAK_LABELS'] ?? 1_000);
const ORDERS = Number(process.env['PEAK_ORDERS'] ?? 500);
const ONLY = process.env['PEAK_ONLY']?.split(',');
const LOUD = process.env['PEAK_LOUD']?.split(',');
const CUSTOMERS = 20;
const LATENCY_MS = 300;
const ROUNDS = 21;
const WARM = 20;
const IMPORTED = 20_000;
/** Looks of somebody else at the list, and the pause between two. */
const LOOKS = 60;
const LOOK_PAUSE_MS = 50;
const WITHIN_MS = 20 * 60_000;

const MOST_CPU_MS = 40;
const MOST_CPU_RATIO = 6;
const LEAST_SHARED = 0.9;
const MOST_OF_QUIET = 2;
const MOST_LOCK_MS = 5;
const MOST_OF_BOUND = 1.2;
const MOST_OF_PLAN = 1.5;
const MOST_DELAY_MS = 50;
const MOST_MEMORY_MB = 150;
const MOST_OF_CARRIER = 1.15;

interface Buyer {
  readonly who: PeakCustomer;
  readonly seller: Seller;
}

interface Peak {
  readonly world: PeakWorld;
  readonly vendor: SlowVendor;
  readonly server: PeakProcess;
  readonly client: Client;
}

/** What a stretch of work took. Milliseconds. */
interface Taken {
  readonly wallMs: number;
  readonly serverMs: number;
  readonly loopMs: number;
  readonly postgresMs: number;
  readonly lockMs: number;
  readonly delayMs: number;
  readonly memoryMb: number;
}

async function taken(peak: Peak, work: () => Promise<unknown>): Promise<Taken> {
  await peak.server.begin();
  const watch = await watchPostgres(peak.world.embedded.pid, peak.world.server.admin());
  const started = performance.now();
  await work();
  const wallMs = performance.now() - started;
  const postgres = await watch.end();
  const own = await peak.server.read();
  return {
    wallMs,
    serverMs: own.processorMs,
    loopMs: own.loopMs,
    postgresMs: postgres.processorMs,
    lockMs: postgres.lockMs,
    delayMs: own.delayP99Ms,
    memoryMb: (own.peakBytes - own.restBytes) / 2 ** 20,
  };
}

/** The shortest that the processors allow: one thread for the server's loop, all cores for both. */
const processorBound = ({ serverMs, postgresMs }: Taken): number => (serverMs + postgresMs) / os.cpus().length;

export async function peakRows(): Promise<Row[]> {
  const vendor = await startSlowVendor(SLOW_CARRIERS, LATENCY_MS, await sampleLabel());
  const world = await openPeakWorld(CUSTOMERS, vendor.addresses);
  const client = new Client(world.server.admin());
  await client.connect();
  try {
    const server = await world.startProcess();
    const peak: Peak = { world, vendor, server, client };
    const parts = {
      own: ownRows,
      neighbour: neighbourRows,
      carrier: carrierRows,
      plan: planRows,
      single: singleRows,
      apart: apartRows,
    };
    const rows: Row[] = [];
    for (const [name, part] of Object.entries(parts))
      if (!ONLY || ONLY.includes(name)) rows.push(...(await part(peak)));
    return rows;
  } finally {
    await tellStatements(client);
    await client.end();
    await world.close();
    await vendor.close();
  }
}

/** Where pg_stat_statements is loaded (PEAK_POSTGRES), what PostgreSQL worked on. */
async function tellStatements(client: Client): Promise<void> {
  if (!process.env['PEAK_POSTGRES']?.includes('pg_stat_statements')) return;
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const { rows } = await client.query<{ calls: number; plan: number; exec: number; query: string }>(
    `SELECT sum(calls)::int AS calls, sum(total_plan_time)::int AS plan, sum(total_exec_time)::int AS exec,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 130) AS query FROM pg_stat_statements GROUP BY 4
     ORDER BY sum(total_plan_time) + sum(total_exec_time) DESC LIMIT 60`,
  );
  for (const { calls, plan, exec, query } of rows) console.error(`${calls}\t${plan}\t${exec}\t${query}`);
}

async function sampleLabel(): Promise<Uint8Array> {
  const renderer = createTypstRenderer();
  try {
    return await labelPdf([LABEL], renderer);
  } finally {
    await renderer.close();
  }
}

async function buyersOf({ world, server }: Peak, customers: readonly PeakCustomer[]): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (const who of customers) buyers.push({ who, seller: await world.signIn(who, server.port) });
  return buyers;
}

/** Plans a batch of as many fresh orders, of one service where it is named. */
async function planned(
  { world }: Peak,
  { who, seller }: Buyer,
  count: number,
  service?: { readonly slug: string; readonly service: string },
  alike = service !== undefined,
): Promise<Batch> {
  const prefix = await world.addOrders(who, count, alike);
  const made = await seller.must(createBatch, {
    body: {
      kind: service ? 'service' : 'auto-ship',
      ...(service ? { service: { grantId: await world.grantOf(who, service.slug), service: service.service } } : {}),
      filters: { search: { key: 'orderNumber', value: prefix } },
      documents: ['labels'],
    },
    idempotencyKey: key(),
  });
  const plan = await until(seller, made.id, ({ state }) => state === 'planned');
  if (plan.counts.willShip !== count)
    throw new Error(`${plan.counts.willShip} of ${count} orders can be shipped: ${JSON.stringify(plan.plan.blocked)}`);
  return plan;
}

async function until(seller: Seller, id: string, wanted: (batch: Batch) => boolean): Promise<Batch> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const batch = await seller.must(getBatch, { params: { id } });
    if (wanted(batch)) return batch;
    if (Date.now() > end) throw new Error(`A batch did not end in time: ${JSON.stringify(batch.counts)}`);
    await sleep(500);
  }
}

/** Until its files can be printed. */
const merged = (seller: Seller, plan: Batch): Promise<Batch> =>
  until(seller, plan.id, ({ documents }) => documents.every(({ state }) => state === 'ready'));

/** Buys a plan to the last label; the files it merges afterwards are not waited for. */
async function bought(seller: Seller, plan: Batch): Promise<void> {
  await seller.must(startBatch, {
    params: { id: plan.id },
    body: { version: plan.version, totals: plan.plan.totals },
    idempotencyKey: key(),
  });
  const { counts } = await until(seller, plan.id, ({ state }) => state === 'done');
  if (counts.done !== plan.counts.willShip) throw new Error(`Not all were bought: ${JSON.stringify(counts)}`);
}

const COURIER = { slug: 'rate-sheet', service: 'NEXT_DAY' } as const;

async function ownRows(peak: Peak): Promise<Row[]> {
  const buyers = await buyersOf(peak, peak.world.customers);
  const [one] = buyers;
  if (!one) throw new Error('There is no customer.');
  await bought(one.seller, await planned(peak, one, WARM, COURIER));
  // As autovacuum does within a minute of the first rows: statements planned for tables of unknown size are slow.
  await peak.client.query('ANALYZE');
  const plan = await planned(peak, one, LABELS, COURIER);
  const before = await writtenSoFar(peak.client);
  const started = performance.now();
  // What is merged afterwards is no part of what a label costs, but of what many wait for beside one another.
  const alone = await taken(peak, () => bought(one.seller, plan));
  await merged(one.seller, plan);
  const aloneMs = performance.now() - started;
  const after = await writtenSoFar(peak.client);
  const each = Math.ceil(LABELS / CUSTOMERS);
  const plans: (readonly [Buyer, Batch])[] = [];
  for (const buyer of buyers) plans.push([buyer, await planned(peak, buyer, each, COURIER)]);
  const together = await taken(peak, () =>
    Promise.all(
      plans.map(async ([{ seller }, its]) => {
        await bought(seller, its);
        await merged(seller, its);
      }),
    ),
  );
  const bare = await bareLabels(peak.world, peak.client, before, after, LABELS);
  for (const { seller } of buyers) await seller.close();
  const cpu = (alone.serverMs + alone.postgresMs) / LABELS;
  const shared = aloneMs / LABELS / (together.wallMs / (each * CUSTOMERS));
  return [
    {
      measure: `own courier, ${LABELS} labels, one customer: processor of server and PostgreSQL, each`,
      value: cpu,
      unit: 'ms',
      limit: MOST_CPU_MS,
      kind: 'time',
      note: `server ${(alone.serverMs / LABELS).toFixed(1)} (its loop ${(alone.loopMs / LABELS).toFixed(1)}), PostgreSQL ${(alone.postgresMs / LABELS).toFixed(1)}, ${((1_000 * LABELS) / alone.wallMs).toFixed(1)} labels a second`,
    },
    {
      measure: 'the same against drawing it and writing its rows by one plain transaction',
      value: cpu / bare.processorMs,
      unit: 'x',
      limit: MOST_CPU_RATIO,
      kind: 'time',
      note: `${bare.processorMs.toFixed(2)} ms for the PDF and ${bare.rows} rows`,
    },
    {
      measure: `one customer with ${LABELS} labels against ${CUSTOMERS} of one franchise with ${each} each, until their files can be printed: time a label`,
      value: 1 / shared,
      unit: 'x',
      limit: 1 / LEAST_SHARED,
      kind: 'time',
      note: `${shared.toFixed(2)} x the throughput`,
    },
    {
      measure: 'waiting for locks a label, one customer',
      value: alone.lockMs / LABELS,
      unit: 'ms',
      limit: MOST_LOCK_MS,
      kind: 'time',
    },
    {
      measure: `waiting for locks a label, ${CUSTOMERS} customers`,
      value: together.lockMs / (each * CUSTOMERS),
      unit: 'ms',
      limit: MOST_LOCK_MS,
      kind: 'time',
    },
    delayRow('own courier', alone),
    delayRow(`${CUSTOMERS} customers`, together),
    memoryRow('own courier', alone),
  ];
}

/** Somebody else's list while one customer buys, imports and exports everything there is, in one process. */
const neighbourRows = (peak: Peak): Promise<Row[]> => besideLoud(peak, 3, 'in one process');

/** The same with a process that answers and one that works, as docs/operations.md has it for many customers. The last part: it ends the one process. */
async function apartRows(peak: Peak): Promise<Row[]> {
  await peak.server.stop();
  await peak.world.startProcess('worker');
  return besideLoud({ ...peak, server: await peak.world.startProcess('web') }, 5, 'in a web process beside a worker');
}

async function besideLoud(peak: Peak, first: number, where: string): Promise<Row[]> {
  const [loud, quiet] = await buyersOf(peak, peak.world.customers.slice(first, first + 2));
  if (!loud || !quiet) throw new Error('There are no neighbours.');
  await peak.world.addOrders(quiet.who, WARM, true);
  const look = async (): Promise<number> => {
    await sleep(LOOK_PAUSE_MS);
    const { ms, status } = await quiet.seller.call(listOrders, { body: { defaultFilter: true } });
    if (status !== 200) throw new Error(`A neighbour's list answered ${status}.`);
    return ms;
  };
  const looks: number[] = [];
  for (let n = 0; n < 2 * LOOKS; n += 1) looks.push(await look());
  const alone = median(looks.slice(LOOKS));
  const plan = await planned(peak, loud, LABELS, COURIER);
  const running = { loud: true };
  const works = {
    buy: () => bought(loud.seller, plan),
    import: () => importOrders(loud.seller, 'NEXT-DOOR-', IMPORTED),
    export: () => loud.seller.call(exportOrders, { body: { filters: {} } }),
  };
  const asked = Object.entries(works).filter(([name]) => !LOUD || LOUD.includes(name));
  const loudly = Promise.all(asked.map(async ([, work]) => work())).finally(() => (running.loud = false));
  const beside: number[] = [];
  while (running.loud) beside.push(await look());
  await loudly;
  for (const { seller } of [loud, quiet]) await seller.close();
  return [
    {
      measure: `the list of another customer while one buys ${LABELS} labels, imports ${IMPORTED} orders and exports everything, ${where}: median against quiet`,
      value: median(beside) / alone,
      unit: 'x',
      limit: MOST_OF_QUIET,
      kind: 'time',
      note: `${alone.toFixed(1)} ms quiet, ${median(beside).toFixed(1)} ms beside it, p95 ${percentile(beside, 0.95).toFixed(0)}, ${beside.length} looks`,
    },
  ];
}

const delayRow = (what: string, { delayMs }: Taken): Row => ({
  measure: `event loop, p99 delay, ${what}`,
  value: delayMs,
  unit: 'ms',
  limit: MOST_DELAY_MS,
  kind: 'time',
});

const memoryRow = (what: string, { memoryMb }: Taken): Row => ({
  measure: `memory above rest, ${LABELS} labels, ${what}`,
  value: memoryMb,
  unit: 'MB',
  limit: MOST_MEMORY_MB,
  kind: 'time',
});

async function carrierRows(peak: Peak): Promise<Row[]> {
  const [buyer] = await buyersOf(peak, peak.world.customers.slice(1, 2));
  if (!buyer) throw new Error('There is no customer.');
  const service = { slug: SHIPPING_CARRIER, service: SLOW_SERVICE };
  await bought(buyer.seller, await planned(peak, buyer, WARM, service));
  const plan = await planned(peak, buyer, LABELS, service);
  const took = await taken(peak, () => bought(buyer.seller, plan));
  await buyer.seller.close();
  const bound = Math.max((LATENCY_MS * LABELS) / MOST_IN_HAND, processorBound(took));
  return [
    {
      measure: `a carrier of ${LATENCY_MS} ms, ${LABELS} labels, against its own time at ${MOST_IN_HAND} at once or the processors’`,
      value: took.wallMs / bound,
      unit: 'x',
      limit: MOST_OF_BOUND,
      kind: 'time',
      note: `${(took.wallMs / 1_000).toFixed(1)} s; the carrier’s ${((LATENCY_MS * LABELS) / MOST_IN_HAND / 1_000).toFixed(1)} s, the processors’ ${(processorBound(took) / 1_000).toFixed(1)} s`,
    },
    delayRow(`a carrier of ${LATENCY_MS} ms`, took),
    memoryRow(`a carrier of ${LATENCY_MS} ms`, took),
  ];
}

async function planRows(peak: Peak): Promise<Row[]> {
  const [open, limited] = await buyersOf(peak, peak.world.planners);
  if (!open || !limited) throw new Error('There is nobody to plan.');
  await planned(peak, open, WARM);
  const took = await taken(peak, () => planned(peak, open, ORDERS));
  const bound = Math.max((LATENCY_MS * ORDERS) / MOST_IN_HAND, processorBound(took));
  peak.vendor.calls.clear();
  const alike = await taken(peak, () => planned(peak, open, ORDERS, undefined, true));
  const questions = [...peak.vendor.calls.values()].reduce((total, calls) => total + calls, 0);
  const others = await limitedPlan(peak, limited);
  for (const { seller } of [open, limited]) await seller.close();
  return [
    {
      measure: `plan of ${ORDERS} orders over 16 carriers of ${LATENCY_MS} ms, against their own time or the processors’`,
      value: took.wallMs / bound,
      unit: 'x',
      limit: MOST_OF_PLAN,
      kind: 'time',
      note: `${(took.wallMs / 1_000).toFixed(1)} s; the carriers’ ${((LATENCY_MS * ORDERS) / MOST_IN_HAND / 1_000).toFixed(1)} s, the processors’ ${(processorBound(took) / 1_000).toFixed(1)} s (server ${(took.serverMs / ORDERS).toFixed(1)} ms an order, PostgreSQL ${(took.postgresMs / ORDERS).toFixed(1)})`,
    },
    {
      measure: 'the same with one account of 200 calls a minute: the others’ prices are there',
      value: others.seconds / (bound / 1_000),
      unit: 'x',
      limit: MOST_OF_PLAN,
      kind: 'time',
      note: `${others.seconds.toFixed(1)} s; who is waited for is said ${others.saidAfter === undefined ? 'never' : `after ${others.saidAfter.toFixed(1)} s`}`,
    },
    {
      measure: `questions for ${ORDERS} orders of one weight on ${LANES} lanes over 17 accounts`,
      value: questions,
      unit: 'calls',
      limit: LANES * 17,
      kind: 'count',
      note: `planned in ${(alike.wallMs / 1_000).toFixed(1)} s`,
    },
    delayRow('planning', took),
  ];
}

/** Until every account but the limited one has answered for every order, as the vendor counts it. */
async function limitedPlan(
  { world, vendor }: Peak,
  { who, seller }: Buyer,
): Promise<{ readonly seconds: number; readonly saidAfter: number | undefined }> {
  const prefix = await world.addOrders(who, ORDERS, false);
  vendor.calls.clear();
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1_000;
  const made = await seller.must(createBatch, {
    body: { kind: 'auto-ship', filters: { search: { key: 'orderNumber', value: prefix } } },
    idempotencyKey: key(),
  });
  let saidAfter: number | undefined;
  for (;;) {
    const batch = await seller.must(getBatch, { params: { id: made.id } });
    if (saidAfter === undefined && batch.plan.waits.length > 0) saidAfter = seconds();
    const answered = [...vendor.calls].filter(([slug]) => slug !== LIMITED_CARRIER);
    if (answered.length >= 15 && answered.every(([, calls]) => calls >= ORDERS))
      return { seconds: seconds(), saidAfter };
    if (batch.state !== 'planning' || seconds() * 1_000 > WITHIN_MS)
      throw new Error(`The others were not asked for every order: ${JSON.stringify([...vendor.calls])}`);
    await sleep(100);
  }
}

/** One label by hand: from the button to the bytes of its PDF. */
async function singleRows(peak: Peak): Promise<Row[]> {
  const [buyer] = await buyersOf(peak, peak.world.customers.slice(2, 3));
  if (!buyer) throw new Error('There is no customer.');
  const { seller, who } = buyer;
  const prefix = await peak.world.addOrders(who, ROUNDS, true);
  const grantId = await peak.world.grantOf(who, SHIPPING_CARRIER);
  const { orders } = await seller.must(listOrders, {
    body: { search: { key: 'orderNumber', value: prefix } },
  });
  const times: number[] = [];
  for (const { id: orderId } of orders) {
    const parcels = [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }];
    const { quoteId, rates } = await seller.must(quoteSingle, { body: { orderId, parcels, grantIds: [grantId] } });
    const [rate] = rates;
    if (!rate) throw new Error('The slow carrier offered nothing.');
    const started = performance.now();
    const { shipment } = await seller.must(createShipment, {
      body: { orderId, quoteId, rateId: rate.id },
      idempotencyKey: key(),
    });
    const [document] = shipment.documents;
    if (!document) throw new Error('The label was not there when the purchase was answered.');
    await seller.call(getDocument, { params: { id: document.id } });
    times.push(performance.now() - started);
  }
  await seller.close();
  return [
    {
      measure: `Buy label to preview with a carrier of ${LATENCY_MS} ms, median against the carrier’s own time`,
      value: median(times) / LATENCY_MS,
      unit: 'x',
      limit: MOST_OF_CARRIER,
      kind: 'time',
      note: `${median(times).toFixed(0)} ms, ${times.length} labels`,
    },
  ];
}
