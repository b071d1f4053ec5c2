/** Shipments of the simulator as the books have them: made, bought, refunded, on a SCAN form, on their way. */
import { createHash, randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { currencyOf, offered, priceOf, sides, type SimService } from './catalogue.ts';
import { accept, buyRequest, type ShipmentMessage, shipmentRequest } from './contract.ts';

const WEEK_MS = 7 * 86_400_000;

export interface Kept {
  readonly id: string;
  readonly request: ShipmentMessage;
  readonly draft: BookEntry;
  readonly paid: BookEntry | undefined;
  readonly voided: BookEntry | undefined;
  readonly form: BookEntry | undefined;
  /** US dollars. */
  readonly insurance: string | null;
}

export const hex = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
export const notFound = (): SimRefusal =>
  new SimRefusal(404, 'NOT_FOUND', 'The requested resource could not be found.');

function read(id: string, sim: SimContext): Kept | undefined {
  const entries = sim.books.byId(id);
  const draft = entries.find((e) => e.kind === 'draft');
  if (!draft) return undefined;
  return {
    id,
    request: shipmentRequest.parse(draft.data).shipment,
    draft,
    paid: entries.find((e) => e.kind === 'paid'),
    voided: entries.find((e) => e.kind === 'voided'),
    insurance:
      entries.flatMap(({ data: { insurance } }) => (typeof insurance === 'string' ? [insurance] : [])).at(-1) ?? null,
    form: sim.books
      .all()
      .find((e) => e.kind === 'manifest' && Array.isArray(e.data.shipments) && e.data.shipments.includes(id)),
  };
}

/** Labels of each account that were bought before the simulator was started, and wait for a driver. */
const WAITING: Readonly<Record<string, readonly string[]>> = {
  'easypost-alpha': ['EZ100000000101', 'EZ100000000102'],
  'easypost-beta': ['EZ200000000201'],
};
const place = (name: string, street1: string, city: string, state: string, zip: string) => ({
  name,
  street1,
  city,
  state,
  zip,
  country: 'US',
});
const WAITING_REQUEST: ShipmentMessage = {
  is_return: false,
  from_address: place('US Sender', '65 Sender Square', 'Buffalo', 'NY', '14202'),
  to_address: place('US Receiver', '20 Receiver Street', 'Boise', 'ID', '83702'),
  parcel: { length: 10, width: 8, height: 4, weight: 20 },
  options: { label_format: 'PDF', label_size: '4x6', label_date: '2026-01-05T12:00:00Z' },
};

function waiting(sim: SimContext, account: SimAccount): readonly Kept[] {
  return (WAITING[account.id] ?? []).flatMap((tracking) => {
    const id = `shp_${hex(tracking)}`;
    const [usps] = offered(WAITING_REQUEST);
    if (!usps) return [];
    const at = new Date(sim.now().getTime() - 60_000).toISOString();
    const entry = { seq: 0, at, id, account: account.id };
    return {
      id,
      request: WAITING_REQUEST,
      draft: { ...entry, kind: 'draft' as const, data: {} },
      paid: { ...entry, kind: 'paid' as const, data: { rate: rateId(id, usps), tracking } },
      voided: undefined,
      form: undefined,
      insurance: null,
    };
  });
}

export function own(id: string, sim: SimContext, account: SimAccount): Kept {
  const before = waiting(sim, account).find((kept) => kept.id === id);
  if (before) return before;
  const kept = read(id, sim);
  if (kept?.draft.account !== account.id) throw notFound();
  return kept;
}

const rateId = (id: string, one: SimService): string => `rate_${hex(`${id} ${one.carrier} ${one.code}`)}`;

export function create(body: unknown, sim: SimContext, account: SimAccount): Kept {
  const { shipment } = accept(shipmentRequest, body);
  const { from, to } = sides(shipment);
  if (from.country !== to.country && !shipment.customs_info)
    throw new SimRefusal(422, 'SHIPMENT.CUSTOMS_INFO.REQUIRED', 'Customs info is required.', 'customs_info');
  const id = `shp_${hex(sim.newId('s'))}`;
  sim.books.append({ kind: 'draft', id, account: account.id, data: body as JsonObject });
  return own(id, sim, account);
}

const soldAs = (kept: Kept): SimService | undefined =>
  offered(kept.request).find((one) => rateId(kept.id, one) === kept.paid?.data.rate);

export function buy(kept: Kept, body: unknown, sim: SimContext): void {
  const { rate } = accept(buyRequest, body);
  if (kept.paid) throw new SimRefusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
  const one = offered(kept.request).find((each) => rateId(kept.id, each) === rate.id);
  if (!one) throw new SimRefusal(422, 'SHIPMENT.RATES.INVALID', 'The rate is not one of this shipment.', 'rate');
  const tracking = `EZ${String(randomInt(1_000_000_000)).padStart(9, '0')}${String(randomInt(1000)).padStart(3, '0')}`;
  const { id, draft, request } = kept;
  sim.books.append({
    kind: 'paid',
    id,
    account: draft.account,
    ...(request.reference === undefined ? {} : { reference: request.reference }),
    data: { rate: rate.id, tracking },
  });
}

export function refund(kept: Kept, sim: SimContext): void {
  if (!kept.paid || kept.voided)
    throw new SimRefusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'This shipment cannot be refunded.');
  if (story(kept, sim).length > 1)
    throw new SimRefusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'This shipment has been scanned.');
  const { id, draft, paid } = kept;
  sim.books.append({ kind: 'voided', id, account: draft.account, reference: paid.reference, data: {} });
}

