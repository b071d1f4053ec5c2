/** Drafts, purchases, refunds, batches, and what happens on the way, from the books. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, batchRequest, createRequest, quoteRequest, refused, type CreateRequest } from './contract.ts';
import { billing, gramsOf, POSTAGES, type Postage } from './pricing.ts';

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
const hex = (count: number): string =>
  Array.from({ length: count }, () => randomInt(16).toString(16))
    .join('')
    .toUpperCase();
const textOf = (entry: BookEntry | undefined, name: string): string => {
  const value = entry?.data[name];
  return typeof value === 'string' ? value : '';
};

const isAbroad = (asked: Pick<CreateRequest, 'address'>): boolean => asked.address.country === 'US';
function checkPlace(asked: Pick<CreateRequest, 'address' | 'weight'>): void {
  const { country, postalCode } = asked.address;
  if (country !== 'CA' && country !== 'US') throw refused(1009, `country ${country} not valid`);
  const form = country === 'CA' ? /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/ : /^\d{5}(-?\d{4})?$/;
  if (!form.test(postalCode)) throw refused(1009, 'postalCode is not valid');
  if (gramsOf(asked.weight) <= 0) throw refused(1002, 'weight must be positive');
}

export function quote(body: unknown): JsonObject {
  const asked = accept(quoteRequest, body);
  checkPlace(asked);
  const rates = POSTAGES.filter(
    ({ abroad, type }) => abroad === isAbroad(asked) && (!abroad || type === asked.postageType),
  ).map(
    (postage): JsonObject => ({
      ...billing(postage, asked, false),
      carrierName: 'UniUni',
      estimated: true,
      minDeliveryDays: postage.days - 1,
      maxDeliveryDays: postage.days,
    }),
  );
  return { rates, carrierName: 'UniUni', estimated: true, disclaimer: 'Rates are estimates only.' };
}

/** The wished type, or one that is available. */
const postageFor = (asked: CreateRequest): Postage | undefined => {
  const fits = POSTAGES.filter(({ abroad }) => abroad === isAbroad(asked));
  return fits.find(({ type }) => type === asked.postageType) ?? fits[0];
};

interface Kept {
  readonly id: string;
  readonly asked: CreateRequest;
  readonly draft: BookEntry;
  readonly paid: BookEntry | undefined;
  readonly voided: boolean;
}

function read(id: string, account: SimAccount, sim: SimContext): Kept {
  const entries = sim.books.byId(id).filter((entry) => entry.account === account.id);
  const draft = entries.find(({ kind }) => kind === 'draft');
  if (!draft || entries.some(({ kind, data }) => kind === 'note' && data['deleted'] === true))
    throw refused(1009, 'Shipment not found');
  return {
    id,
    asked: createRequest.parse(draft.data['request']),
    draft,
    paid: entries.find(({ kind }) => kind === 'paid'),
    voided: entries.some(({ kind }) => kind === 'voided'),
  };
}

const HOUR = 3_600_000;
const statusOf = ({ paid, voided }: Kept, sim: SimContext): string => {
  if (!paid) return 'DRAFT';
  if (voided) return 'CANCELLED';
  return sim.now().getTime() - Date.parse(paid.at) > 2 * HOUR ? 'RECEIVED' : 'PENDING';
};

function shipmentJson(kept: Kept, sim: SimContext): JsonObject {
  const { asked, draft } = kept;
  const { recipient, address, dimensions, weight, shipmentLineItems } = asked;
  const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;
  return {
    orderNumber: kept.id,
    trackingId: textOf(draft, 'trackingId'),
    recipient: plain(recipient),
    address: plain(address),
    ...(dimensions ? { dimensions: plain(dimensions) } : {}),
    weight: plain(weight),
    status: statusOf(kept, sim),
    createdAt: draft.at,
    updatedAt: kept.paid?.at ?? draft.at,
    rates: draft.data['rates'] ?? {},
    shipmentLineItems: plain(shipmentLineItems),
  };
}

