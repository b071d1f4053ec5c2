/** One seller's day, over and over: files in, orders looked at, rates compared, labels bought, printed, some cancelled. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { listOrders, type OrderFilters } from '@scanship/contracts/orders/order-list';
import { getOrder } from '@scanship/contracts/orders/orders';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import {
  cancelShipment,
  createShipment,
  getDocument,
  labelMultiple,
  packingSlip,
  type ShipmentSummary,
} from '@scanship/contracts/shipping/shipments';
import { ordersCsv } from '../bench/csv.ts';
import type { Answer, Seller } from '../support/seller.ts';

/** Counts of what happened, by name; shared by all sellers of a run. */
export type Tally = Map<string, number>;
export const count = (tally: Tally, what: string, n = 1): void => void tally.set(what, (tally.get(what) ?? 0) + n);

export interface Work {
  readonly seller: Seller;
  readonly roll: () => number;
  readonly tally: Tally;
  /** Sentences about answers that must never come. */
  readonly wrong: string[];
  readonly until: number;
  /** Carriers that nothing is bought at, by slug. */
  readonly notAt?: ReadonlySet<string> | undefined;
}

const ORDERS_A_FILE = 40;
/** A new file when fewer orders than this wait. */
const FEW_ORDERS = 15;

export async function workUntilEnd(work: Work): Promise<void> {
  for (let day = 1; Date.now() < work.until; day += 1) {
    const waiting = await look(work);
    if (waiting.total < FEW_ORDERS) await importFile(work, day);
    for (const orderId of waiting.orderIds) {
      if (Date.now() >= work.until) return;
      await ship(work, orderId);
      await sleep(50 + work.roll() * 150);
    }
  }
}

/** The data; a refusal is counted by its code, and one that says the fault is ours is written down. */
function taken<T>(work: Work, what: string, answer: Answer<T>): T | undefined {
  count(work.tally, what);
  if (!answer.refusal) return answer.data;
  count(work.tally, `${what}: ${answer.refusal.code}`);
  if (answer.status === 500 || answer.refusal.code === '' || answer.refusal.message === '')
    work.wrong.push(`${what} answered ${answer.status} ${answer.refusal.code}: ${answer.refusal.message}`);
  return undefined;
}

async function look(work: Work): Promise<{ readonly total: number; readonly orderIds: readonly string[] }> {
  const { seller, roll } = work;
  const others: readonly OrderFilters[] = [
    { defaultFilter: true },
    { fulfillmentStatus: 'fulfilled' },
    { search: { key: 'recipient', value: 'beau' } },
    { skus: ['SKU-008'] },
    { countryCode: 'CA', tags: ['vip'] },
    { search: { key: 'orderNumber', value: 'S-' } },
    { signs: ['combinable'] },
  ];
  const other = others[Math.floor(roll() * others.length)] ?? {};
  taken(work, 'list', await seller.call(listOrders, { body: other }));
  const size = 20;
  const first = taken(
    work,
    'list',
    await seller.call(listOrders, { query: { size }, body: { fulfillmentStatus: 'unfulfilled', countryCode: 'CA' } }),
  );
  if (!first) return { total: FEW_ORDERS, orderIds: [] };
  const page = 1 + Math.floor(roll() * Math.max(1, first.totalPage));
  const chosen = taken(
    work,
    'list',
    await seller.call(listOrders, {
      query: { size, page },
      body: { fulfillmentStatus: 'unfulfilled', countryCode: 'CA' },
    }),
  );
  const orderIds = (chosen?.orders ?? []).map((order) => order.id).filter(() => roll() < 0.4);
  return { total: first.totalRecords, orderIds };
}

async function importFile(work: Work, day: number): Promise<void> {
  const { seller } = work;
  const prefix = `S-${seller.userName}-${day}-${Math.floor(work.roll() * 1e6)}-`;
  const bytes = ordersCsv({ orders: ORDERS_A_FILE, prefix, domestic: true });
  const file = { name: `${prefix}.csv`, type: 'text/csv', bytes };
  const upload = taken(work, 'upload', await seller.call(uploadOrders, { file }));
  if (!upload) return;
  const params = { id: upload.importId };
  const check = taken(work, 'check', await seller.call(checkImport, { params, body: upload.mapping }));
  if (!check) return;
  const body = { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount };
  const made = taken(work, 'import', await seller.call(commitImport, { params, body, idempotencyKey: randomUUID() }));
  if (made && made.created !== ORDERS_A_FILE) work.wrong.push(`${made.created} of ${ORDERS_A_FILE} orders came in.`);
  count(work.tally, 'orders imported', made?.created ?? 0);
}

