/** Shipments by pages, from a day on; drafts are left out. Our reference is not among what UniUni lists. */
import type { LabelListInput, LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { ask } from './client.ts';
import { price } from './prices.ts';
import { ORDER } from './rate.ts';
import { TRACKING } from './ship.ts';

/** The most UniUni gives. */
const PAGE = 500;
const DAY_MS = 86_400_000;

function readShipment(shipment: ObjectReader): ListedLabel | undefined {
  const status = shipment.string('status', /^[A-Z0-9_]{3,40}$/);
  if (status === 'DRAFT') return undefined;
  const orderNumber = shipment.string('orderNumber', ORDER);
  const rates = shipment.object('rates');
  const address = shipment.maybe('address', (n) => shipment.object(n));
  return {
    carrierShipmentId: orderNumber,
    trackingNumbers: [shipment.string('trackingId', TRACKING)],
    madeAt: new Date(shipment.instant('createdAt')).toISOString(),
    state: status === 'CANCELLED' ? 'voided' : 'live',
    service: rates.maybe('postageType', (n) => rates.string(n)),
    cost: price(rates).total,
    to: address && {
      city: address.maybe('city', (n) => address.string(n)),
      provinceCode: address.maybe('province', (n) => address.string(n)),
      zipcode: address.maybe('postalCode', (n) => address.string(n)),
      countryCode: address.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/)),
    },
  };
}

export async function listLabels(
  { since, cursor = '1', size = PAGE }: LabelListInput,
  env: CarrierEnv,
): Promise<LabelPage> {
  const page = Number(cursor);
  const data = await ask(env, {
    method: 'GET',
    path: '/shipments',
    name: 'list shipments',
    // In which zone its days begin is not said.
    query: { page, pageSize: size, fromDate: new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10) },
  });
  const labels = data.list('shipments', readShipment).flatMap((label) => label ?? []);
  const count = data.object('pagination').integer('count', 0);
  return {
    labels: labels.filter(({ madeAt }) => Date.parse(madeAt) >= since.getTime()),
    next: page * size < count ? String(page + 1) : undefined,
    problems: data.problems,
  };
}
