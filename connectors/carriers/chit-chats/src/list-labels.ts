/** Shipments with postage, the newest first by pages; the day to begin with is Chit Chats' own, hence one earlier. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readList } from '@scanship/connector-kit/answers/json-reader';
import { exchange, ID } from './client.ts';
import { CURRENCY } from './prices.ts';
import { stateOf } from './ship.ts';

/** The most Chit Chats gives. */
const PAGE = 1000;
const DAY_MS = 86_400_000;

function readShipment(shipment: ObjectReader): ListedLabel | undefined {
  const state = stateOf(shipment);
  if (state === 'draft' || state === 'failed') return undefined;
  const shipmentId = shipment.string('id', ID);
  return {
    carrierShipmentId: shipmentId,
    trackingNumbers: [shipmentId],
    reference: shipment.has('order_id') ? shipment.string('order_id') : undefined,
    madeAt: new Date(shipment.instant('created_at')).toISOString(),
    state: state === 'voided' ? 'voided' : 'live',
    service: shipment.maybe('postage_type', (n) => shipment.string(n)),
    cost: shipment.maybe('purchase_amount', (n) => shipment.money(n, CURRENCY)),
    to: {
      city: shipment.maybe('to_city', (n) => shipment.string(n)),
      provinceCode: shipment.maybe('to_province_code', (n) => shipment.string(n)),
      zipcode: shipment.maybe('to_postal_code', (n) => shipment.string(n)),
      countryCode: shipment.maybe('to_country_code', (n) => shipment.string(n, /^[A-Z]{2}$/)),
    },
    kept: { shipmentId },
  };
}

export async function listLabels(
  { since, cursor = '1', size = PAGE }: LabelListInput,
  env: CarrierEnv,
): Promise<LabelPage> {
  const page = Number(cursor);
  const from = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10);
  const response = await exchange(env, {
    method: 'GET',
    path: '/shipments',
    name: 'list shipments',
    query: { from_date: from, limit: size, page },
  });
  let listed = 0;
  const { items, problems } = readList({ shipments: response.json() }, 'shipments', (shipment) => {
    listed += 1;
    return readShipment(shipment);
  });
  const labels = items.flatMap((label) => label ?? []).filter(({ madeAt }) => Date.parse(madeAt) >= since.getTime());
  // It tells no count: a page that is full may have another behind it.
  return { labels, next: listed >= size ? String(page + 1) : undefined, problems };
}