async function ship(work: Work, orderId: string): Promise<void> {
  const { seller, roll, tally } = work;
  if (roll() < 0.3) taken(work, 'order', await seller.call(getOrder, { params: { id: orderId } }));
  const quote = taken(
    work,
    'quote',
    await seller.call(quoteSingle, {
      body: {
        orderId,
        parcels: [
          {
            number: 1,
            weightGrams: 500 + Math.floor(roll() * 4_000),
            dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
          },
        ],
      },
    }),
  );
  if (!quote) return;
  for (const problem of quote.problems) {
    count(tally, `quote without ${problem.carrier}`);
    if (problem.message.trim() === '') work.wrong.push(`${problem.carrier} failed without a sentence.`);
  }
  // A carrier first, so that the one with the most services is not bought most.
  const carriers = [...new Set(quote.rates.map((rate) => rate.carrier))].filter((slug) => !work.notAt?.has(slug));
  const carrier = carriers[Math.floor(roll() * carriers.length)];
  const rates = quote.rates.filter((each) => each.carrier === carrier);
  const rate = rates[Math.floor(roll() * rates.length)];
  if (!rate) return;
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  const bought = await buy(work, body, rate.carrier);
  if (!bought) return;
  if (bought.state !== 'bought') return count(tally, `left ${bought.state}`);
  count(tally, `bought at ${rate.carrier}`);
  await print(work, orderId, bought);
  if (roll() < 0.25) {
    const { id } = bought;
    const cancelled = taken(
      work,
      'cancel',
      await seller.call(cancelShipment, { params: { id }, idempotencyKey: randomUUID() }),
    );
    if (cancelled) count(tally, `cancelled: ${cancelled.state}`);
  }
}

/** Once, by double click with one key, or from two tabs with two keys: in each case at most one label. */
async function buy(
  work: Work,
  body: { readonly orderId: string; readonly quoteId: string; readonly rateId: string },
  carrier: string,
): Promise<ShipmentSummary | undefined> {
  const { seller, roll } = work;
  const key = randomUUID();
  const how = roll();
  const keys = how < 0.7 ? [key] : how < 0.85 ? [key, key] : [key, randomUUID()];
  const answers = await Promise.all(
    keys.map((idempotencyKey) => seller.call(createShipment, { body, idempotencyKey })),
  );
  const shipments = answers.flatMap((answer) => taken(work, 'buy', answer)?.shipment ?? []);
  const ids = new Set(shipments.map((shipment) => shipment.id));
  const live = shipments.filter((shipment) => shipment.state !== 'draft');
  if (new Set(live.map((shipment) => shipment.id)).size > 1)
    work.wrong.push(`${carrier}: order ${body.orderId} has ${ids.size} live shipments from one purchase.`);
  return live.at(0) ?? shipments.at(0);
}

async function print(work: Work, orderId: string, shipment: ShipmentSummary): Promise<void> {
  const { seller, roll } = work;
  const pdf = (what: string, answer: Answer<unknown>): void => {
    taken(work, what, answer);
    if (answer.status === 200 && !answer.bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
      work.wrong.push(`${what} of shipment ${shipment.id} is no PDF.`);
  };
  pdf('print labels', await seller.call(labelMultiple, { body: { shipmentIds: [shipment.id] } }));
  if (roll() < 0.3) pdf('print slip', await seller.call(packingSlip, { body: { orderIds: [orderId] } }));
  const label = shipment.documents.find((document) => document.kind === 'label');
  if (!label) return void work.wrong.push(`Shipment ${shipment.id} is bought and has no label.`);
  const bytes = await seller.call(getDocument, { params: { id: label.id } });
  taken(work, 'label', bytes);
  if (bytes.status === 200 && bytes.bytes.length < 200) work.wrong.push(`Label ${label.id} is empty.`);
}
