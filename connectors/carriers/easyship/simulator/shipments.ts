/** Shipments of the simulator as the books have them: made, paid, cancelled, on their way. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { amount, currencyOf, offered, priceOf, SERVICES, type SimService, totalOf } from './catalogue.ts';
import { accept, labelRequest, type ShipmentMessage, shipmentRequest, type SimAddress } from './contract.ts';
import { courierJson, rateJson } from './rates.ts';

/** Making a label takes the courier a moment. */
const MAKING_MS = 100;

export interface Shipment {
  readonly id: string;
  readonly account: string;
  readonly request: ShipmentMessage;
  readonly made: BookEntry;
  readonly paid: BookEntry | undefined;
  readonly voided: BookEntry | undefined;
}

export const notFound = (): SimRefusal =>
  new SimRefusal(404, 'resource_not_found', 'The requested resource was not found.');

function read(id: string, sim: SimContext): Shipment | undefined {
  const entries = sim.books.byId(id);
  const made = entries.find((e) => e.kind === 'draft');
  if (!made) return undefined;
  return {
    id,
    account: made.account,
    request: shipmentRequest.parse(made.data.request),
    made,
    paid: entries.find((e) => e.kind === 'paid'),
    voided: entries.find((e) => e.kind === 'voided'),
  };
}

/** Labels of each account that were bought before the simulator was started, and wait for a driver. */
const WAITING: Readonly<Record<string, readonly (readonly [id: string, number: string])[]>> = {
  'easyship-alpha': [
    ['ESCA10006001', 'ES100000000101'],
    ['ESCA10006002', 'ES100000000102'],
  ],
  'easyship-beta': [['ESCA10006003', 'ES200000000201']],
};
const place = (line_1: string, city: string, state: string, postal_code: string) => ({
  line_1,
  city,
  state,
  postal_code,
  country_alpha2: 'CA',
  contact_name: 'Test Person',
});
const WAITING_REQUEST: ShipmentMessage = {
  origin_address: place('10 Sender Road', 'Toronto', 'ON', 'M5V 2T6'),
  destination_address: place('20 Receiver Avenue', 'Vancouver', 'BC', 'V6B 1A1'),
  incoterms: 'DDU',
  insurance: { is_insured: false },
  parcels: [
    {
      total_actual_weight: 0.9,
      box: { length: 30, width: 20, height: 10 },
      items: [
        {
          description: 'Goods',
          category: 'fashion',
          quantity: 1,
          actual_weight: 0.9,
          declared_currency: 'CAD',
          declared_customs_value: 20,
        },
      ],
    },
  ],
  regulatory_identifiers: {},
  buyer_regulatory_identifiers: {},
  order_data: { platform_order_number: 'BEFORE' },
  courier_settings: {
    courier_service_id: '01563646-58c1-4607-8fe0-000000000004',
    allow_fallback: false,
    apply_shipping_rules: false,
  },
  shipping_settings: { units: { weight: 'kg', dimensions: 'cm' }, buy_label: false },
};

function waiting(sim: SimContext, account: SimAccount): readonly Shipment[] {
  const at = new Date(sim.now().getTime() - 60_000).toISOString();
  return (WAITING[account.id] ?? []).map(([id, tracking]) => {
    const entry = { seq: 0, at, id, account: account.id };
    return {
      id,
      account: account.id,
      request: WAITING_REQUEST,
      made: { ...entry, kind: 'draft' as const, data: {} },
      paid: { ...entry, kind: 'paid' as const, data: { tracking } },
      voided: undefined,
    };
  });
}

/** Shipments with a label: those that wait, then the newest first. */
export function withLabels(sim: SimContext, account: SimAccount): readonly Shipment[] {
  const bought = sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .flatMap(({ id }) => read(id, sim) ?? []);
  return [...waiting(sim, account), ...bought.toReversed()];
}

export function ownShipment(id: string, sim: SimContext, account: SimAccount): Shipment {
  const shipment = waiting(sim, account).find((each) => each.id === id) ?? read(id, sim);
  if (shipment?.account !== account.id) throw notFound();
  return shipment;
}

export const courierOf = (request: ShipmentMessage): SimService | undefined =>
  offered(request).find(({ id }) => id === request.courier_settings.courier_service_id);

