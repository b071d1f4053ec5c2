/** Shipments in the books: drafts, postage that is asked for and then there, refunds, and what happens on the way. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, buyRequest, shipmentRequest, type ShipmentRequestMessage } from './contract.ts';
import { gramsOf, postageOf } from './pricing.ts';

/** Buying takes the API a moment. */
const ASKED_MS = 150;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const notFound = (): SimRefusal => new SimRefusal(404, 'missing', 'Not found');
const unfit = (words: string, field = 'base'): SimRefusal => new SimRefusal(422, 'invalid', words, field);

export interface Kept {
  readonly id: string;
  readonly request: ShipmentRequestMessage;
  readonly draft: BookEntry;
  readonly paid: BookEntry | undefined;
  readonly voided: boolean;
  readonly batch: number | null;
}

function read(id: string, sim: SimContext): Kept | undefined {
  const entries = sim.books.byId(id);
  const draft = entries.find((e) => e.kind === 'draft');
  if (!draft || entries.some((e) => e.kind === 'note' && e.data.deleted === true)) return undefined;
  const inBatch = entries.findLast((e) => e.kind === 'note' && typeof e.data.batch === 'number');
  return {
    id,
    request: shipmentRequest.parse(draft.data),
    draft,
    paid: entries.find((e) => e.kind === 'paid'),
    voided: entries.some((e) => e.kind === 'voided'),
    batch: typeof inBatch?.data.batch === 'number' ? inBatch.data.batch : null,
  };
}

export function ownShipment(id: string, sim: SimContext, account: SimAccount): Kept {
  const kept = read(id, sim);
  if (!kept || kept.draft.account !== account.id) throw notFound();
  return kept;
}

export function create(body: unknown, sim: SimContext, account: SimAccount): Kept {
  accept(shipmentRequest, body);
  const tail = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  // A digit at the end, as a number that is one digit off must be another one.
  const id = `T${tail}${randomInt(10)}`;
  sim.books.append({ kind: 'draft', id, account: account.id, data: body as JsonObject });
  return ownShipment(id, sim, account);
}

export function discard({ id, paid, draft }: Kept, sim: SimContext): void {
  if (paid) throw unfit('Shipment has postage and cannot be deleted');
  sim.books.append({ kind: 'note', id, account: draft.account, data: { deleted: true } });
}

export function buy(kept: Kept, body: unknown, sim: SimContext): void {
  const wanted = accept(buyRequest, body).postage_type ?? kept.request.postage_type;
  if (kept.paid) throw unfit('Postage has already been purchased');
  const postage = postageOf(kept.request).find((p) => p.code === wanted);
  if (!postage) throw unfit('is not available for this shipment', 'postage_type');
  const { id, draft, request } = kept;
  const reference = request.order_id ?? '';
  sim.books.append({ kind: 'paid', id, account: draft.account, reference, data: { postage_type: wanted } });
}

export function refund({ id, paid, voided, draft }: Kept, sim: SimContext): void {
  if (!paid || voided) throw unfit('Postage cannot be refunded');
  sim.books.append({ kind: 'voided', id, account: draft.account, reference: paid.reference, data: {} });
}

const postageType = (kept: Kept): string => {
  const type = kept.paid?.data.postage_type;
  return typeof type === 'string' ? type : 'unknown';
};
const bought = (kept: Kept): ReturnType<typeof postageOf>[number] | undefined =>
  postageOf(kept.request).find((p) => p.code === postageType(kept));

function story(kept: Kept, sim: SimContext): ReturnType<typeof storyOf> {
  if (!kept.paid) return [];
  const places = { from: 'Vancouver, BC', to: `${kept.request.city}, ${kept.request.province_code ?? ''}` };
  const abroad = kept.request.country_code !== 'CA';
  return storyOf(new Date(kept.paid.at), sim.now(), bought(kept)?.days ?? 5, abroad, places);
}

const REACHED: Readonly<Record<StoryEvent, string>> = {
  created: 'ready',
  accepted: 'received',
  departed: 'released',
  customs: 'inducted',
  out: 'inducted',
  delivered: 'delivered',
};

