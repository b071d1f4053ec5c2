/**
 * Rates of many carriers at once through the built server, real HTTP and real PostgreSQL: copies of a carrier whose simulator
 * answers after 300 ms, held against the slowest single call of the same quote, and what becomes of carriers that hang.
 */
import { addAccount } from '@scanship/contracts/carriers/carriers';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { type QuoteEvent, quoteStream } from '@scanship/contracts/shipping/quotes';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { Client } from 'pg';
import type { RunningApp } from '../support/app.ts';
import type { Seller } from '../support/seller.ts';
import { withBenchServer } from './bench-server.ts';
import { processorMs } from './processor.ts';
import { median, type Row } from './table.ts';

const LATENCY_MS = 300;
const COPIES = 24;
const SIZES = [1, 9, 24] as const;
const ROUNDS = 15;
const MOST_RATIO = 1.1;
const HANGING = 3;
/** TestLine's own deadline for rates. */
const DEADLINE_MS = 8_000;

/** One call a question, JSON behind OAuth; and the same as SOAP. */
const CARRIERS = [
  {
    slug: 'testline-express',
    credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    limited: true,
  },
  { slug: 'testline-ground', credentials: { username: 'ground-alpha', password: 'alpha-pass-1' }, limited: false },
] as const;

interface Asker {
  readonly seller: Seller;
  readonly client: Client;
  readonly orderId: string;
}

export const quoteRows = (): Promise<Row[]> =>
  withBenchServer('quotes', async ({ app, seller, client }) => {
    const admin = createSimulatorAdmin(app.simulatorsAddress() ?? '');
    const asker: Asker = { seller, client, orderId: await someOrder(seller) };
    const rows: Row[] = [];
    for (const { slug, credentials, limited } of CARRIERS) {
      const copies = await addCopies(asker, slug, credentials);
      rows.push(...(await copyRows(asker, app, admin, slug, copies, limited)));
      if (limited) rows.push(...(await hangingRows(asker, admin, slug, copies.slice(0, 9))));
    }
    return rows;
  });

async function someOrder(seller: Seller): Promise<string> {
  const { orders } = await seller.must(listOrders, { body: { fulfillmentStatus: 'unfulfilled', countryCode: 'CA' } });
  const order = orders.find((each) => each.signs.length === 0) ?? orders[0];
  if (!order) throw new Error('The demo has no order to quote.');
  return order.id;
}

/** Accounts of one carrier; answers their grants. */
async function addCopies({ seller }: Asker, carrier: string, credentials: Record<string, string>): Promise<string[]> {
  const grants: string[] = [];
  for (let n = 1; n <= COPIES; n += 1) {
    const account = await seller.must(addAccount, {
      body: { carrier, name: `Copy ${n}`, mode: 'simulator', credentials },
    });
    grants.push(account.grantId);
  }
  return grants;
}

interface Quoted {
  readonly quoteId: string;
  readonly answers: readonly { readonly at: number; readonly event: Extract<QuoteEvent, { type: 'carrier' }> }[];
  /** Until the last line. */
  readonly ms: number;
}

async function quote({ seller, orderId }: Asker, grantIds: readonly string[]): Promise<Quoted> {
  const body = {
    orderId,
    grantIds: [...grantIds],
    parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  };
  const answers: { at: number; event: Extract<QuoteEvent, { type: 'carrier' }> }[] = [];
  let quoteId: string | undefined;
  let ms: number | undefined;
  for await (const { line, at } of seller.lines(quoteStream, { body })) {
    if (line.type === 'started') quoteId = line.quoteId;
    if (line.type === 'carrier') answers.push({ at, event: line });
    if (line.type === 'done') ms = at;
  }
  if (quoteId === undefined || ms === undefined) throw new Error('A quote did not come to its end.');
  const missing = grantIds.filter((id) => !answers.some(({ event }) => event.grantId === id));
  if (missing.length > 0 || answers.length !== grantIds.length)
    throw new Error(`${answers.length} answers of ${grantIds.length} carriers came, ${missing.length} are missing.`);
  return { quoteId, answers, ms };
}

