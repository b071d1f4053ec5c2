/** Labels of the simulator as the books have them: bought, voided, on a manifest, on their way. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { amount, CARRIERS, gramsOf, priceOf, type SimPrice, totalOf } from './catalogue.ts';
import { accept, type LabelMessage, labelRequest } from './contract.ts';

/** Making a label takes most carriers a moment; Canada Post answers with it. */
const MAKING_MS = 100;

export interface Label {
  readonly id: string;
  readonly trackingNumber: string;
  readonly request: LabelMessage;
  readonly paid: BookEntry;
  readonly voided: BookEntry | undefined;
}

const notFound = (): SimRefusal => new SimRefusal(404, 'invalid_identifier', 'The label was not found.', 'label_id');

function read(id: string, sim: SimContext): Label | undefined {
  const entries = sim.books.byId(id);
  const paid = entries.find((e) => e.kind === 'paid');
  if (!paid || typeof paid.data.tracking !== 'string') return undefined;
  return {
    id,
    trackingNumber: paid.data.tracking,
    request: labelRequest.parse(paid.data.request),
    paid,
    voided: entries.find((e) => e.kind === 'voided'),
  };
}

/** Labels of each account that were bought before the simulator was started, and wait for a driver. */
const WAITING: Readonly<Record<string, readonly (readonly [id: string, number: string])[]>> = {
  'shipstation-alpha': [
    ['se-9000001', 'SE100000000101'],
    ['se-9000002', 'SE100000000102'],
  ],
  'shipstation-beta': [['se-9000003', 'SE200000000201']],
};
const place = (name: string, street: string, city: string, state: string, code: string) => ({
  name,
  phone: '416-555-0100',
  address_line1: street,
  city_locality: city,
  state_province: state,
  postal_code: code,
  country_code: 'CA',
});

function waiting(sim: SimContext, account: SimAccount): readonly Label[] {
  const carrier = CARRIERS.find(({ code }) => code === 'ups');
  return (WAITING[account.id] ?? []).map(([id, trackingNumber]) => {
    const at = new Date(sim.now().getTime() - 60_000).toISOString();
    return {
      id,
      trackingNumber,
      request: {
        shipment: {
          carrier_id: carrier?.id ?? '',
          service_code: 'ups_standard',
          external_shipment_id: `before-${id}`,
          ship_date: at,
          ship_from: place('Test Sender', '10 Sender Road', 'Toronto', 'ON', 'M5V 2T6'),
          ship_to: place('Test Receiver', '20 Receiver Avenue', 'Vancouver', 'BC', 'V6B 1A1'),
          is_return: false,
          confirmation: 'none',
          insurance_provider: 'none',
          advanced_options: { saturday_delivery: false },
          packages: [{ package_code: 'package', weight: { value: 900, unit: 'gram' } }],
        },
        is_return_label: false,
        validate_address: 'no_validation',
        label_download_type: 'url',
        label_format: 'pdf',
        label_layout: '4x6',
        display_scheme: 'label',
      },
      paid: { seq: 0, at, kind: 'paid', id, account: account.id, data: {} },
      voided: undefined,
    };
  });
}

export function ownLabel(id: string, sim: SimContext, account: SimAccount): Label {
  const before = waiting(sim, account).find((label) => label.id === id);
  if (before) return before;
  const label = read(id, sim);
  if (label?.paid.account !== account.id) throw notFound();
  return label;
}

export const allOf = (sim: SimContext, account: SimAccount): readonly Label[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .toReversed()
    .flatMap((e) => read(e.id, sim) ?? []);

export const withNumber = (number: string | null, sim: SimContext, account: SimAccount): readonly Label[] =>
  [...allOf(sim, account), ...waiting(sim, account)].filter(
    (label) => number === null || label.trackingNumber === number,
  );

export function byReference(reference: string, sim: SimContext, account: SimAccount): Label {
  const entry = sim.books.byReference(reference).find((e) => e.kind === 'paid' && e.account === account.id);
  const label = entry && read(entry.id, sim);
  if (!label) throw new SimRefusal(404, 'invalid_identifier', 'No label has this external shipment id.');
  return label;
}

/** The price of what was bought. @throws SimRefusal where that carrier does not sell it here */
function priced(request: LabelMessage): SimPrice {
  const carrier = CARRIERS.find(({ id }) => id === request.shipment.carrier_id);
  if (!carrier) throw new SimRefusal(400, 'carrier_not_connected', 'This carrier is not connected.', 'carrier_id');
  const service = carrier.services.find(({ code }) => code === request.shipment.service_code);
  const price = service && priceOf(request.shipment, carrier, service);
  if (!price)
    throw new SimRefusal(
      400,
      'invalid_field_value',
      'This service does not go from this address to that one.',
      'shipment.service_code',
    );
  return price;
}

export function buy(body: unknown, sim: SimContext, account: SimAccount): Label {
  const request = accept(labelRequest, body);
  priced(request);
  const { ship_from: from, ship_to: to, external_shipment_id: reference, customs, packages } = request.shipment;
  if (
    reference !== undefined &&
    sim.books.byReference(reference).some((e) => e.kind === 'paid' && e.account === account.id)
  )
    throw new SimRefusal(409, 'identifier_conflict', 'The external shipment id is in use.', 'external_shipment_id');
  if (from.country_code !== to.country_code && (!customs || !packages[0]?.products?.length))
    throw new SimRefusal(400, 'customs_items_required', 'Customs items are required.', 'shipment.customs');
  const id = sim.newId('se-');
  const tracking = `SE${String(randomInt(1_000_000_000)).padStart(9, '0')}${String(randomInt(1000)).padStart(3, '0')}`;
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    ...(reference === undefined ? {} : { reference }),
    data: { request: body as JsonObject, tracking },
  });
  return ownLabel(id, sim, account);
}

