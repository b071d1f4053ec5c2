/** Calls on the small demo, in one process with bare SQL: server times, statements per request. */
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { uiInit } from '@scanship/contracts/network/start-up';
import { Client } from 'pg';
import { statementsOf } from '../../apps/server/test/statements.ts';
import { DEMO_PASSWORD } from '@scanship/server/demo/demo-data';
import { type Seller, signInAs } from '../support/seller.ts';
import { bareDefaultPage } from './bare-sql.ts';
import { type Host, startHost } from './host.ts';
import { median, percentile, type Row } from './table.ts';

const ROUNDS = 200;

/** What one request sends today: the list exactly; a quote stores what came together together, and polls as often as it must. */
const MOST_STATEMENTS = { list: 7, quoteOwn: 36, quotePerCarrier: 4 } as const;

export async function servedRows(): Promise<Row[]> {
  const host = await startHost({ demo: true });
  try {
    const seller = await signInAs({ origin: host.origin, userName: 'aurora', password: DEMO_PASSWORD });
    const rows = [
      ...(await listRows(host, seller)),
      ...(await startUpRows(host, seller)),
      ...(await quoteRows(seller)),
    ];
    await seller.close();
    return rows;
  } finally {
    await host.close();
  }
}

async function listRows(host: Host, seller: Seller): Promise<Row[]> {
  const ask = () => seller.must(listOrders, { body: { defaultFilter: true } });
  const { orders } = await ask();
  if (orders.length === 0) throw new Error('The demo has no orders to list.');
  const client = new Client(host.environment.store.server.admin());
  await client.connect();
  const bare: number[] = [];
  try {
    const tenant = await client.query<{ tenant_id: string }>('SELECT tenant_id FROM orders LIMIT 1');
    const tenantId = tenant.rows[0]?.tenant_id ?? '';
    for (let n = 0; n < 50; n += 1) await Promise.all([ask(), bareDefaultPage(client, tenantId)]);
    host.serverTimes('listOrders');
    // In turn, so that whatever else the machine does falls on both.
    for (let n = 0; n < ROUNDS; n += 1) {
      const started = performance.now();
      const found = await bareDefaultPage(client, tenantId);
      bare.push(performance.now() - started);
      if (found !== orders.length) throw new Error(`Bare SQL finds ${found} orders, the list ${orders.length}.`);
      await ask();
    }
  } finally {
    await client.end();
  }
  const served = host.serverTimes('listOrders');
  const bareMs = median(bare);
  const statements = await statementsOf(ask);
  return [
    {
      measure: 'default order list, demo: server time, median',
      value: median(served),
      unit: 'ms',
      limit: Math.max(bareMs + 5, bareMs * 1.5),
      kind: 'time',
      note: `bare SQL ${bareMs.toFixed(2)} ms`,
    },
    {
      measure: 'default order list, demo: server time, p95',
      value: percentile(served, 0.95),
      unit: 'ms',
      kind: 'time',
    },
    {
      measure: 'default order list: statements, session and transactions included',
      value: statements.length,
      unit: 'statements',
      limit: MOST_STATEMENTS.list,
      kind: 'count',
    },
  ];
}

async function startUpRows(host: Host, seller: Seller): Promise<Row[]> {
  const ask = () => seller.must(uiInit, { query: { host: 'localhost' } });
  for (let n = 0; n < 20; n += 1) await ask();
  host.serverTimes('uiInit');
  for (let n = 0; n < ROUNDS; n += 1) await ask();
  return [
    { measure: 'ui-init: server time, median', value: median(host.serverTimes('uiInit')), unit: 'ms', kind: 'time' },
  ];
}

async function quoteRows(seller: Seller): Promise<Row[]> {
  const { orders } = await seller.must(listOrders, { body: { fulfillmentStatus: 'unfulfilled', countryCode: 'CA' } });
  const order = orders.find((each) => each.signs.length === 0) ?? orders[0];
  if (!order) throw new Error('The demo has no order to quote.');
  const ask = () =>
    seller.must(quoteSingle, {
      body: {
        orderId: order.id,
        parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
      },
    });
  const first = await ask();
  if (first.rates.length === 0) throw new Error(`No rate: ${first.problems.map((p) => p.message).join(' ')}`);
  const times: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  const statements = await statementsOf(ask);
  const carriers = first.carriers.length;
  return [
    {
      measure: `one quote of ${carriers} carriers: wall, median`,
      value: median(times),
      unit: 'ms',
      kind: 'time',
      note: 'the polled carrier waits between its polls',
    },
    {
      measure: `one quote of ${carriers} carriers: statements`,
      value: statements.length,
      unit: 'statements',
      limit: MOST_STATEMENTS.quoteOwn + carriers * MOST_STATEMENTS.quotePerCarrier,
      kind: 'count',
    },
  ];
}