export function create(body: unknown, sim: SimContext, account: SimAccount): Shipment {
  const request = accept(shipmentRequest, body);
  const [from, to] = [request.origin_address, request.destination_address];
  if (
    from.country_alpha2 !== to.country_alpha2 &&
    request.parcels.some((p) => p.items.some((i) => !i.origin_country_alpha2))
  )
    throw new SimRefusal(422, 'invalid_content', 'parcels/0/items: origin_country_alpha2 can’t be blank');
  const id = `ES${to.country_alpha2}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  sim.books.append({
    kind: 'draft',
    id,
    account: account.id,
    reference: request.order_data.platform_order_number,
    data: { request: body as JsonObject },
  });
  return ownShipment(id, sim, account);
}

/** One shipment has one label. */
export function buy(shipment: Shipment, body: unknown, sim: SimContext, account: SimAccount): Shipment {
  const { courier_service_id: courier } = accept(labelRequest, body);
  if (courierOf(shipment.request)?.id !== courier)
    throw new SimRefusal(422, 'invalid_content', 'The courier service is not available for this shipment.');
  if (shipment.paid)
    throw new SimRefusal(422, 'invalid_content', `Shipments not found or labels already requested: ${shipment.id}`);
  sim.books.append({
    kind: 'paid',
    id: shipment.id,
    account: account.id,
    reference: shipment.request.order_data.platform_order_number,
    data: { tracking: `ESTEST${String(randomInt(1_000_000_000)).padStart(9, '0')}` },
  });
  return ownShipment(shipment.id, sim, account);
}

const trackingOf = ({ paid }: Shipment): string => (typeof paid?.data.tracking === 'string' ? paid.data.tracking : '');

function story(shipment: Shipment, sim: SimContext): ReturnType<typeof storyOf> {
  const { origin_address: from, destination_address: to } = shipment.request;
  if (!shipment.paid) return [];
  const place = (a: SimAddress): string => `${a.city}|${a.state ?? ''}`;
  return storyOf(
    new Date(shipment.paid.at),
    sim.now(),
    courierOf(shipment.request)?.days ?? 1,
    from.country_alpha2 !== to.country_alpha2,
    { from: place(from), to: place(to) },
  );
}

/** @throws SimRefusal 422 for what has no label, was cancelled, or has left */
export function cancel(shipment: Shipment, sim: SimContext): void {
  if (!shipment.paid || shipment.voided || story(shipment, sim).length > 1)
    throw new SimRefusal(422, 'invalid_content', 'This Shipment cannot be cancelled. Please contact our support.');
  const { id, account, paid } = shipment;
  sim.books.append({
    kind: 'voided',
    id,
    account,
    ...(paid.reference === undefined ? {} : { reference: paid.reference }),
    data: {},
  });
}

const isMaking = ({ paid }: Shipment, sim: SimContext): boolean =>
  paid !== undefined && sim.now().getTime() - Date.parse(paid.at) < MAKING_MS;

const labelState = (shipment: Shipment, sim: SimContext): string =>
  shipment.paid ? (isMaking(shipment, sim) ? 'generating' : 'generated') : 'not_created';

async function documents(shipment: Shipment, sim: SimContext): Promise<JsonObject[]> {
  const { origin_address: from, destination_address: to } = shipment.request;
  const paper = (category: string, page: string, bytes: Uint8Array): JsonObject => ({
    category,
    required: true,
    format: 'pdf',
    page_size: page,
    base64_encoded_strings: [Buffer.from(bytes).toString('base64')],
    url: null,
  });
  const goods = shipment.request.parcels.flatMap((p) => p.items.map((i) => i.description));
  return [
    paper('label', '4x6', await sim.drawLabel(modelOf(shipment), 'pdf')),
    ...(from.country_alpha2 === to.country_alpha2
      ? []
      : [paper('commercial_invoice', 'A4', drawTestPaper('COMMERCIAL INVOICE', goods))]),
  ];
}

/** @param withPapers as the caller wished, and only where there is a label */
export async function shipmentJson(shipment: Shipment, sim: SimContext, withPapers: boolean): Promise<JsonObject> {
  const { request: r } = shipment;
  const courier = courierOf(r);
  const hasLabel = shipment.paid !== undefined && !isMaking(shipment, sim);
  return {
    shipment: {
      easyship_shipment_id: shipment.id,
      created_at: shipment.made.at,
      updated_at: shipment.paid?.at ?? shipment.made.at,
      label_paid_at: shipment.paid?.at ?? null,
      label_generated_at: hasLabel ? (shipment.paid?.at ?? null) : null,
      order_data: { platform_order_number: r.order_data.platform_order_number },
      last_failure_http_response_messages: [],
      shipment_state: shipment.voided ? 'cancelled' : 'created',
      pickup_state: 'not_requested',
      delivery_state: 'not_created',
      label_state: labelState(shipment, sim),
      incoterms: r.incoterms,
      trackings: hasLabel
        ? [{ tracking_number: trackingOf(shipment), leg_number: 1, handler: 'easyship', tracking_state: 'active' }]
        : [],
      tracking_page_url: `https://www.trackmyshipment.co/shipment-tracking/${shipment.id}`,
      shipping_documents: hasLabel && withPapers ? await documents(shipment, sim) : [],
      currency: currencyOf(r),
      courier_service: courier ? courierJson(courier) : null,
      rates: courier ? [rateJson(courier, r)] : [],
    },
    meta: { status: 'success', request_id: shipment.id },
  };
}

