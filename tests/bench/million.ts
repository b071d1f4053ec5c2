/** The order list at a million orders: over real HTTP with eight clients, beside bare SQL of the same questions. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { listOrders, listOrderSkus, listOrderTags, type OrderFilters } from '@scanship/contracts/orders/order-list';
import { countSelection } from '@scanship/contracts/orders/order-selection';
import { sql } from 'kysely';
import { Client } from 'pg';
import { assertNoSeqScan } from '../../apps/server/test/query-plan.ts';
import { countersSuffice, readFilters } from '@scanship/server/modules/orders/queries/filters';
import { pageRowsSql } from '@scanship/server/modules/orders/queries/list-orders';
import { countSql, selectionOf } from '@scanship/server/modules/orders/queries/list-sql';
import { withClient } from '@scanship/server/platform/database/connection';
import { NO_PLACES } from '@scanship/server/modules/orders/queries/ship-from';
import { NEWEST_FIRST } from '@scanship/server/modules/orders/queries/sorts';
import { tabCountsSql } from '@scanship/server/modules/orders/queries/tab-counts';
import { root, startApp } from '../support/app.ts';
import { type Seller, signInAs } from '../support/seller.ts';
import { BARE_COUNTS, bareCount, barePage } from './bare-sql.ts';
import { openBenchEnvironment } from './host.ts';
import { type Asked, COMBINATIONS, type Kind, type Known, MIX } from './million-mix.ts';
import { searchRows } from './million-search.ts';
import { MILLION, SELLER, seededFolder } from './million-seed.ts';
import { applicationBackends, processorMs } from './processor.ts';
import { type Left, median, percentile, type Row } from './table.ts';

const CLIENTS = 8;
const TURNS_OF_CLIENT = 150;
/** Until Node has compiled what it will: it does so beside the requests, on the same cores. */
const WARM_UP_TURNS = 90;
const ALONE_TURNS = 23;
const P95_MS = 50;
const FIRST_ROWS_MS = 300;
/** Read whole, since a customer has few of them. */
const SMALL_TABLES = ['stores', 'locations', 'customer_settings'];