/** The longest call of a quote, as its trace says. */
async function slowestCall({ client }: Asker, quoteId: string, calls: number): Promise<number> {
  for (let n = 0; n < 100; n += 1) {
    const { rows } = await client.query<{ calls: string; ms: number }>(
      `SELECT count(*) AS calls, max(duration_ms) AS ms FROM carrier_calls WHERE subject_kind = 'quote' AND subject_id = $1`,
      [quoteId],
    );
    if (Number(rows[0]?.calls) >= calls) return rows[0]?.ms ?? Number.NaN;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The traces of a quote were not stored.');
}

async function copyRows(
  asker: Asker,
  app: RunningApp,
  admin: SimulatorAdmin,
  slug: string,
  copies: readonly string[],
  limited: boolean,
): Promise<Row[]> {
  await admin.setFaults(slug, [{ kind: 'latency', effect: 'read', ms: LATENCY_MS }]);
  const rows: Row[] = [];
  for (const size of SIZES) {
    const grants = copies.slice(0, size);
    for (let n = 0; n < 4; n += 1) await quote(asker, grants);
    const ratios: number[] = [];
    const totals: number[] = [];
    const slowest: number[] = [];
    let spent = 0;
    for (let n = 0; n < ROUNDS; n += 1) {
      // The quota of a credential allows as many calls a second.
      await new Promise((resolve) => setTimeout(resolve, 800));
      const before = processorMs([app.pid]) ?? Number.NaN;
      const { quoteId, answers, ms } = await quote(asker, grants);
      spent += (processorMs([app.pid]) ?? Number.NaN) - before;
      const wrong = answers.flatMap(({ event }) => event.problems)[0];
      if (wrong) throw new Error(`${wrong.carrierName}: ${wrong.message}`);
      const call = await slowestCall(asker, quoteId, size);
      ratios.push(ms / call);
      totals.push(ms);
      slowest.push(call);
    }
    await admin
      .clearFaults(slug)
      .then(() => admin.setFaults(slug, [{ kind: 'latency', effect: 'read', ms: LATENCY_MS }]));
    rows.push({
      measure: `${size} ${size === 1 ? 'copy' : 'copies'} of ${slug} at ${LATENCY_MS} ms: until the last rate, against the slowest call`,
      value: median(ratios),
      unit: 'x',
      limit: limited && size > 1 ? MOST_RATIO : undefined,
      kind: 'time',
      note: `median ${median(totals).toFixed(0)} ms, slowest call ${median(slowest).toFixed(0)} ms, best ratio ${Math.min(...ratios).toFixed(2)}, server ${(spent / ROUNDS).toFixed(0)} ms CPU`,
    });
  }
  await admin.clearFaults(slug);
  return rows;
}

/** Some calls hang for ever: the others come as they come, and the hanging ones end at their deadline with their reason. */
async function hangingRows(
  asker: Asker,
  admin: SimulatorAdmin,
  slug: string,
  grants: readonly string[],
): Promise<Row[]> {
  await admin.setFaults(slug, [
    { kind: 'hang', effect: 'read', times: HANGING },
    { kind: 'latency', effect: 'read', ms: LATENCY_MS },
  ]);
  const { answers, ms } = await quote(asker, grants);
  await admin.clearFaults(slug);
  const good = answers.filter(({ event }) => event.rates.length > 0);
  const ended = answers.filter(({ event }) => event.rates.length === 0);
  const reasons = [...new Set(ended.flatMap(({ event }) => event.problems.map((problem) => problem.message)))];
  const lost = grants.length - HANGING - good.length + Math.abs(HANGING - ended.length);
  return [
    {
      measure: `${HANGING} of ${grants.length} carriers hang: rates of the others lost`,
      value: lost + ended.filter(({ event }) => event.problems.length === 0).length,
      unit: 'carriers',
      limit: 0,
      kind: 'count',
      note: `reason "${reasons.join('", "')}"`,
    },
    {
      measure: `${HANGING} of ${grants.length} carriers hang: until the last rate of the others`,
      value: Math.max(...good.map(({ at }) => at)),
      unit: 'ms',
      limit: LATENCY_MS * 2,
      kind: 'time',
    },
    {
      measure: `${HANGING} of ${grants.length} carriers hang: until the end, deadline of the carrier ${DEADLINE_MS} ms`,
      value: ms,
      unit: 'ms',
      limit: DEADLINE_MS * 1.05,
      kind: 'time',
    },
  ];
}
