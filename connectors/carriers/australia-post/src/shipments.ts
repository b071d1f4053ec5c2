/** Shipments of the account as they are found again: by their ids, or by our reference. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { firstError, inWords, send } from './client.ts';
import { manifest } from './manifest.ts';
import { ITEM } from './messages.ts';
import { price, type Price } from './prices.ts';

export const SHIPMENT = /^[\w.-]{8,60}$/;
const ARTICLE = /^[A-Z0-9]{8,40}$/;
const ORDER = /^[A-Z0-9]{6,30}$/;
/** "The shipment cannot be found", "does not belong to this account". */
const NOT_THERE = /^(44013|44038)$/;
const PER_CALL = 20;
const PAGE = 50;
const MOST_PAGES = 200;

export interface Found {
  readonly id: string;
  readonly reference: string | undefined;
  readonly articleId: string;
  /** Where the answer states it readably. */
  readonly price: Price | undefined;
  /** Lodged with this order, from when on it is billed. */
  readonly orderId: string | undefined;
}

/** A shipment of one item, whose reference Australia Post leaves out where it keeps none. @throws FieldProblem when its number cannot be told */
export function readShipment(s: ObjectReader): Found {
  const items = s.strictList('items', (one) => ({
    reference: one.has('item_reference') ? one.string('item_reference') : undefined,
    articleId: one.object('tracking_details').string('article_id', ARTICLE),
  }));
  const [first, ...others] = items;
  const unnamed = others.length === 0 && first?.reference === undefined ? first : undefined;
  const item = items.find(({ reference }) => reference === ITEM) ?? unnamed;
  if (!item) throw new FieldProblem(s.at('items'), 'does not hold the parcel');
  return {
    id: s.string('shipment_id', SHIPMENT),
    reference: s.has('shipment_reference') ? s.string('shipment_reference') : undefined,
    articleId: item.articleId,
    price: s.maybe('shipment_summary', (n) => price(s.object(n))),
    orderId: s.has('order_id') ? s.string('order_id', ORDER) : undefined,
  };
}

async function byIds(env: CarrierEnv, ids: readonly string[], name: string): Promise<readonly Found[] | undefined> {
  const response = await send(env, {
    method: 'GET',
    path: '/shipments',
    query: { shipment_ids: ids.join(',') },
    name,
    accept: [400, 404],
  });
  if (response.status === 200) return readObject(response.json()).strictList('shipments', readShipment);
  const error = firstError(response);
  if (response.status === 404 || NOT_THERE.test(error?.code ?? '')) return undefined;
  throw fail('invalid-input', inWords(error?.words ?? 'the question about a shipment was not understood'), {
    vendorCode: error?.code,
    traceId: response.traceId,
  });
}

/** Those of the shipments that there are. */
export async function findShipments(env: CarrierEnv, ids: readonly string[], name: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += PER_CALL) {
    const part = ids.slice(at, at + PER_CALL);
    const shipments = await byIds(env, part, name);
    if (shipments) found.push(...shipments);
    // One that is gone hides the others, so each is asked for itself.
    else if (part.length > 1) for (const id of part) found.push(...((await byIds(env, [id], name)) ?? []));
  }
  return found.filter((one) => ids.includes(one.id));
}

export const findShipment = async (env: CarrierEnv, id: string, name: string): Promise<Found | undefined> =>
  (await findShipments(env, [id], name))[0];

/**
 * The shipment that carries our reference. The list is asked for it and read to its end, so that nothing is said to be absent
 * only because the question was not narrowed.
 */
export async function findByReference(env: CarrierEnv, reference: string, name: string): Promise<Found | undefined> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await send(env, {
      method: 'GET',
      path: '/shipments',
      query: { offset: page * PAGE, number_of_shipments: PAGE, sender_reference: reference },
      name,
    });
    const shipments = readObject(response.json()).strictList('shipments', (one) =>
      one.has('shipment_reference') && one.string('shipment_reference') === reference ? readShipment(one) : undefined,
    );
    const found = shipments.find((one) => one !== undefined);
    if (found || shipments.length < PAGE) return found;
  }
  throw fail('vendor-broken', `${manifest.name} lists more shipments than can be looked through.`);
}
