/**
 * One parcel from each country that carriers serve, over all of them at once: every real carrier connected to its simulator, each
 * of whose calls takes 300 ms, against the chain of calls of the slowest carrier in the same quote.
 */
import { randomUUID } from 'node:crypto';
import { addAccount, rateSheetTemplate, uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { addOrder } from '@scanship/contracts/orders/orders';
import { addLocation } from '@scanship/contracts/network/settings';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { registered } from '../conformance/registered.ts';
import type { Seller } from '../support/seller.ts';
import { type BenchServer, withBenchServer } from './bench-server.ts';
import { median, type Row } from './table.ts';

const LATENCY_MS = 300;
const ROUNDS = 5;
const MOST_RATIO = 1.1;
const COUNTRIES = ['CA', 'US', 'GB', 'DE', 'AU'] as const;

const real = registered.filter(
  ({ slug, carrier: { manifest }, samples }) =>
    !slug.startsWith('testline-') && samples.wrongCredentials !== undefined && manifest.ordersOf === undefined,
);

interface Asked {
  readonly grants: readonly string[];
  readonly orderId: string;
  readonly locationId: string;
  readonly sample: ShipmentRequest;
}

export const allCarriersRows = (): Promise<Row[]> =>
  withBenchServer('all-carriers', async (server) => {
    const { app, seller } = server;
    const admin = createSimulatorAdmin(app.simulatorsAddress() ?? '');
    const grants: string[] = [];
    for (const one of real) grants.push(await connect(seller, one));
    for (const { slug } of real) await admin.setFaults(slug, [{ kind: 'latency', effect: 'read', ms: LATENCY_MS }]);
    const rows: Row[] = [];
    for (const country of COUNTRIES) rows.push(...(await countryRows(server, country, grants)));
    return rows;
  });

/** Answers the account's grant; a carrier without prices of its own gets a list of made-up ones. */
async function connect(seller: Seller, { slug, carrier, samples }: (typeof real)[number]): Promise<string> {
  const { credentials } = samples.account;
  const account = await seller.must(addAccount, {
    body: { carrier: slug, name: slug, mode: 'simulator', credentials },
  });
  if (carrier.manifest.prices === 'list') {
    const { bytes } = await seller.call(rateSheetTemplate, { query: { format: 'csv', carrier: slug } });
    const filled = bytes.toString('utf8').replaceAll(/^([A-Z0-9_-]+,,(?:HOME|WORLD),0,[^,]*),,/gm, '$1,9.50,');
    const file = { name: 'prices.csv', type: 'text/csv', bytes: new TextEncoder().encode(filled) };
    await seller.must(uploadRateSheet, { params: { id: account.id }, file });
  }
  return account.grantId;
}

async function countryRows(server: BenchServer, country: string, grants: readonly string[]): Promise<Row[]> {
  const sample = real.find(({ samples }) => samples.domestic.from.countryCode === country)?.samples.domestic;
  if (!sample) throw new Error(`No carrier's sample is of ${country}.`);
  const asked = { grants, sample, ...(await placesOf(server.seller, sample, country)) };
  await ask(server, asked);
  const ratios: number[] = [];
  const totals: number[] = [];
  let carriers = 0;
  let slowest = '';
  for (let n = 0; n < ROUNDS; n += 1) {
    const { ms, chain, priced, slug } = await ask(server, asked);
    ratios.push(ms / chain);
    totals.push(ms);
    carriers = priced;
    slowest = `${slug} ${chain.toFixed(0)} ms`;
  }
  return [
    {
      measure: `one parcel from ${country} over ${carriers} carriers that serve it, against the slowest carrier’s chain of calls`,
      value: median(ratios),
      unit: 'x',
      limit: MOST_RATIO,
      kind: 'time',
      note: `median ${median(totals).toFixed(0)} ms, slowest ${slowest}, best ratio ${Math.min(...ratios).toFixed(2)}`,
    },
  ];
}

async function placesOf(seller: Seller, { from, to }: ShipmentRequest, country: string) {
  const place = { address2: null, email: null, residential: null };
  const location = await seller.must(addLocation, {
    body: {
      name: `Place in ${country}`,
      isDefault: false,
      address: {
        ...place,
        name: from.name,
        companyName: from.companyName ?? null,
        address1: from.address1,
        city: from.city,
        provinceCode: from.provinceCode,
        zipcode: from.zipcode,
        countryCode: from.countryCode,
        phone: from.phone ?? '+1 416 555 0182',
      },
    },
  });
  const body = {
    number: `all-${country}`,
    currency: 'CAD',
    shipTo: {
      name: to.name,
      address1: to.address1,
      city: to.city,
      provinceCode: to.provinceCode,
      zipcode: to.zipcode,
      countryCode: to.countryCode,
      phone: to.phone ?? '+1 416 555 0182',
    },
    items: [
      {
        title: 'Cotton shirt',
        quantity: 1,
        unitPriceMinor: 2_500,
        weightGrams: 500,
        hsCode: '610910',
        originCountry: 'CA',
      },
    ],
  };
  const order = await seller.must(addOrder, { body, idempotencyKey: randomUUID() });
  return { locationId: location.id, orderId: order.id };
}

interface Call {
  readonly slug: string;
  /** Milliseconds. */
  readonly at: string;
  readonly ms: number;
}

/** Milliseconds in which at least one of the calls was under way; given in the order of their beginnings. */
function timeInCalls(calls: readonly Call[]): number {
  let until = 0;
  let sum = 0;
  for (const { at, ms } of calls) {
    const from = Math.max(Number(at), until);
    const end = Number(at) + ms;
    sum += Math.max(0, end - from);
    until = Math.max(until, end);
  }
  return sum;
}

/** One quote: how long it took, and the longest chain of calls of one carrier in it, as the traces say. */
async function ask({ seller, client }: BenchServer, { grants, orderId, locationId, sample }: Asked) {
  const [parcel] = sample.parcels;
  const parcels = [{ number: 1, weightGrams: parcel?.weightGrams ?? 500, dimensions: parcel?.dimensions ?? null }];
  // The longest quota of a simulator is a second.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const started = performance.now();
  const quote = await seller.must(quoteSingle, { body: { orderId, locationId, parcels, grantIds: [...grants] } });
  const ms = performance.now() - started;
  // Traces are stored after the answer.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { rows } = await client.query<Call>(
    `SELECT slug, extract(epoch FROM at) * 1000 AS at, duration_ms AS ms FROM carrier_calls
     WHERE subject_kind = 'quote' AND subject_id = $1 ORDER BY at`,
    [quote.quoteId],
  );
  const [longest] = [...new Set(rows.map(({ slug }) => slug))]
    .map((slug) => ({ slug, ms: timeInCalls(rows.filter((call) => call.slug === slug)) }))
    .toSorted((a, b) => b.ms - a.ms);
  if (!longest) throw new Error('The traces of a quote were not stored.');
  const priced = new Set(quote.rates.map(({ grantId }) => grantId)).size;
  return { ms, chain: longest.ms, slug: longest.slug, priced };
}
