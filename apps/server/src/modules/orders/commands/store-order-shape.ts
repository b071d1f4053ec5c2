/** A platform's order in the terms of the order commands: what is kept of it, its fingerprint, and what cannot be taken. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { err, ok, type Result } from '@scanship/domain/values/result';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { storable } from '../../../platform/database/json-column.ts';
import type { NewOrder, NewOrderItem } from './new-order.ts';
import { cleanText } from './rows.ts';
import type { UnreadKeeper, UnreadOrder } from '../unread/unread-orders.ts';

/** The store that orders are taken over from. */
export interface OrderStore {
  readonly storeId: string;
  readonly platformCode: string;
  /** For the history ("Changed at Maple Goods"). */
  readonly name: string;
  /** For placeholders of orders that could not be read. */
  readonly currency: string;
  /** Our location of each location of the platform. */
  readonly locations: ReadonlyMap<string, string>;
}

/** Units an order's store was told of by us and that were not withdrawn: by order id, then by line. */
export type ReportedUnits = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface StoreOrdersInput {
  readonly store: OrderStore;
  readonly orders: readonly StoreOrder[];
  /** What the connector could not make an order of. */
  readonly unreadable?: readonly UnreadOrder[] | undefined;
  /** Keeps what was answered about orders that could not be read; absent: nothing is kept. */
  readonly unread?: UnreadKeeper | undefined;
  /** What products know of lines; absent: nothing. */
  readonly factsOf?: FactsOf | undefined;
  /** Absent: nothing was reported. */
  readonly reportedUnits?: ((orderIds: readonly string[]) => Promise<ReportedUnits>) | undefined;
  readonly now: Date;
}

/** What the product import knows of an item, for what the platform's order line leaves out. */
export interface ItemFacts {
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}
export type FactsOf = (line: Pick<StoreOrderLine, 'externalProductId' | 'sku'>) => ItemFacts | undefined;

export interface IncomingOrder {
  readonly externalId: string;
  readonly order: StoreOrder;
  readonly placedAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  readonly locationId: string | null;
  /** Lines that need a parcel. */
  readonly lines: readonly StoreOrderLine[];
  /** Of everything but the time of the last change. */
  readonly hash: string;
}

const MOST_KEY = 255;
const MOST_UNITS = 1_000_000;
const MOST_GRAMS = 10_000_000;
const MOST_LINES = 2_000;

const whole = (n: number, most: number): boolean => Number.isSafeInteger(n) && n >= 0 && n <= most;

function timeOf(text: string): Date | undefined {
  const time = new Date(text);
  // Years beyond these are a fault of the source, and PostgreSQL would refuse some of them.
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1990 || time.getUTCFullYear() > 2200
    ? undefined
    : time;
}

/** An id that fits an index and that the database can hold. */
export const isUsableId = (id: string): boolean => id !== '' && id.length <= MOST_KEY && storable(id) === id;

/** Checks one order; the problem is a sentence for the person. */
export function readStoreOrder(order: StoreOrder, store: OrderStore): Result<IncomingOrder, string> {
  const name = cleanText(order.number) || order.externalId;
  const placedAt = timeOf(order.placedAt);
  const updatedAt = timeOf(order.updatedAt);
  if (!isUsableId(order.externalId)) return err(`The id of order ${name.slice(0, 40)} cannot be used.`);
  if (!placedAt || !updatedAt) return err(`Order ${name} has no readable times.`);
  if (!/^[A-Z]{3}$/.test(order.total.currency)) return err(`Order ${name} has no readable currency.`);
  if (!Number.isSafeInteger(order.total.minor)) return err(`The total of order ${name} is too large.`);
  if (order.lines.length > MOST_LINES) return err(`Order ${name} has more than ${MOST_LINES} lines.`);
  for (const line of order.lines) {
    if (![line.quantity, line.cancelled, line.shipped].every((n) => whole(n, MOST_UNITS)))
      return err(`Order ${name} has a line whose quantities cannot be read.`);
    if (line.externalLineId.length > MOST_KEY || (line.group?.length ?? 0) > MOST_KEY)
      return err(`Order ${name} has a line whose id is too long.`);
    if (line.unitPrice.currency !== order.total.currency) return err(`Order ${name} mixes currencies.`);
    if (!Number.isSafeInteger(line.unitPrice.minor)) return err(`Order ${name} has a price that is too large.`);
  }
  return ok({
    externalId: order.externalId,
    order,
    placedAt,
    updatedAt,
    cancelledAt: (order.cancelledAt !== undefined && timeOf(order.cancelledAt)) || null,
    locationId: (order.externalLocationId && store.locations.get(order.externalLocationId)) || null,
    lines: order.lines.filter((line) => line.needsShipping),
    hash: fingerprint(order, store),
  });
}