export function create(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(createRequest, body);
  checkPlace(asked);
  if (asked.recipient.phone === undefined && asked.recipient.email === undefined)
    throw refused(1002, 'phone or email is required');
  if (isAbroad(asked) && asked.shipmentLineItems.some((i) => !i.hs_code || !i.country_of_origin))
    throw refused(1002, 'shipmentLineItems need hs_code and country_of_origin');
  const postage = postageFor(asked);
  if (!postage) throw refused(1009, 'No service rate for the location');
  const id = `UNI${hex(9)}`;
  sim.books.append({
    kind: 'draft',
    id,
    account: account.id,
    data: {
      request: body as Json,
      trackingId: `UR${digits(17)}`,
      rates: billing(postage, asked, asked.recipient.signature === true),
      days: postage.days,
    },
  });
  return shipmentJson(read(id, account, sim), sim);
}

export const retrieve = (id: string, account: SimAccount, sim: SimContext): JsonObject => ({
  shipment: shipmentJson(read(id, account, sim), sim),
});

export function discard(id: string, account: SimAccount, sim: SimContext): null {
  const kept = read(id, account, sim);
  if (kept.paid) throw refused(1009, 'Only drafts can be deleted');
  sim.books.append({ kind: 'note', id, account: account.id, data: { deleted: true } });
  return null;
}

export function purchase(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const kept = read(id, account, sim);
  if (kept.paid) throw refused(1009, 'Shipment has been purchased already');
  sim.books.append({ kind: 'paid', id, account: account.id, reference: kept.asked.orderNumber, data: {} });
  return { trackingId: textOf(kept.draft, 'trackingId'), orderNumber: id, insuranceCreated: false };
}

export function refund(id: string, account: SimAccount, sim: SimContext): null {
  const kept = read(id, account, sim);
  if (statusOf(kept, sim) !== 'PENDING')
    throw refused(400, `${textOf(kept.draft, 'trackingId')} cannot be refunded. Please contact support.`);
  sim.books.append({ kind: 'voided', id, account: account.id, reference: kept.asked.orderNumber, data: {} });
  return null;
}

const pageOf = (query: URLSearchParams): { readonly page: number; readonly pageSize: number } => ({
  page: Number(query.get('page') ?? '1'),
  pageSize: Math.min(500, Number(query.get('pageSize') ?? '10')),
});

export function list(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  const { page, pageSize } = pageOf(query);
  const all = sim.books.all().filter(({ kind, account: own }) => kind === 'draft' && own === account.id);
  const from = query.get('fromDate') ?? '';
  const live = all.filter(
    ({ id, at }) =>
      at >= from && !sim.books.byId(id).some(({ kind, data }) => kind === 'note' && data['deleted'] === true),
  );
  return {
    shipments: live
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ id }) => shipmentJson(read(id, account, sim), sim)),
    pagination: { page, pageSize, count: live.length },
  };
}

const ordersOf = (batch: BookEntry): readonly string[] => {
  const raw = batch.data['shipments'];
  return Array.isArray(raw) ? raw.filter((one): one is string => typeof one === 'string') : [];
};
const batchJson = (batch: BookEntry, whole: boolean): JsonObject => ({
  batchNumber: batch.id,
  batchName: batch.reference ?? null,
  status: 'PENDING',
  printedLabel: false,
  createdAt: batch.at,
  updatedAt: batch.at,
  shipmentCount: ordersOf(batch).length,
  ...(whole ? { shipments: [...ordersOf(batch)] } : {}),
});
const ownBatches = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter(({ kind, account: own }) => kind === 'manifest' && own === account.id);

export function createBatch(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(batchRequest, body);
  const orders = asked.shipments ?? [];
  for (const order of orders)
    if (statusOf(read(order, account, sim), sim) === 'DRAFT') throw refused(1002, 'Unpaid shipments are found');
  const batch = sim.books.append({
    kind: 'manifest',
    id: `URB${digits(16)}`,
    account: account.id,
    reference: asked.batchName,
    data: { shipments: [...orders] },
  });
  return batchJson(batch, false);
}