const numberOf = (kept: Kept): string | null =>
  typeof kept.paid?.data.tracking === 'string' ? kept.paid.data.tracking : null;

/** Bought shipments with this number, or all of them. */
export const withNumber = (number: string | null, sim: SimContext, account: SimAccount): readonly Kept[] =>
  [...allOf(sim, account), ...waiting(sim, account)].filter(
    (kept) => kept.paid !== undefined && (number === null || numberOf(kept) === number),
  );

/** Of a shipment that has a label and was not given back. */
export const carrierOf = (kept: Kept): string | undefined => (kept.voided ? undefined : soldAs(kept)?.carrier);

export const allOf = (sim: SimContext, account: SimAccount): readonly Kept[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'draft' && e.account === account.id)
    .toReversed()
    .flatMap((e) => read(e.id, sim) ?? []);

const story = (kept: Kept, sim: SimContext): ReturnType<typeof storyOf> => {
  if (!kept.paid) return [];
  const { from, to } = sides(kept.request);
  const place = (a: typeof from): string => `${a.city}|${a.state ?? ''}|${a.country}`;
  return storyOf(new Date(kept.paid.at), sim.now(), soldAs(kept)?.days ?? 5, from.country !== to.country, {
    from: place(from),
    to: place(to),
  });
};

const EVENTS: Readonly<Record<StoryEvent, readonly [status: string, message: string]>> = {
  created: ['pre_transit', 'Shipping label created'],
  accepted: ['in_transit', 'Picked up'],
  departed: ['in_transit', 'Departed facility'],
  customs: ['in_transit', 'Customs cleared'],
  out: ['out_for_delivery', 'Out for delivery'],
  delivered: ['delivered', 'Delivered'],
};

export function trackerJson(kept: Kept, sim: SimContext): JsonObject {
  const details = story(kept, sim).map((e) => {
    const [status, message] = EVENTS[e.event];
    const [city = '', state = '', country = ''] = e.place.split('|');
    return {
      object: 'TrackingDetail',
      message,
      description: '',
      status,
      status_detail: 'status_update',
      datetime: e.at.toISOString(),
      source: soldAs(kept)?.carrier ?? '',
      tracking_location: { object: 'TrackingLocation', city, state, country, zip: null },
    };
  });
  return {
    id: `trk_${hex(kept.id)}`,
    object: 'Tracker',
    tracking_code: numberOf(kept),
    status: details.at(-1)?.status ?? 'unknown',
    carrier: soldAs(kept)?.carrier ?? null,
    shipment_id: kept.id,
    tracking_details: details,
    public_url: `https://track.easypost.com/${hex(kept.id)}`,
  };
}

const rateJson = (kept: Kept, one: SimService): JsonObject => ({
  id: rateId(kept.id, one),
  object: 'Rate',
  service: one.code,
  carrier: one.carrier,
  rate: (priceOf(kept.request, one) / 100).toFixed(2),
  currency: currencyOf(kept.request),
  retail_rate: ((priceOf(kept.request, one) + 300) / 100).toFixed(2),
  retail_currency: currencyOf(kept.request),
  delivery_days: one.days,
  delivery_date: null,
  delivery_date_guaranteed: false,
  est_delivery_days: one.days,
  shipment_id: kept.id,
  carrier_account_id: one.account,
});

