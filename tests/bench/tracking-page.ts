/**
 * The page on which buyers follow their orders, from one process of the built program: 300 requests a second are promised. Measured as
 * the time that 300 take, of one order that everybody looks at and of a hundred that nobody looked at before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { getOrder } from '@scanship/contracts/orders/orders';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { Agent, request } from 'undici';
import type { RunningApp } from '../support/app.ts';
import { DEMO_PASSWORD, hostOf } from '../support/demo.ts';
import { signInAs } from '../support/seller.ts';
import type { Row } from './table.ts';

const USER = 'aurora';
const REQUESTS = 1_500;
const AT_ONCE = 30;
const PROMISED = 300;
/** What the page may show of the past, and a little more. */
const FORGOTTEN_MS = 1_200;

/** Seconds for `PROMISED` of these, asked `AT_ONCE` at a time. */
async function secondsFor(origin: string, host: string, paths: readonly string[], dispatcher: Agent): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < paths.length; at = next++) {
      const answer = await request(`${origin}${paths[at] ?? ''}`, { dispatcher, headers: { host } });
      if (answer.statusCode !== 200) throw new Error(`The tracking page answered ${answer.statusCode}.`);
      await answer.body.dump();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ((performance.now() - started) / 1_000 / paths.length) * PROMISED;
}

export async function trackingPageRows(app: Pick<RunningApp, 'url' | 'port'>): Promise<Row[]> {
  const seller = await signInAs({ origin: app.url, userName: USER, password: DEMO_PASSWORD });
  const dispatcher = new Agent({ connections: AT_ONCE });
  try {
    const { orders } = await seller.must(listOrders, { query: { size: 100 }, body: { defaultFilter: true } });
    const paths = await Promise.all(
      orders.map(async ({ id }) => (await seller.must(getOrder, { params: { id } })).buyerPage),
    );
    const [first] = paths;
    if (first === undefined) throw new Error('There is no order whose page could be opened.');
    const host = `${hostOf(USER)}:${app.port}`;
    const many = Array.from({ length: REQUESTS }, () => first);
    await secondsFor(app.url, host, many.slice(0, PROMISED), dispatcher);
    const one = await secondsFor(app.url, host, many, dispatcher);
    await sleep(FORGOTTEN_MS);
    const cold = await secondsFor(app.url, host, paths, dispatcher);
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
    ];
  } finally {
    await dispatcher.close();
    await seller.close();
  }
}