export function listBatches(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  const { page, pageSize } = pageOf(query);
  const all = ownBatches(account, sim).toReversed();
  return {
    batches: all.slice((page - 1) * pageSize, page * pageSize).map((batch) => batchJson(batch, false)),
    pagination: { page, pageSize, count: all.length },
  };
}

export function retrieveBatch(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const batch = ownBatches(account, sim).find((one) => one.id === id);
  if (!batch) throw refused(1009, 'Batch not found');
  return batchJson(batch, true);
}

function modelOf(kept: Kept): LabelModel {
  const { recipient, address } = kept.asked;
  const place = {
    address1: address.address1,
    ...(address.address2 === undefined ? {} : { address2: address.address2 }),
    city: address.city,
    provinceCode: address.province,
    zipcode: address.postalCode,
    countryCode: address.country,
  };
  return {
    carrierName: 'UNIUNI',
    serviceName: kept.asked.postageType,
    trackingNumber: textOf(kept.draft, 'trackingId'),
    from: {
      ...place,
      name: 'UniUni Drop Off',
      address1: '1 Stand-in Way',
      address2: undefined,
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5V 2T6',
      countryCode: 'CA',
    },
    to: { ...place, name: recipient.name },
    weightGrams: gramsOf(kept.asked.weight),
    shipDate: kept.draft.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [kept.asked.orderNumber ?? ''],
    test: true,
  };
}

export async function label(
  id: string,
  labelType: string | null,
  account: SimAccount,
  sim: SimContext,
): Promise<JsonObject> {
  if (labelType !== 'shipping' && labelType !== 'batching') throw refused(1002, 'labelType is not valid');
  const batch = ownBatches(account, sim).find((one) => one.id === id);
  if (labelType === 'batching' && !batch) throw refused(1014, 'No batch found for the given batch number');
  const kept = read(batch ? (ordersOf(batch)[0] ?? '') : id, account, sim);
  if (!kept.paid) throw refused(1014, 'The shipment has not been purchased');
  const model = batch ? { ...modelOf(kept), serviceName: 'BATCH', trackingNumber: batch.id } : modelOf(kept);
  const bytes = await sim.drawLabel(model, 'pdf');
  return {
    headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${id}.pdf"` },
    body: Buffer.from(bytes).toString('base64'),
  };
}

const EVENTS: Readonly<Record<StoryEvent, string>> = {
  created: 'PENDING',
  accepted: 'RECEIVED',
  departed: 'GATEWAY_TRANSIT',
  customs: 'TRANSSHIPMENT_COMPLETE',
  out: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
};

export function track(trackingId: string, account: SimAccount, sim: SimContext): JsonObject {
  const draft = sim.books
    .all()
    .find((e) => e.kind === 'draft' && e.account === account.id && textOf(e, 'trackingId') === trackingId);
  if (!draft) throw refused(1031, `Track failed: Shipment not found: ${trackingId}`);
  const kept = read(draft.id, account, sim);
  if (!kept.paid) throw refused(1031, `Track failed: Shipment not found: ${trackingId}`);
  const days = typeof draft.data['days'] === 'number' ? draft.data['days'] : 3;
  const { city, province } = kept.asked.address;
  const places = { from: 'Toronto, ON', to: `${city}, ${province}` };
  const story = storyOf(new Date(kept.paid.at), sim.now(), days, isAbroad(kept.asked), places);
  return {
    trackingId,
    status: statusOf(kept, sim),
    orderNumber: kept.id,
    recipient: { fullName: kept.asked.recipient.name },
    events: story.map(({ event, at, place }) => ({
      status: EVENTS[event],
      timestamp: at.getTime(),
      location: { name: place },
    })),
  };
}