const LABEL_TYPES = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  ZPL: 'application/zpl',
  EPL2: 'application/epl2',
} as const;

export function formJson(form: BookEntry, sim: SimContext): JsonObject {
  return {
    id: form.id,
    object: 'ScanForm',
    created_at: form.at,
    status: 'created',
    message: null,
    tracking_codes: [],
    form_url: `${sim.address}/files/scan_form/${form.id}.pdf`,
  };
}

export function shipmentJson(kept: Kept, sim: SimContext): JsonObject {
  const { id, request, paid, voided, form } = kept;
  const sold = soldAs(kept);
  const ending = request.options.label_format.toLowerCase();
  const link = `${sim.address}/files/postage_label/${id}.${ending}`;
  return {
    id,
    object: 'Shipment',
    created_at: kept.draft.at,
    insurance: kept.insurance,
    is_return: request.is_return,
    messages: [],
    mode: 'test',
    reference: request.reference ?? null,
    status: 'unknown',
    tracking_code: numberOf(kept),
    to_address: { object: 'Address', ...sides(request).to },
    rates: offered(request).map((one) => rateJson(kept, one)),
    selected_rate: sold ? rateJson(kept, sold) : null,
    postage_label: paid
      ? {
          object: 'PostageLabel',
          id: `pl_${hex(id)}`,
          label_size: '4x6',
          label_file_type: LABEL_TYPES[request.options.label_format],
          label_url: link,
          label_pdf_url: null,
          label_zpl_url: null,
          label_epl2_url: null,
        }
      : null,
    tracker: paid ? trackerJson(kept, sim) : null,
    refund_status: voided ? (sim.now().getTime() - Date.parse(voided.at) > WEEK_MS ? 'refunded' : 'submitted') : null,
    scan_form: form ? formJson(form, sim) : null,
    fees: [],
  };
}

export function scan(ids: readonly string[], sim: SimContext, account: SimAccount): BookEntry {
  const all = ids.map((id) => own(id, sim, account));
  if (all.some((kept) => kept.form !== undefined || !kept.paid || kept.voided || soldAs(kept)?.carrier !== 'USPS'))
    throw new SimRefusal(
      422,
      'SCAN_FORM.INVALID',
      'A shipment is on a form already, or cannot be on one.',
      'shipments',
    );
  return sim.books.append({
    kind: 'manifest',
    id: `sf_${hex(sim.newId('f'))}`,
    account: account.id,
    data: { shipments: [...ids] },
  });
}

export function modelOf(id: string, sim: SimContext): LabelModel {
  const kept = read(id, sim);
  if (!kept?.paid) throw notFound();
  const { from, to } = sides(kept.request);
  const place = (a: typeof to): LabelModel['to'] => ({
    name: a.name ?? a.company ?? '',
    address1: a.street1,
    address2: a.street2,
    city: a.city,
    provinceCode: a.state ?? '',
    zipcode: a.zip ?? '',
    countryCode: a.country,
  });
  const sold = soldAs(kept);
  return {
    carrierName: (sold?.carrier ?? '').toUpperCase(),
    serviceName: sold?.code ?? '',
    trackingNumber: numberOf(kept) ?? '',
    from: place(from),
    to: place(to),
    weightGrams: Math.round(kept.request.parcel.weight * 28.35),
    shipDate: (kept.request.options.label_date ?? kept.draft.at).slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: kept.request.reference === undefined ? [] : [kept.request.reference],
    test: true,
  };
}

/** Newest first. */
export function list(query: URLSearchParams, sim: SimContext, account: SimAccount): JsonObject {
  const size = Math.min(100, Number(query.get('page_size') ?? '20'));
  const since = Date.parse(query.get('start_datetime') ?? '1970-01-01T00:00:00Z');
  const all = [...allOf(sim, account), ...waiting(sim, account)].filter(
    ({ draft, paid }) => Date.parse(draft.at) >= since && (query.get('purchased') !== 'true' || paid !== undefined),
  );
  const before = query.get('before_id');
  const rest = before === null ? all : all.slice(all.findIndex(({ id }) => id === before) + 1);
  return {
    shipments: rest.slice(0, size).map((kept) => shipmentJson(kept, sim)),
    has_more: rest.length > size,
  };
}