export function statusOf(kept: Kept, sim: SimContext): string {
  if (!kept.paid) return 'pending';
  if (kept.voided) return 'voided';
  if (sim.now().getTime() - Date.parse(kept.paid.at) < ASKED_MS) return 'postage_requested';
  return REACHED[story(kept, sim).at(-1)?.event ?? 'created'];
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['buy_shipment_postage', 'Postage purchased'],
  accepted: ['receive_shipment', 'Received by Chit Chats'],
  departed: ['release_shipment', 'Released to carrier'],
  customs: ['tracking_event', 'Customs clearance processing complete'],
  out: ['tracking_event', 'Out for Delivery'],
  delivered: ['tracking_event', 'Delivered, In/At Mailbox'],
};

function events(kept: Kept, sim: SimContext): JsonObject[] {
  const made = {
    type: 'create_shipment',
    title: 'Shipment created',
    at: new Date(kept.draft.at),
    place: 'Vancouver, BC',
  };
  const after = story(kept, sim).map((e) => ({
    type: EVENTS[e.event][0],
    title: EVENTS[e.event][1],
    at: e.at,
    place: e.place,
  }));
  return [made, ...after].toReversed().map((e) => ({
    type: e.type,
    title: e.title,
    subtitle: null,
    location_description: e.place,
    created_at: e.at.toISOString().replace('Z', '+00:00'),
    status: null,
  }));
}

/** @param whole with prices and events, as one shipment is answered and a list of them is not */
export function shipmentJson(kept: Kept, sim: SimContext, whole: boolean): JsonObject {
  const { id, request: r, draft, batch } = kept;
  const link = (format: string): string =>
    `${sim.address}/labels/shipments/${id.toLowerCase()}.${format}?signature=test`;
  const there = kept.paid !== undefined && statusOf(kept, sim) !== 'postage_requested';
  const rate = bought(kept)?.rate;
  return {
    id,
    status: statusOf(kept, sim),
    batch_id: batch,
    to_name: r.name,
    to_address_1: r.address_1,
    to_city: r.city,
    to_province_code: r.province_code ?? null,
    to_postal_code: r.postal_code,
    to_country_code: r.country_code,
    package_contents: r.package_contents,
    description: r.description,
    value: r.value,
    value_currency: r.value_currency.toUpperCase(),
    order_id: r.order_id ?? null,
    package_type: r.package_type,
    weight_unit: r.weight_unit,
    weight: r.weight,
    is_insured: r.insurance_requested === true,
    is_signature_requested: r.signature_requested === true,
    postage_type: postageType(kept),
    carrier: bought(kept)?.carrier ?? 'unknown',
    carrier_tracking_code: there ? `94055368953571${String(draft.seq).padStart(8, '0')}` : null,
    tracking_url: `https://chitchats.com/tracking/${id.toLowerCase()}`,
    ship_date: r.ship_date,
    purchase_amount: rate?.purchase_amount ?? null,
    postage_fee: rate?.postage_fee ?? null,
    created_at: draft.at,
    postage_label_png_url: there ? link('png') : null,
    postage_label_zpl_url: there ? link('zpl') : null,
    ...(whole
      ? {
          rates: kept.paid ? (rate ? [rate] : []) : postageOf(r).map((p) => p.rate),
          tracking_events: events(kept, sim),
        }
      : {}),
  };
}

/** Newest first, without what was discarded. */
export const allOf = (sim: SimContext, account: SimAccount): readonly Kept[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'draft' && e.account === account.id)
    .toReversed()
    .flatMap((e) => read(e.id, sim) ?? []);

export function labelOf(id: string, sim: SimContext): LabelModel {
  const kept = read(id, sim);
  if (!kept?.paid) throw notFound();
  const { request: r } = kept;
  return {
    carrierName: 'CHIT CHATS',
    serviceName: postageType(kept).toUpperCase(),
    trackingNumber: id,
    from: {
      name: 'Chit Chats Test Branch',
      address1: '1 Test Way',
      city: 'Vancouver',
      provinceCode: 'BC',
      zipcode: 'V6B 1A1',
      countryCode: 'CA',
    },
    to: {
      name: r.name,
      address1: r.address_1,
      address2: r.address_2 ?? undefined,
      city: r.city,
      provinceCode: r.province_code ?? '',
      zipcode: r.postal_code,
      countryCode: r.country_code,
    },
    weightGrams: gramsOf(r),
    shipDate: r.ship_date,
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.order_id ?? ''],
    test: true,
  };
}