/** Two orders of one content have one fingerprint, whatever the order of their fields. */
function fingerprint(order: StoreOrder, store: OrderStore): string {
  const { updatedAt: _updatedAt, ...content } = order;
  const place = (order.externalLocationId && store.locations.get(order.externalLocationId)) ?? null;
  return createHash('sha256')
    .update(JSON.stringify([sorted(content), place]))
    .digest('base64url')
    .slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}

/** What the platform said, apart from the columns that hold it; replaced by every sync. */
export interface ImportedRecord {
  readonly updatedAt?: string;
  readonly tags?: readonly string[];
  readonly hold?: { readonly code: string; readonly reason: string } | null;
  readonly cancelledAt?: string | null;
  readonly customerNote?: string | null;
  readonly internalNote?: string | null;
  /** Set when the buyer's data was erased: no sync brings it back. */
  readonly erasedAt?: string;
}

export function importedRecord({ order, lines, locationId }: IncomingOrder): ImportedRecord & JsonObject {
  const others = order.lines.filter((line) => !lines.includes(line));
  return {
    updatedAt: order.updatedAt,
    tags: tagsOf(order),
    hold: order.hold ? { code: order.hold.code, reason: cleanText(order.hold.reason).slice(0, 500) } : null,
    cancelledAt: order.cancelledAt ?? null,
    customerNote: cleanText(order.buyerNote) || null,
    internalNote: cleanText(order.internalNote) || null,
    requestedService: order.requestedService ? { ...order.requestedService } : null,
    externalLocationId: order.externalLocationId ?? null,
    // Ours, for the way back from a location a person chose.
    locationId,
    // What needs no parcel stands in no line of ours.
    withoutParcel: others.map((line): Json => ({ title: cleanText(line.title), quantity: line.quantity })),
  };
}

export const tagsOf = (order: StoreOrder): string[] => [
  ...new Set(order.tags.map((tag) => cleanText(tag).slice(0, 100)).filter((tag) => tag !== '')),
];

export const requestedServiceOf = (order: StoreOrder): string | null =>
  cleanText(order.requestedService?.name).slice(0, 200) ||
  cleanText(order.requestedService?.code).slice(0, 200) ||
  null;

const grams = (n: number | undefined): number | null => (n !== undefined && n > 0 && whole(n, MOST_GRAMS) ? n : null);
const country = (code: string | undefined): string | null =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;

/** Only what a page may show: an https address without anything a browser would not send. */
const pictureOf = (url: string | undefined): string | null =>
  url !== undefined && url.length <= 2_000 && /^https:\/\/[^\s"'<>\\]+$/.test(url) ? url : null;

/** A line without its quantities; what the platform leaves out comes from the product, if it is known. */
export function itemOf(
  line: StoreOrderLine,
  facts: ItemFacts | undefined,
): Omit<NewOrderItem, 'quantity' | 'cancelled' | 'elsewhere'> {
  return {
    sku: cleanText(line.sku),
    title: cleanText(line.title).slice(0, 500),
    unitMinor: line.unitPrice.minor,
    weightGrams: grams(line.unitGrams) ?? facts?.weightGrams ?? null,
    hsCode: hsDigits(line.hsCode) ?? facts?.hsCode ?? null,
    originCountry: country(line.originCountry) ?? facts?.originCountry ?? null,
    externalLineId: line.externalLineId,
    externalGroup: line.group ?? null,
    externalProductId: line.externalProductId?.slice(0, MOST_KEY) ?? null,
    imageUrl: pictureOf(line.imageUrl),
  };
}

export const numberOf = ({ order, externalId }: IncomingOrder): string =>
  cleanText(order.number).slice(0, 100) || externalId;

/** Everything of a new order but its lines and its state. */
export function headOf(incoming: IncomingOrder, store: OrderStore): Omit<NewOrder, 'items'> {
  const { order } = incoming;
  return {
    storeId: store.storeId,
    platformCode: store.platformCode,
    source: 'store',
    externalId: incoming.externalId,
    number: numberOf(incoming),
    placedAt: incoming.placedAt,
    shipBy: (order.shipBy !== undefined && timeOf(order.shipBy)) || null,
    locationId: incoming.locationId,
    requestedService: requestedServiceOf(order),
    currency: order.total.currency,
    totalMinor: order.total.minor,
    shipTo: order.shipTo,
    customerNote: order.buyerNote,
    internalNote: order.internalNote,
    gift: order.gift,
    tags: tagsOf(order),
    holdCode: order.hold?.code ?? null,
    imported: importedRecord(incoming),
    importedHash: incoming.hash,
    externalUpdatedAt: incoming.updatedAt,
    cancelledAt: incoming.cancelledAt,
    externalBuyerIds: order.externalBuyerIds,
  };
}
