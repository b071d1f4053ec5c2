/**
 * The extension Shipment Tracking (and Advanced Shipment Tracking, which answers at the same place), where the shop has it:
 * numbers it knows are in the mails and on the account page of the buyer.
 */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import { ask, askMaybe } from './client.ts';

const path = (orderId: string): string => `/wp-json/wc-shipment-tracking/v3/orders/${orderId}/shipment-trackings`;

export interface Tracking {
  readonly id: string;
  readonly number: string;
}

/** Numbers of an order; undefined where the shop does not have the extension. */
export async function trackingsOf(orderId: string, env: StoreEnv): Promise<readonly Tracking[] | undefined> {
  const json = await askMaybe(env, { name: 'trackings', path: path(orderId), orElse: ['rest_no_route'] });
  if (json === undefined) return undefined;
  return readObject({ trackings: json }).strictList('trackings', (one) => ({
    id: one.id('tracking_id', /^[A-Za-z0-9]+$/),
    number: one.id('tracking_number'),
  }));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The carrier's name as the extension has it in its lists by country; undefined: it has none. */
export async function knownProvider(orderId: string, carrier: string, env: StoreEnv): Promise<string | undefined> {
  const json = await ask(env, { name: 'tracking providers', path: `${path(orderId)}/providers` });
  const lists: unknown[] = typeof json === 'object' && json !== null ? Object.values(json) : [];
  const names = lists.flatMap((list) => (typeof list === 'object' && list !== null ? Object.keys(list) : []));
  return names.find((name) => plain(name) === plain(carrier));
}

/** @param provider as `knownProvider` gave it */
export async function addTracking(
  input: FulfilInput,
  parcel: FulfilInput['parcels'][number],
  provider: string | undefined,
  env: StoreEnv,
): Promise<Tracking> {
  const body: JsonObject = {
    tracking_number: parcel.trackingNumber,
    ...(provider === undefined || input.ownPage
      ? { custom_tracking_provider: input.carrier.name, custom_tracking_link: parcel.trackingUrl ?? '' }
      : { tracking_provider: provider }),
  };
  const answer = await ask(env, { name: 'add tracking', method: 'POST', path: path(input.externalOrderId), body });
  const made = readObject(answer);
  return { id: made.id('tracking_id', /^[A-Za-z0-9]+$/), number: made.id('tracking_number') };
}

export async function removeTracking(orderId: string, tracking: Tracking, env: StoreEnv): Promise<void> {
  await ask(env, { name: 'remove tracking', method: 'DELETE', path: `${path(orderId)}/${tracking.id}` });
}
