/** Shipments, labels, orders and what happens on the way, from the books. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import {
  accept,
  labelsRequest,
  ordersRequest,
  pricesRequest,
  refused,
  shipmentsRequest,
  type ItemRequest,
  type ShipmentRequest,
} from './contract.ts';
import { itemPrice, productOf, productsOf, summary, type Product } from './pricing.ts';

const textOf = (entry: BookEntry | undefined, name: string): string => {
  const value = entry?.data[name];
  return typeof value === 'string' ? value : '';
};
const isAbroad = ({ to }: ShipmentRequest): boolean => (to.country ?? 'AU') !== 'AU';

/** Postcodes of the simulator and their suburbs; a state and a postcode outside it are believed. */
const SUBURBS: Readonly<Record<string, readonly string[]>> = {
  'VIC 3000': ['MELBOURNE'],
  'NSW 2000': ['SYDNEY'],
  'VIC 3088': ['Briar Hill', 'Greensborough', 'St Helena'],
  'QLD 4000': ['BRISBANE CITY'],
};

export function address(query: URLSearchParams): JsonObject {
  const results = SUBURBS[`${query.get('state') ?? ''} ${query.get('postcode') ?? ''}`];
  const suburb = query.get('suburb') ?? '';
  if (!results) throw refused(400, '400', `Unable to find a match for provided suburb: ${suburb}`);
  return { found: results.some((one) => one.toUpperCase() === suburb.toUpperCase()), results: [...results] };
}

/** What is wrong with one shipment, as Create Shipments says it. */
function check(
  shipment: ShipmentRequest,
  account: SimAccount,
): { readonly item: ItemRequest; readonly product: Product } {
  const [item] = shipment.items;
  if (!item) throw refused(400, '40002', 'items are missing', 'items');
  const product = productOf(account, item.product_id);
  if (!product)
    throw refused(
      400,
      '42012',
      `The product ${item.product_id} is not available on your contract`,
      'shipments[0].items[0].product_id',
    );
  if (product.abroad !== isAbroad(shipment))
    throw refused(400, '42001', 'No products found for the origin and destination', 'shipments[0].to.country');
  const limit = product.abroad ? 20 : 22;
  if (item.weight > limit)
    throw refused(400, '42010', `The weight exceeds the limit of ${limit} kg`, 'shipments[0].items[0].weight');
  if (product.abroad && (!item.classification_type || item.commercial_value === undefined || !item.item_contents))
    throw refused(400, '40002', 'item_contents are mandatory', 'shipments[0].items[0].item_contents');
  for (const side of [shipment.from, shipment.to])
    if ((side.country ?? 'AU') === 'AU' && (!/^\d{4}$/.test(side.postcode) || !side.state))
      throw refused(400, '40003', 'The postcode or state is not valid', 'shipments[0].to.postcode');
  return { item, product };
}

export function itemPrices(body: unknown, account: SimAccount): JsonObject {
  const { to, items } = accept(pricesRequest, body);
  const abroad = (to.country ?? 'AU') !== 'AU';
  return {
    items: items.map(
      (item): JsonObject => ({
        item_reference: item.item_reference ?? null,
        weight: item.weight,
        height: item.height,
        length: item.length,
        width: item.width,
        prices: productsOf(account)
          .filter((one) => one.abroad === abroad && item.weight <= (abroad ? 20 : 22))
          .map((one) => itemPrice(one, item)),
        errors: [],
        warnings: [],
      }),
    ),
  };
}

export function shipmentPrices(body: unknown, account: SimAccount): JsonObject {
  return {
    shipments: accept(shipmentsRequest, body).shipments.map((shipment): JsonObject => {
      const { item, product } = check(shipment, account);
      return {
        items: [{ item_reference: item.item_reference ?? null, product_id: product.id }],
        shipment_summary: summary(product, item, 'Quoted'),
      };
    }),
  };
}

interface Kept {
  readonly made: BookEntry;
  readonly asked: ShipmentRequest;
  readonly order: BookEntry | undefined;
}

const own = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books.all().filter((entry) => entry.account === account.id);
const shipmentsIn = (order: BookEntry): readonly Json[] => {
  const ids = order.data['shipments'];
  return Array.isArray(ids) ? ids : [];
};
const askedOf = (made: BookEntry): ShipmentRequest => {
  const [asked] = accept(shipmentsRequest, { shipments: [made.data['request']] }).shipments;
  if (!asked) throw new RangeError('a shipment without its request');
  return asked;
};

