/** Shipments of the account's history, found by the reference that each of their packages carries. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { call, shipperOf } from './client.ts';
import { manifest } from './manifest.ts';
import { dayTime } from './messages.ts';

const DAY_MS = 86_400_000;
const dayFrom = (at: number): string => dayTime(new Date(at).toISOString().slice(0, 10));

/**
 * @param shipDate day of hand-over, when known; else the last and next two months are searched
 * @throws ConnectorError `vendor-broken` when part of the answer cannot be read: half a list proves nothing
 */
export async function searchShipments(
  env: CarrierEnv,
  reference: string,
  shipDate: string | undefined,
): Promise<readonly ObjectReader[]> {
  const around = shipDate === undefined ? env.now().getTime() : Date.parse(`${shipDate}T12:00:00Z`);
  const reach = (shipDate === undefined ? 60 : 1) * DAY_MS;
  const answer = await call(env, {
    service: 'business',
    method: 'searchShipmentsByReference',
    name: 'find shipment',
    request: {
      from_shipping_date: dayFrom(around - reach),
      page_num: 1,
      reference,
      shipper_num: shipperOf(env),
      to_shipping_date: dayFrom(around + reach),
    },
    readOnly: true,
    arrays: ['*.return.shipment', '*.shipment.packages'],
  });
  const found = answer.list('shipment', (s) => s, { optional: true });
  if (answer.problems.length > 0)
    throw fail('vendor-broken', `${manifest.name} sent a list of shipments that cannot be read.`);
  return found;
}

/** The search also finds references that only begin alike. */
export const carries = (shipment: ObjectReader, reference: string): boolean =>
  shipment.list('packages', (p) => p.has('reference') && p.string('reference') === reference).some(Boolean);

/** The manifest it is on, or undefined while it is pending. */
export const manifestOf = (shipment: ObjectReader): string | undefined =>
  shipment.has('manifest_num') && shipment.string('manifest_num') !== '0'
    ? shipment.string('manifest_num', /^[0-9A-Z]{1,8}$/i)
    : undefined;
