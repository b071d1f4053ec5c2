/** Returns of the simulator as the books have them: announced with the carrier, their label, their way back. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { offered, type SimOption } from './catalogue.ts';
import { accept, type ReturnMessage, returnRequest, type SimAddress } from './contract.ts';

interface Returned {
  readonly id: string;
  readonly parcelId: number;
  readonly trackingNumber: string;
  readonly request: ReturnMessage;
  readonly paidAt: string;
  readonly cancelledAt: string | undefined;
}

function read(id: string, sim: SimContext, account: SimAccount): Returned | undefined {
  const entries = sim.books.byId(id);
  const paid = entries.find(({ kind }) => kind === 'paid');
  const { returnTracking, returnParcel, request } = paid?.data ?? {};
  if (paid?.account !== account.id || typeof returnTracking !== 'string' || typeof returnParcel !== 'number')
    return undefined;
  return {
    id,
    parcelId: returnParcel,
    trackingNumber: returnTracking,
    request: returnRequest.parse(request),
    paidAt: paid.at,
    cancelledAt: entries.find(({ kind }) => kind === 'voided')?.at,
  };
}

export function own(id: string, sim: SimContext, account: SimAccount): Returned {
  const found = read(id, sim, account);
  if (!found) throw new SimRefusal(404, 'not_found', 'Not found');
  return found;
}

export const find = (fits: (each: Returned) => boolean, sim: SimContext, account: SimAccount): Returned | undefined =>
  sim.books
    .all()
    .filter(({ kind }) => kind === 'paid')
    .flatMap(({ id }) => read(id, sim, account) ?? [])
    .find(fits);

function optionOf({ from_address: from, to_address: to, ship_with }: ReturnMessage): SimOption {
  const option = offered(from.country_code, to.country_code).find(
    (each) => each.code === ship_with.shipping_option_code,
  );
  if (option?.returns !== true || ship_with.contract !== option.contract)
    throw new SimRefusal(400, 'invalid', 'The shipping option is not available for this return.', '/ship_with');
  return option;
}

export function announce(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const request = accept(returnRequest, body);
  optionOf(request);
  const [id, parcel] = [String(randomInt(10_000, 1_000_000_000)), randomInt(100_000_000, 1_000_000_000)];
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    ...(request.external_reference === undefined ? {} : { reference: request.external_reference }),
    data: {
      request: body as JsonObject,
      returnParcel: parcel,
      returnTracking: `1ZTEST${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
    },
  });
  return { return_id: Number(id), parcel_id: parcel, multi_collo_ids: [] };
}

const story = ({ request: r, paidAt }: Returned, sim: SimContext) =>
  storyOf(new Date(paidAt), sim.now(), Math.ceil(optionOf(r).hours / 24), false, {
    from: r.from_address.city,
    to: r.to_address.city,
  });

const PARENTS: Readonly<Record<StoryEvent, string>> = {
  created: 'announced',
  accepted: 'picked-up-by-driver',
  departed: 'shipment-on-route',
  customs: 'at-customs',
  out: 'driver-on-route',
  delivered: 'delivered',
};

/** A cancellation takes a week to get through. */
const CANCELLING_MS = 7 * 86_400_000;

function historyOf(each: Returned, sim: SimContext): readonly JsonObject[] {
  const { cancelledAt } = each;
  const way = story(each, sim).map(({ at, event }) => ({ at, status: PARENTS[event] }));
  const asked = cancelledAt === undefined ? undefined : new Date(cancelledAt);
  const done = asked && new Date(asked.getTime() + CANCELLING_MS);
  const all = [
    ...(asked ? way.filter(({ at }) => at <= asked) : way),
    ...(asked ? [{ at: asked, status: 'cancelling' }] : []),
    ...(done && done <= sim.now() ? [{ at: done, status: 'cancelled' }] : []),
  ];
  return all.map(({ at, status }, index) => ({
    carrier_update_timestamp: at.toISOString(),
    parcel_status_history_id: String(index + 1),
    parent_status: status,
    carrier_code: each.request.ship_with.shipping_option_code.split(':')[0] ?? '',
    carrier_message: status,
  }));
}

const isCancellable = (each: Returned, sim: SimContext): boolean =>
  each.cancelledAt === undefined && story(each, sim).length < 2;

export function json(each: Returned, sim: SimContext): JsonObject {
  const { request: r, parcelId, trackingNumber } = each;
  const delivered =
    each.cancelledAt !== undefined ? undefined : story(each, sim).find(({ event }) => event === 'delivered');
  // As the vendor writes it; the document itself is asked for by the parcel's number.
  const link = `https://panel.sendcloud.sc/api/v3/parcels/${parcelId}/documents/label`;
  return {
    from_address: { ...r.from_address },
    to_address: { ...r.to_address },
    shipping_product: { code: r.ship_with.shipping_option_code },
    shipping_option: { code: r.ship_with.shipping_option_code },
    weight: { ...r.weight },
    collo_count: 1,
    send_tracking_emails: false,
    label_url: link,
    label: { label_printer: link, normal_printer: Array.from({ length: 4 }, () => `${link}?paper_size=a4`) },
    tracking_number: trackingNumber,
    tracking_url: `https://tracking.eu-central-1-0.sendcloud.sc/forward?code=${trackingNumber}`,
    is_cancellable: isCancellable(each, sim),
    status_history: historyOf(each, sim),
    created_at: each.paidAt,
    delivered_at_iso: delivered?.at.toISOString() ?? null,
    order_number: r.order_number ?? '',
    contract: r.ship_with.contract,
  };
}

export function cancel(each: Returned, sim: SimContext, account: SimAccount): void {
  if (!isCancellable(each, sim)) throw new SimRefusal(409, 'conflict', 'Return is not cancellable.');
  sim.books.append({ kind: 'voided', id: each.id, account: account.id, data: {} });
}

export function modelOf({ request: r, trackingNumber, paidAt }: Returned): LabelModel {
  const place = (a: SimAddress): LabelModel['to'] => ({
    name: a.name,
    address1: a.address_line_1,
    address2: a.address_line_2,
    city: a.city,
    provinceCode: '',
    zipcode: a.postal_code,
    countryCode: a.country_code,
  });
  const option = optionOf(r);
  return {
    carrierName: option.carrier.name.toUpperCase(),
    serviceName: option.name,
    trackingNumber,
    from: place(r.from_address),
    to: place(r.to_address),
    weightGrams: r.weight.value,
    shipDate: paidAt.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.external_reference ?? '', r.order_number ?? ''].filter((each) => each !== ''),
    test: true,
  };
}