export async function millionRows(left: Left[]): Promise<Row[]> {
  if (!existsSync(path.join(root, 'apps/server/dist/main.js'))) throw new Error('The server is not built.');
  const say = (line: string): void => console.error(`  ${line}`);
  const dataDir = await seededFolder(say);
  const environment = await openBenchEnvironment(dataDir, false);
  if (environment.store.applied.length > 0) {
    say(`${environment.store.applied.length} migrations came since; vacuuming ...`);
    await withClient(environment.store.server.admin(), (client) => client.query('VACUUM (ANALYZE)'));
  }
  const app = await startApp({
    dataDir,
    env: { DEMO: '0', SIMULATORS: '0', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
  });
  const sellers: Seller[] = [];
  const clients: Client[] = [];
  try {
    for (let n = 0; n < CLIENTS; n += 1) {
      sellers.push(await signInAs({ origin: app.url, connections: 1, ...SELLER }));
      const client = new Client(environment.store.server.admin());
      await client.connect();
      clients.push(client);
    }
    const [seller] = sellers;
    const [client] = clients;
    if (!seller || !client) throw new Error('There are no clients.');
    const known = await explore(seller, client);
    const rows: Row[] = [await planRow(environment, known)];
    say('the mix over HTTP and as bare SQL, in turns ...');
    rows.push(...(await mixRows(sellers, clients, known, app.pid)));
    rows.push(...(await aloneRows(seller, client, known)));
    say('one search ...');
    rows.push(...(await searchRows(seller, environment.services.db, known.franchiseId)));
    say('combinations beyond the mix ...');
    rows.push(...(await combinationRows(seller, client, known.tenantId, left)), ...(await choosingRows(seller)));
    return rows;
  } finally {
    await Promise.all(sellers.map((each) => each.close()));
    await Promise.all(clients.map((each) => each.end()));
    await app.stop();
    await environment.end();
  }
}

/** Checks that the list is what was seeded, and collects keys of pages. */
async function explore(seller: Seller, client: Client): Promise<Known> {
  const tenant = await client.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM order_counts GROUP BY 1 ORDER BY sum(n) DESC LIMIT 1',
  );
  const tenantId = tenant.rows[0]?.tenant_id ?? '';
  const cursors: { cursor: string; placedAt: string; id: string }[] = [];
  let page = await seller.must(listOrders, { body: { defaultFilter: true } });
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM orders WHERE tenant_id = $1 AND tab <> 'archived'
      AND placed_at >= (date_trunc('day', now() AT TIME ZONE 'America/Toronto') - interval '4 years') AT TIME ZONE 'America/Toronto'`,
    [tenantId],
  );
  const counted = rows[0]?.n ?? 0;
  if (page.totalRecords !== counted || counted < MILLION * 0.9)
    throw new Error(`The list counts ${page.totalRecords} orders, the table ${counted}.`);
  const lastPage = page.totalPage;
  for (let n = 0; n < 20; n += 1) {
    const last = page.orders.at(-1);
    if (!last || page.nextCursor === null) break;
    cursors.push({ cursor: page.nextCursor, placedAt: last.placedAt, id: last.id });
    page = await seller.must(listOrders, { query: { after: page.nextCursor }, body: { defaultFilter: true } });
  }
  const franchise = await client.query<{ id: string }>('SELECT realm_id AS id FROM tenants WHERE id = $1', [tenantId]);
  return { tenantId, franchiseId: franchise.rows[0]?.id ?? '', lastPage, cursors };
}

const send = (seller: Seller, { body, page, after, sort }: Asked) =>
  seller.call(listOrders, { query: { page, after, sort }, body });

/** Questions of the named mix whose statements read a table, or every row of the customer, from end to end. */
async function planRow({ services }: Awaited<ReturnType<typeof openBenchEnvironment>>, known: Known): Promise<Row> {
  const bad = new Set<string>();
  // Nobody has shipped anything in this world; that PostgreSQL reads a table without rows from end to end costs nothing.
  const empty = await services.db.tenant({ tenantId: known.tenantId }, (tx) =>
    sql<{ name: string }>`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples = 0`.execute(tx),
  );
  const small = [...SMALL_TABLES, ...empty.rows.map(({ name }) => name)];
  // Four turns, so that each of the tabs and filters that take turns is looked at.
  for (const kind of MIX)
    for (let n = 0; n < 4; n += 1) {
      const { body, page, after } = kind.ask(n, known);
      const key = known.cursors.find((each) => each.cursor === after);
      const slice = key
        ? { after: { value: key.placedAt, id: key.id } }
        : page !== undefined
          ? { fromEnd: 0 }
          : { fromStart: 0 };
      await services.db.tenant({ tenantId: known.tenantId }, async (tx) => {
        const filters = readFilters(body, new Date(), 'America/Toronto');
        if (!filters.ok) throw new Error(filters.problem.code);
        const selection = selectionOf(filters.value, NO_PLACES);
        const counted = countersSuffice(filters.value) ? [] : [countSql(selection)];
        const statements = [
          pageRowsSql(selection, NEWEST_FIRST, slice, 21),
          ...counted,
          tabCountsSql(filters.value.range),
        ];
        for (const of of selection.fixed ? (['values', 'general'] as const) : (['values'] as const))
          for (const query of statements)
            await assertNoSeqScan(tx, { compile: () => query.compile(tx) }, small, of).catch((error: unknown) =>
              bad.add(`${kind.name}, ${of}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`),
            );
      });
    }
  return {
    measure: '1,000,000 orders: statements of the mix that read a table from end to end',
    value: bad.size,
    unit: 'statements',
    limit: 0,
    kind: 'plan',
    note: [...bad].join('; ') || undefined,
  };
}

/** What the server may take, network of this machine included: 5 ms more than bare SQL, or half as much again. */
const granted = (bareMs: number): number => Math.max(bareMs + 5, bareMs * 1.5);

/** Nothing waits for anything else: each kind in turn, over HTTP and as bare SQL. */
async function aloneRows(seller: Seller, client: Client, known: Known): Promise<Row[]> {
  const served: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < ALONE_TURNS; n += 1)
    for (const kind of MIX) {
      const answer = await send(seller, kind.ask(n, known));
      if (answer.status !== 200) throw new Error(`"${kind.name}" answered ${answer.status}.`);
      const started = performance.now();
      for (const { text, values } of [...kind.bare(n, known), { text: BARE_COUNTS, values: [known.tenantId] }])
        await client.query({ text, values: [...values] });
      if (n < 3) continue;
      served.push(answer.ms);
      bare.push(performance.now() - started);
    }
  return [
    {
      measure: '1,000,000 orders, one client: p50 of the mix',
      value: median(served),
      unit: 'ms',
      limit: granted(median(bare)),
      kind: 'time',
      note: `bare SQL ${median(bare).toFixed(2)}, p95 ${percentile(served, 0.95).toFixed(1)} and ${percentile(bare, 0.95).toFixed(1)}`,
    },
  ];
}

interface Sample {
  readonly kind: string;
  readonly ms: number;
}

/** Every client asks all kinds in turn, each beginning elsewhere; HTTP and bare SQL take turns of one warm round each. */
async function mixRows(
  sellers: readonly Seller[],
  clients: readonly Client[],
  known: Known,
  serverPid: number,
): Promise<Row[]> {
  const each = async (
    turns: number,
    ask: (who: number, kind: Kind, n: number) => Promise<number>,
  ): Promise<Sample[]> => {
    const samples: Sample[] = [];
    await Promise.all(
      sellers.map(async (_, who) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const n = turn * CLIENTS + who;
          const kind = MIX[(turn + who) % MIX.length];
          if (kind) samples.push({ kind: kind.name, ms: await ask(who, kind, n) });
        }
      }),
    );
    return samples;
  };
  const served = async (who: number, kind: Kind, n: number): Promise<number> => {
    const seller = sellers[who];
    if (!seller) throw new Error(`There is no client ${who}.`);
    const answer = await send(seller, kind.ask(n, known));
    if (answer.status !== 200 || !answer.data || answer.data.orders.length === 0)
      throw new Error(`"${kind.name}" answered ${answer.status} ${answer.refusal?.message ?? 'without a row'}.`);
    return answer.ms;
  };
  const bare = async (who: number, kind: Kind, n: number): Promise<number> => {
    const client = clients[who];
    if (!client) throw new Error(`There is no client ${who}.`);
    const started = performance.now();
    for (const { text, values } of [...kind.bare(n, known), { text: BARE_COUNTS, values: [known.tenantId] }])
      await client.query({ text, values: [...values] });
    return performance.now() - started;
  };
  await each(WARM_UP_TURNS, served);
  await each(WARM_UP_TURNS, bare);
  const servedSamples: Sample[] = [];
  const bareSamples: Sample[] = [];
  const [client] = clients;
  const backends = client ? await applicationBackends(client) : [];
  const spent = { server: 0, database: 0 };
  for (let round = 0; round < 3; round += 1) {
    const before = { server: processorMs([serverPid]), database: processorMs(backends) };
    servedSamples.push(...(await each(TURNS_OF_CLIENT / 3, served)));
    spent.server += (processorMs([serverPid]) ?? Number.NaN) - (before.server ?? Number.NaN);
    spent.database += (processorMs(backends) ?? Number.NaN) - (before.database ?? Number.NaN);
    bareSamples.push(...(await each(TURNS_OF_CLIENT / 3, bare)));
  }
  const of = (samples: readonly Sample[], kind?: string): number[] =>
    samples.filter((sample) => kind === undefined || sample.kind === kind).map((sample) => sample.ms);
  const all = of(servedSamples);
  const row = (measure: string, value: number, limit?: number, note?: string): Row => ({
    measure: `1,000,000 orders, ${CLIENTS} clients: ${measure}`,
    value,
    unit: 'ms',
    limit,
    kind: 'time',
    note,
  });
  const processor: Row[] = Number.isFinite(spent.server)
    ? [
        row('processor time of the server, each', spent.server / all.length),
        row('processor time of PostgreSQL, each', spent.database / all.length),
      ]
    : [];
  return [
    ...processor,
    row(
      'p50 of the mix',
      percentile(all, 0.5),
      granted(percentile(of(bareSamples), 0.5)),
      `bare SQL ${percentile(of(bareSamples), 0.5).toFixed(1)}`,
    ),
    row('p95 of the mix', percentile(all, 0.95), P95_MS, `bare SQL ${percentile(of(bareSamples), 0.95).toFixed(1)}`),
    row('p99 of the mix', percentile(all, 0.99), undefined, `bare SQL ${percentile(of(bareSamples), 0.99).toFixed(1)}`),
    ...MIX.map(({ name }) =>
      row(
        `p95 of "${name}"`,
        percentile(of(servedSamples, name), 0.95),
        P95_MS,
        `p50 ${median(of(servedSamples, name)).toFixed(1)}; bare p50 ${median(of(bareSamples, name)).toFixed(1)}, p95 ${percentile(of(bareSamples, name), 0.95).toFixed(1)}`,
      ),
    ),
  ];
}

/** How many orders are chosen, and what the filter form offers. */
async function choosingRows(seller: Seller): Promise<Row[]> {
  const rows: Row[] = [];
  const timed = async (measure: string, work: () => Promise<string>): Promise<void> => {
    const times: number[] = [];
    let note = '';
    for (let n = 0; n < 3; n += 1) {
      const started = performance.now();
      note = await work();
      times.push(performance.now() - started);
    }
    rows.push({
      measure: `1,000,000 orders, one client: ${measure}`,
      value: median(times),
      unit: 'ms',
      limit: FIRST_ROWS_MS,
      kind: 'time',
      note,
    });
  };
  const chosen = async (filters: OrderFilters, excludeIds: string[] = []) => {
    const size = await seller.must(countSelection, { body: { filters, excludeIds } });
    return `${size.count}${size.capped ? '+' : ''} chosen`;
  };
  const some = (await seller.must(listOrders, { query: { size: 200 }, body: {} })).orders.map(({ id }) => id);
  await timed('size of a selection of everything', () => chosen({}));
  await timed('size of a selection of one country but 200', () => chosen({ countryCode: 'JP' }, some));
  await timed('size of a selection of a common tag', () => chosen({ tags: ['vip'] }));
  await timed('SKUs of the filter form', async () => {
    const { skus } = await seller.must(listOrderSkus, { query: { search: 'sku-4', size: 50 } });
    return `${skus.length} found`;
  });
  await timed('tags of the filter form', async () => {
    const { tags } = await seller.must(listOrderTags, { query: { search: 'r' } });
    return `${tags.length} found`;
  });
  return rows;
}

/** Where bare SQL itself takes longer, nothing was promised. */
const BARE_MS = 200;

async function combinationRows(seller: Seller, client: Client, tenantId: string, left: Left[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, body, page, sort, bare } of COMBINATIONS) {
    const measure = `1,000,000 orders, one client: ${name}`;
    const times: number[] = [];
    const bareTimes: number[] = [];
    let refused: string | undefined;
    let found = '';
    for (let n = 0; n < 3 && refused === undefined; n += 1) {
      const answer = await send(seller, { body, page, sort });
      if (answer.refusal && answer.refusal.code !== 'search_too_slow')
        throw new Error(`"${name}" answered ${answer.status} ${answer.refusal.message}`);
      refused = answer.refusal?.message;
      found = `${answer.data?.totalRecords ?? 0}${answer.data?.totalCapped ? '+' : ''} found`;
      times.push(answer.ms);
      if (bare === undefined) continue;
      const started = performance.now();
      for (const text of [barePage(`o.tab <> 'archived' AND ${bare}`), bareCount(bare)])
        await client.query(text, [tenantId]);
      bareTimes.push(performance.now() - started);
    }
    if (refused !== undefined) {
      left.push({ measure, why: `after ${(times.at(-1) ?? 0).toFixed(0)} ms: "${refused}"` });
      continue;
    }
    const alone = bareTimes.length > 0 ? median(bareTimes) : undefined;
    rows.push({
      measure,
      value: median(times),
      unit: 'ms',
      limit: alone !== undefined && alone > BARE_MS ? undefined : FIRST_ROWS_MS,
      kind: 'time',
      note: alone === undefined ? found : `${found}; bare SQL ${alone.toFixed(0)}`,
    });
  }
  return rows;
}
