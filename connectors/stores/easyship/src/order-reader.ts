/** One shipment of Easyship as an order: its goods are the lines, what customs are told the only prices there are. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams } from '@scanship/domain/values/measure';
import { sum, times, zero, type Money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { readAddress } from './address.ts';

/** "ES", the country it goes to, and a number. */
export const SHIPMENT_ID = /^ES\w{2}\d{7,15}$/;
const ITEM_ID = /^[\w-]{1,64}$/;
const WORD = /^[a-z][a-z_]{1,40}$/;

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  /** Why it waits. */
  readonly reason: string | undefined;
}

const held = (reason: string): State => ({ kind: 'held', reason });
const SHIPPED: State = { kind: 'shipped', reason: undefined };

/** Of the record itself; "created" is the usual one. */
const GONE: ReadonlySet<string> = new Set(['cancelling', 'cancelled', 'discarded', 'deleted']);
/** Of the label. What failed has none, and can be shipped here as well as there. */
const UNLABELLED: ReadonlySet<string> = new Set(['not_created', 'failed', 'technical_failed']);
const LABELLED: ReadonlySet<string> = new Set(['generated', 'printed', 'reported', 'void_failed']);
const LABEL_WAITS: Readonly<Record<string, string>> = {
  pending: 'Easyship is making a label for it.',
  generating: 'Easyship is making a label for it.',
  voided: 'Its label was voided at Easyship.',
};
/** Of a warehouse that ships for the seller. */
const PACKING: ReadonlySet<string> = new Set(['pending', 'created', 'packed', 'awaiting_dispatch']);

const quoted = (what: string, state: string): string => `${what} is "${state.replaceAll('_', ' ')}" at Easyship.`;

export function readState(shipment: ObjectReader): State {
  const record = shipment.string('shipment_state', WORD);
  if (GONE.has(record)) return { kind: 'cancelled', reason: undefined };
  const label = shipment.string('label_state', WORD);
  const warehouse = shipment.has('warehouse_state') ? shipment.string('warehouse_state', WORD) : 'none';
  if (LABELLED.has(label) || warehouse === 'shipped') return SHIPPED;
  if (record !== 'created') return held(quoted('The shipment', record));
  if (PACKING.has(warehouse)) return held('A warehouse of Easyship’s network ships it.');
  if (UNLABELLED.has(label)) return { kind: 'to-ship', reason: undefined };
  return held((Object.hasOwn(LABEL_WAITS, label) ? LABEL_WAITS[label] : undefined) ?? quoted('Its label', label));
}

function readLine(item: ObjectReader, kind: Kind): StoreOrderLine {
  const quantity = item.integer('quantity', 0);
  const kilograms = item.maybe('actual_weight', (n) => item.number(n));
  const product = item.maybe('product', (n) => item.object(n));
  return {
    externalLineId: item.string('id', ITEM_ID),
    externalProductId: product?.maybe('id', (n) => product.string(n, ITEM_ID)),
    sku: item.maybe('sku', (n) => item.string(n)),
    title: item.string('description'),
    quantity,
    cancelled: kind === 'cancelled' ? quantity : 0,
    shipped: kind === 'shipped' ? quantity : 0,
    unitPrice: item.rounded('declared_customs_value', item.currency('declared_currency')),
    unitGrams: kilograms === undefined || kilograms <= 0 || kilograms >= 1e5 ? undefined : toGrams(kilograms, 'kg'),
    hsCode: item.maybe('hs_code', (n) => item.string(n)),
    originCountry: item.maybe('origin_country_alpha2', (n) => item.string(n, /^[A-Z]{2}$/)),
    needsShipping: true,
  };
}

/** What all goods are declared at. @throws FieldProblem when that is not one currency */
function totalOf(lines: readonly StoreOrderLine[], shipment: ObjectReader): Money {
  const [first] = lines;
  if (!first) return zero(shipment.currency('currency'));
  const { currency } = first.unitPrice;
  if (lines.some(({ unitPrice }) => unitPrice.currency !== currency))
    throw new FieldProblem(shipment.at('parcels'), 'declare their goods in several currencies');
  return sum(
    lines.map(({ unitPrice, quantity }) => times(unitPrice, quantity)),
    currency,
  );
}

/** Tags are plain texts, so they are read by hand; a damaged one is left out with a message. */
function readTags(data: ObjectReader | undefined): string[] {
  const raw = data?.raw('order_tag_list') ?? [];
  if (!data || !Array.isArray(raw)) {
    if (data) data.problems.push(`${data.at('order_tag_list')} should be a list.`);
    return [];
  }
  return raw.flatMap((tag: unknown, index) => {
    if (typeof tag === 'string' && !/[\p{Cc}\uFFFD]/u.test(tag)) return tag.trim() === '' ? [] : [tag.trim()];
    data.problems.push(`${data.at('order_tag_list')}[${index}] should be readable text.`);
    return [];
  });
}

/** What the buyer chose in the shop, else what the seller chose at Easyship. */
function readService(shipment: ObjectReader, data: ObjectReader | undefined): StoreOrder['requestedService'] {
  const asked = data?.has('buyer_selected_courier_name') === true;
  if (asked) {
    const name = data.maybe('buyer_selected_courier_name', (n) => data.string(n));
    return name === undefined ? undefined : { code: '', name };
  }
  return shipment.maybe('courier_service', (n) => {
    const service = shipment.object(n);
    return {
      code: service.string('id', ITEM_ID),
      name: `${service.string('umbrella_name')} ${service.string('name')}`,
    };
  });
}

export const readShipmentId = (shipment: ObjectReader): string => shipment.string('easyship_shipment_id', SHIPMENT_ID);

export const isReturn = (shipment: ObjectReader): boolean => shipment.has('return') && shipment.boolean('return');

/** @throws FieldProblem when it cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(shipment: ObjectReader): StoreOrder {
  const { kind, reason } = readState(shipment);
  const externalId = readShipmentId(shipment);
  const updatedAt = shipment.instant('updated_at');
  const data = shipment.has('order_data') ? shipment.object('order_data') : undefined;
  const to = shipment.maybe('destination_address', (n) => shipment.object(n));
  const lines = shipment
    .strictList('parcels', (parcel) => parcel.strictList('items', (item) => readLine(item, kind)))
    .flat();
  const notes = [
    data?.maybe('buyer_notes', (n) => data.string(n)),
    to?.maybe('delivery_instructions', (n) => to.string(n)),
  ].filter((note) => note !== undefined);
  return {
    externalId,
    // Shipments that were typed in have no order of a shop.
    number: data?.has('platform_order_number') === true ? data.string('platform_order_number') : externalId,
    placedAt:
      data?.has('order_created_at') === true ? data.instant('order_created_at') : shipment.instant('created_at'),
    updatedAt,
    // Easyship does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold: reason === undefined ? undefined : { code: 'on-hold', reason },
    shipTo: readAddress(to),
    buyerNote: notes.length === 0 ? undefined : notes.join('\n'),
    internalNote: data?.maybe('seller_notes', (n) => data.string(n)),
    gift: false,
    tags: readTags(data),
    total: totalOf(lines, shipment),
    requestedService: readService(shipment, data),
    lines,
  };
}