export function voidLabel(label: Label, sim: SimContext): { approved: boolean; message: string; reason_code?: string } {
  if (label.voided)
    return { approved: false, message: 'The label was voided before.', reason_code: 'label_already_voided' };
  if (story(label, sim).length > 1)
    return { approved: false, message: 'The label has been used.', reason_code: 'label_already_used' };
  sim.books.append({
    kind: 'voided',
    id: label.id,
    account: label.paid.account,
    reference: label.paid.reference,
    data: {},
  });
  return { approved: true, message: 'Request for refund submitted.' };
}

const story = (label: Label, sim: SimContext): ReturnType<typeof storyOf> => {
  const { ship_from: from, ship_to: to } = label.request.shipment;
  return storyOf(
    new Date(label.paid.at),
    sim.now(),
    priced(label.request).service.days,
    from.country_code !== to.country_code,
    {
      from: `${from.city_locality}|${from.state_province}|${from.country_code}`,
      to: `${to.city_locality}|${to.state_province}|${to.country_code}`,
    },
  );
};

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, detail: string, text: string]>> = {
  created: ['NY', 'SHIPMENT_CREATED', 'Shipping label created'],
  accepted: ['AC', 'PICKED_UP', 'Picked up'],
  departed: ['IT', 'HUB_SCAN_OUT', 'Departed facility'],
  customs: ['IT', 'CUSTOMS_CLEARED', 'Customs cleared'],
  out: ['IT', 'OUT_FOR_DELIVERY', 'Out for delivery'],
  delivered: ['DE', 'DELIVERED', 'Delivered'],
};

export function trackingJson(label: Label, sim: SimContext): JsonObject {
  const events = story(label, sim).map((e) => {
    const [code, detail, text] = EVENTS[e.event];
    const [city = '', state = '', country = ''] = e.place.split('|');
    return {
      occurred_at: e.at.toISOString(),
      carrier_occurred_at: e.at.toISOString(),
      description: text,
      city_locality: city,
      state_province: state,
      postal_code: '',
      country_code: country,
      company_name: '',
      signer: '',
      event_code: e.event.slice(0, 2).toUpperCase(),
      carrier_detail_code: detail,
      status_code: code,
      status_detail_code: detail,
      status_description: text,
      carrier_status_code: code,
      carrier_status_description: text,
    };
  });
  const last = events.at(-1);
  return {
    tracking_number: label.trackingNumber,
    status_code: last?.status_code ?? 'UN',
    carrier_code: priced(label.request).carrier.code,
    status_description: last?.status_description ?? 'Unknown',
    events: events.toReversed(),
  };
}

export function labelJson(label: Label, sim: SimContext): JsonObject {
  const { request: r, paid, voided } = label;
  const price = priced(r);
  const atOnce = price.carrier.code === 'canada_post_walleted';
  const making = !atOnce && sim.now().getTime() - Date.parse(paid.at) < MAKING_MS;
  const link = `${sim.address}/v1/downloads/10/${label.id}/label-${label.id}`;
  return {
    label_id: label.id,
    status: voided ? 'voided' : making ? 'processing' : 'completed',
    shipment_id: `${label.id}-1`.slice(0, 25),
    external_shipment_id: r.shipment.external_shipment_id,
    ship_date: r.shipment.ship_date ?? paid.at,
    created_at: paid.at,
    shipment_cost: amount(totalOf(price), price.currency),
    insurance_cost: amount(price.insurance, price.currency),
    tracking_number: label.trackingNumber,
    is_return_label: r.is_return_label,
    is_international: r.shipment.ship_from.country_code !== r.shipment.ship_to.country_code,
    carrier_id: price.carrier.id,
    carrier_code: price.carrier.code,
    service_code: price.service.code,
    package_code: 'package',
    voided: voided !== undefined,
    ...(voided
      ? {
          voided_at: voided.at,
          refund_details: {
            // Whoever pays answers after a week.
            refund_status: sim.now().getTime() - Date.parse(voided.at) > 7 * 86_400_000 ? 'approved' : 'pending',
            request_date: voided.at,
          },
        }
      : {}),
    packages: r.shipment.packages.map((one) => ({ ...one, tracking_number: label.trackingNumber })),
    label_format: r.label_format,
    label_layout: r.label_layout,
    trackable: true,
    ...(making
      ? {}
      : { label_download: { href: `${link}.${r.label_format}`, [r.label_format]: `${link}.${r.label_format}` } }),
  };
}

export function modelOf(id: string, sim: SimContext): LabelModel {
  const label = read(id, sim);
  if (!label) throw notFound();
  const { shipment: s } = label.request;
  const place = (a: typeof s.ship_to): LabelModel['to'] => ({
    name: a.name,
    address1: a.address_line1,
    address2: a.address_line2 ?? undefined,
    city: a.city_locality,
    provinceCode: a.state_province,
    zipcode: a.postal_code,
    countryCode: a.country_code,
  });
  const { carrier, service } = priced(label.request);
  return {
    carrierName: carrier.name.toUpperCase(),
    serviceName: service.name.replace(/[®™]/g, ''),
    trackingNumber: label.trackingNumber,
    from: place(s.ship_from),
    to: place(s.ship_to),
    weightGrams: gramsOf(s),
    shipDate: (s.ship_date ?? label.paid.at).slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: s.external_shipment_id === undefined ? [] : [s.external_shipment_id],
    test: true,
  };
}
