/**
 * The page on which buyers follow their orders, from one process of the built program: 300 requests a second are promised. Measured as
 * the time that 300 take, of one order that everybody looks at and of a hundred that nobody looked at before. And how old it may be, how
 * many bytes it has, and when a telephone shows it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { getOrder } from '@scanship/contracts/orders/orders';
import { listOrders } from '@scanship/contracts/orders/order-list';
import type { Client } from 'pg';
import { Agent, request } from 'undici';
import type { BenchServer } from './bench-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { hostOf } from '../support/demo.ts';
import { median, type Row } from './table.ts';

const USER = 'aurora';
const REQUESTS = 1_500;
const AT_ONCE = 30;
const PROMISED = 300;
/** What the page may show of the past, and a little more. */
const FORGOTTEN_MS = 1_200;
const STALE_MS = 1_000;
const MOST_KB = 60;
const LCP_MS = 1_000;
const LOADS = 5;
/** "Slow 4G" of Chromium's tools: what a request waits, and bytes a second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 } as const;
/** As a browser asks. */
const HEADERS = { 'accept-encoding': 'gzip, br', 'accept-language': 'en-CA' } as const;

/** Seconds for `PROMISED` of these, asked `AT_ONCE` at a time. */
async function secondsFor(origin: string, host: string, paths: readonly string[], dispatcher: Agent): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < paths.length; at = next++) {
      const answer = await request(`${origin}${paths[at] ?? ''}`, { dispatcher, headers: { ...HEADERS, host } });
      if (answer.statusCode !== 200) throw new Error(`The tracking page answered ${answer.statusCode}.`);
      await answer.body.dump();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ((performance.now() - started) / 1_000 / paths.length) * PROMISED;
}

/** Milliseconds from a carrier's news until nobody is shown the page of before, while everybody looks. */
async function staleMs(read: () => Promise<string>, client: Client, shipmentId: string): Promise<number> {
  const tell = (status: string) =>
    client.query('UPDATE trackers SET status = $2, status_at = now() WHERE shipment_id = $1', [shipmentId, status]);
  let worst = 0;
  for (let round = 0; round < 5; round += 1) {
    const [status, words] = round % 2 === 0 ? ['out-for-delivery', 'Out for delivery'] : ['in-transit', 'On its way'];
    // Looked at just before, so that what is kept is as new as it gets.
    await read();
    await tell(status ?? '');
    const at = performance.now();
    while (!(await read()).includes(`<p class="state">${words}</p>`)) {
      if (performance.now() - at > 10_000) throw new Error('The tracking page never showed what the carrier told.');
      await sleep(5);
    }
    worst = Math.max(worst, performance.now() - at);
  }
  return worst;
}

/** Largest contentful paint of fresh visits with the network of "Slow 4G" and a processor four times slower, and what each loads. */
async function onTelephone(address: string): Promise<{ readonly lcp: readonly number[]; readonly requests: number }> {
  const browser = await launchBrowser();
  try {
    const lcp: number[] = [];
    let requests = 0;
    for (let load = 0; load < LOADS; load += 1) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-CA' });
      const page = await context.newPage();
      const inspector = await context.newCDPSession(page);
      await inspector.send('Network.enable');
      await inspector.send('Network.emulateNetworkConditions', SLOW_4G);
      await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      requests = 0;
      page.on('request', () => {
        requests += 1;
      });
      await page.goto(address);
      lcp.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
                type: 'largest-contentful-paint',
                buffered: true,
              });
            }),
        ),
      );
      await context.close();
    }
    return { lcp, requests };
  } finally {
    await browser.close();
  }
}

/** @param shipmentId of a parcel that is on its way */
export async function trackingPageRows({ app, seller, client }: BenchServer, shipmentId: string): Promise<Row[]> {
  const dispatcher = new Agent({ connections: AT_ONCE });
  try {
    const orderOf = await client.query<{ id: string }>(
      'SELECT order_id AS id FROM shipment_items WHERE shipment_id = $1',
      [shipmentId],
    );
    const { orders } = await seller.must(listOrders, {
      query: { size: 100 },
      body: { fulfillmentStatus: 'fulfilled' },
    });
    const ids = [orderOf.rows[0]?.id ?? '', ...orders.map(({ id }) => id)];
    const paths = await Promise.all(
      [...new Set(ids)].map(async (id) => (await seller.must(getOrder, { params: { id } })).buyerPage),
    );
    const [first] = paths;
    if (first === undefined) throw new Error('There is no order whose page could be opened.');
    const host = `${hostOf(USER)}:${app.port}`;
    const many = Array.from({ length: REQUESTS }, () => first);
    await secondsFor(app.url, host, many.slice(0, PROMISED), dispatcher);
    const one = await secondsFor(app.url, host, many, dispatcher);
    await sleep(FORGOTTEN_MS);
    const cold = await secondsFor(app.url, host, paths, dispatcher);
    const read = async (): Promise<string> => {
      const answer = await request(`${app.url}${first}`, { dispatcher, headers: { 'accept-language': 'en-CA', host } });
      return answer.body.text();
    };
    const bytes = gzipSync(await read()).length;
    const { lcp, requests } = await onTelephone(`http://${host}${first}`);
    const stale = await staleMs(read, client, shipmentId);
    return [
      {
        measure: `${PROMISED} requests of the tracking page from one process`,
        value: one,
        unit: 's',
        limit: 1,
        kind: 'time',
        note: `${Math.round(PROMISED / one)} a second, one order, ${AT_ONCE} at once`,
      },
      {
        measure: `${PROMISED} requests of the tracking page, each of another order`,
        value: cold,
        unit: 's',
        kind: 'time',
        note: `${Math.round(PROMISED / cold)} a second, ${paths.length} orders that nobody looked at`,
      },
      {
        measure: 'tracking page: oldest that is shown after the carrier’s news',
        value: stale,
        unit: 'ms',
        limit: STALE_MS,
        kind: 'time',
      },
      {
        measure: 'tracking page: largest contentful paint, slow 4G, processor four times slower',
        value: median(lcp),
        unit: 'ms',
        limit: LCP_MS,
        kind: 'time',
        note: `median of ${lcp.length}`,
      },
      {
        measure: 'tracking page: first load, gzip',
        value: bytes / 1_000,
        unit: 'kB',
        limit: MOST_KB,
        kind: 'size',
        note: `${requests} request`,
      },
    ];
  } finally {
    await dispatcher.close();
  }
}