/** Shipments of the account that are not deleted. */
function keptShipments(account: SimAccount, sim: SimContext): readonly Kept[] {
  const entries = own(account, sim);
  const gone = new Set(entries.filter(({ kind }) => kind === 'voided').map(({ id }) => id));
  const orders = entries.filter(({ kind }) => kind === 'manifest');
  return entries
    .filter(({ kind, id }) => kind === 'paid' && !gone.has(id))
    .map((made) => ({
      made,
      asked: askedOf(made),
      order: orders.find((order) => shipmentsIn(order).includes(made.id)),
    }));
}

function shipmentJson({ made, asked, order }: Kept, account: SimAccount): JsonObject {
  const { item, product } = check(asked, account);
  const status = order ? 'Initiated' : 'Created';
  const article_id = textOf(made, 'articleId');
  return {
    shipment_id: made.id,
    shipment_reference: made.reference ?? null,
    shipment_creation_date: made.at,
    shipment_modified_date: made.at,
    customer_reference_1: asked.customer_reference_1 ?? null,
    email_tracking_enabled: asked.email_tracking_enabled ?? false,
    items: [
      {
        item_id: `${made.id}I1`,
        item_reference: item.item_reference ?? null,
        tracking_details: { article_id, consignment_id: article_id.slice(0, 12) },
        product_id: product.id,
        item_summary: { status },
      },
    ],
    shipment_summary: summary(product, item, status),
    ...(order ? { order_id: order.id } : {}),
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const id = (): string => Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

export function create(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(shipmentsRequest, body).shipments;
  for (const one of asked) check(one, account);
  return {
    shipments: asked.map((one) => {
      const made = sim.books.append({
        kind: 'paid',
        id: id(),
        account: account.id,
        reference: one.shipment_reference,
        data: { request: JSON.parse(JSON.stringify(one)) as Json, articleId: `2JD${digits(7)}01000870900` },
      });
      return shipmentJson({ made, asked: one, order: undefined }, account);
    }),
  };
}

const notFound = (shipmentId: string): Error =>
  refused(404, '44013', `The shipment with shipment id ${shipmentId} you requested can not be found.`);

export function list(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  const all = keptShipments(account, sim);
  const ids = query.get('shipment_ids');
  if (ids !== null)
    return {
      shipments: ids.split(',').map((one) => {
        const kept = all.find(({ made }) => made.id === one);
        if (!kept) throw notFound(one);
        return shipmentJson(kept, account);
      }),
    };
  const [offset, count] = [Number(query.get('offset') ?? 'x'), Number(query.get('number_of_shipments') ?? 'x')];
  if (!Number.isInteger(offset) || !Number.isInteger(count))
    throw refused(400, '40002', 'offset and number_of_shipments are mandatory', 'offset');
  const reference = query.get('sender_reference');
  const fits = all.filter(({ asked }) => reference === null || asked.customer_reference_1 === reference);
  return { shipments: fits.slice(offset, offset + count).map((kept) => shipmentJson(kept, account)) };
}

export function remove(shipmentId: string, account: SimAccount, sim: SimContext): void {
  const kept = keptShipments(account, sim).find(({ made }) => made.id === shipmentId);
  if (!kept) throw notFound(shipmentId);
  if (kept.order) throw refused(400, '44016', 'The shipment is already in an existing order');
  const { reference } = kept.made;
  sim.books.append({ kind: 'voided', id: shipmentId, account: account.id, reference, data: {} });
}

export function requestLabel(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(labelsRequest, body);
  const [first] = asked.shipments;
  const kept = keptShipments(account, sim).find(({ made }) => made.id === first?.shipment_id);
  if (!kept) throw notFound(first?.shipment_id ?? '');
  const entry = sim.books.append({
    kind: 'document',
    id: sim.newId('label-'),
    account: account.id,
    data: { shipment: kept.made.id, format: asked.preferences[0]?.format ?? 'PDF' },
  });
  return labelJson(entry, sim);
}

const labelJson = (entry: BookEntry, sim: SimContext): JsonObject => ({
  labels: [
    {
      request_id: entry.id,
      url: `${sim.address}/files/${entry.id}?Signature=stand-in`,
      status: 'AVAILABLE',
      request_date: entry.at,
      shipments: [{ shipment_id: textOf(entry, 'shipment') }],
      shipment_ids: [textOf(entry, 'shipment')],
    },
  ],
});

export function label(request: string, account: SimAccount, sim: SimContext): JsonObject {
  const entry = own(account, sim).find((one) => one.kind === 'document' && one.id === request);
  if (!entry) throw refused(404, '51020', 'The label request cannot be found');
  return labelJson(entry, sim);
}

/** The file behind a signed link, whoever asks. */
export async function file(request: string, sim: SimContext): Promise<{ type: string; bytes: Uint8Array }> {
  const entry = sim.books.all().find((one) => one.kind === 'document' && one.id === request);
  const made = sim.books.all().find((one) => one.kind === 'paid' && one.id === textOf(entry, 'shipment'));
  if (!entry || !made) throw refused(404, '404', 'There is no such file');
  const { from, to, items, customer_reference_2 } = askedOf(made);
  const place = (side: ShipmentRequest['to']): LabelModel['to'] => ({
    name: side.name,
    companyName: side.business_name,
    address1: side.lines[0] ?? '',
    address2: side.lines[1],
    city: side.suburb,
    provinceCode: side.state ?? '',
    zipcode: side.postcode,
    countryCode: side.country ?? 'AU',
  });
  const model: LabelModel = {
    carrierName: 'AUSTRALIA POST',
    serviceName: items[0]?.product_id ?? '',
    trackingNumber: textOf(made, 'articleId'),
    from: place(from),
    to: place(to),
    weightGrams: Math.round((items[0]?.weight ?? 0) * 1000),
    shipDate: made.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [customer_reference_2 ?? ''],
    test: true,
  };
  const format = textOf(entry, 'format') === 'ZPL' ? 'zpl' : 'pdf';
  return {
    type: format === 'zpl' ? 'text/plain' : 'application/pdf',
    bytes: await sim.drawLabel(model, format),
  };
}

export function lodge(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(ordersRequest, body);
  const all = keptShipments(account, sim);
  for (const { shipment_id } of asked.shipments) {
    const kept = all.find(({ made }) => made.id === shipment_id);
    if (!kept) throw notFound(shipment_id);
    if (kept.order) throw refused(400, '44016', 'The shipment is already in an existing order');
  }
  const ids = asked.shipments.map(({ shipment_id }) => shipment_id);
  const order = sim.books.append({
    kind: 'manifest',
    id: `AP${digits(10)}`,
    account: account.id,
    reference: asked.order_reference,
    data: { shipments: ids },
  });
  return {
    order: {
      order_id: order.id,
      order_reference: asked.order_reference ?? null,
      order_creation_date: order.at,
      order_summary: { status: 'Initiated', number_of_shipments: ids.length },
      payment_method: 'CHARGE_TO_ACCOUNT',
    },
  };
}

export function orderSummary(orderId: string, account: SimAccount, sim: SimContext): Uint8Array {
  const order = own(account, sim).find((one) => one.kind === 'manifest' && one.id === orderId);
  if (!order) throw refused(400, '44026', `An order with order id ${orderId} cannot be found.`);
  const lines = shipmentsIn(order).map((one) => `Shipment ${typeof one === 'string' ? one : ''}`);
  return drawTestPaper(`Australia Post order ${orderId}`, lines);
}

const EVENTS: Readonly<Record<StoryEvent, string>> = {
  created: 'Shipping information received by Australia Post',
  accepted: 'Received by Australia Post',
  departed: 'Processed through Australia Post facility',
  customs: 'Item is in Customs',
  out: 'With Australia Post for delivery today',
  delivered: 'Delivered',
};

export function track(numbers: readonly string[], account: SimAccount, sim: SimContext): JsonObject {
  if (numbers.length > 10)
    throw refused(400, '51101', 'The request must contain 10 or less AP article ids, consignment ids, or barcode ids.');
  const all = keptShipments(account, sim);
  return {
    tracking_results: numbers.map((number): JsonObject => {
      const kept = all.find(({ made }) => textOf(made, 'articleId') === number);
      if (!kept) return { tracking_id: number, errors: [{ code: 'ESB-10001', name: 'Invalid tracking ID' }] };
      const { asked, made } = kept;
      const { product } = check(asked, account);
      const places = { from: 'MELBOURNE VIC', to: `${asked.to.suburb} ${asked.to.state ?? ''}`.trim() };
      const story = storyOf(new Date(made.at), sim.now(), product.days, product.abroad, places);
      const last = story.at(-1);
      return {
        tracking_id: number,
        status: last ? EVENTS[last.event] : 'Unknown',
        trackable_items: [
          {
            article_id: number,
            product_type: 'eParcel',
            events: story
              .toReversed()
              .map(({ event, at, place }) => ({ location: place, description: EVENTS[event], date: at.toISOString() })),
            status: last ? EVENTS[last.event] : 'Unknown',
          },
        ],
      };
    }),
  };
}