const STATUSES: Readonly<Record<StoryEvent, readonly [status: string, message: string]>> = {
  created: ['Tracking Info Received', 'Shipping label created'],
  accepted: ['In Transit to Customer', 'Accepted by the courier'],
  departed: ['In Transit to Customer', 'Departed facility'],
  customs: ['In Transit to Customer', 'Cleared customs'],
  out: ['Out For Delivery', 'Out for delivery'],
  delivered: ['Delivered', 'Delivered'],
};

export const trackingJson = (shipment: Shipment, sim: SimContext): JsonObject => ({
  easyship_shipment_id: shipment.id,
  platform_order_number: shipment.request.order_data.platform_order_number,
  status: 'Label Ready',
  tracking_page_url: `https://www.trackmyshipment.co/shipment-tracking/${shipment.id}`,
  eta_date: null,
  trackings: [{ tracking_number: trackingOf(shipment), leg_number: 1, handler: 'easyship', tracking_state: 'active' }],
  checkpoints: story(shipment, sim).map((e, at) => {
    const [city = '', state = ''] = e.place.split('|');
    return {
      order_number: at + 1,
      handler: 'easyship',
      message: STATUSES[e.event][1],
      location: `${city}, ${state}`,
      city,
      state,
      postal_code: null,
      checkpoint_time: e.at.toISOString(),
      primary_status: STATUSES[e.event][0],
    };
  }),
});

/** A refund is settled after a week. */
export function recordsJson(shipment: Shipment, sim: SimContext): JsonObject {
  const courier = courierOf(shipment.request);
  const paid = courier ? totalOf(priceOf(courier, shipment.request)) : 0;
  const record = (type: string | null, cents: number, settled: string | null): JsonObject => ({
    id: '01563646-58c1-4607-8fe0-cae3e33c0009',
    adjustment_type: type,
    amount: amount(cents),
    description: null,
    payment_recipient: 'Easyship',
    settled_at: settled,
    easyship_shipment_id: shipment.id,
  });
  const { voided } = shipment;
  const isSettled = voided !== undefined && sim.now().getTime() - Date.parse(voided.at) > 7 * 86_400_000;
  return {
    transaction_records: [
      ...(shipment.paid ? [record(null, -paid, shipment.paid.at)] : []),
      ...(voided ? [record('Refund after Cancellation', paid, isSettled ? sim.now().toISOString() : null)] : []),
    ],
    meta: { pagination: { page: 1, next: null, count: 1 }, request_id: shipment.id },
  };
}

function modelOf(shipment: Shipment): LabelModel {
  const { request: r } = shipment;
  const place = (a: SimAddress): LabelModel['to'] => ({
    name: a.contact_name,
    address1: a.line_1,
    address2: a.line_2,
    city: a.city,
    provinceCode: a.state ?? '',
    zipcode: a.postal_code ?? '',
    countryCode: a.country_alpha2,
  });
  const courier = courierOf(r) ?? SERVICES[0];
  return {
    carrierName: (courier?.umbrella ?? '').toUpperCase(),
    serviceName: (courier?.name ?? '').replace(/[®™]/g, ''),
    trackingNumber: trackingOf(shipment),
    from: place(r.origin_address),
    to: place(r.destination_address),
    weightGrams: Math.round(r.parcels.reduce((sum, p) => sum + p.total_actual_weight, 0) * 1000),
    shipDate: (shipment.paid ?? shipment.made).at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.order_data.platform_order_number],
    test: true,
  };
}
