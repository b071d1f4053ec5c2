/**
 * Reporting parcels: a shipment made outside of ShipHero, with a label for each tracking number, which ShipHero passes on to the
 * store the order came from. Shipments of an order show their numbers, where ours is looked for before and after.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { allNodes } from '@scanship/connector-kit/answers/relay';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { accountCall, readAccount } from './account.ts';
import { ask, change } from './client.ts';
import { ORDER_STATE, SHIPMENT_CREATE } from './documents.ts';
import { readHold, readShipTo, readStatus } from './order-reader.ts';
import { findOrder } from './orders.ts';
import { edgesOf, ID } from './reading.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

interface Shipment {
  readonly id: string;
  readonly numbers: readonly string[];
}

/** @throws FieldProblem when any of them cannot be read: a shipment that is overlooked would be made twice */
const shipmentsOf = (order: ObjectReader): Shipment[] =>
  !order.has('shipments')
    ? []
    : order.strictList('shipments', (shipment) => ({
        id: shipment.string('id', ID),
        numbers: !shipment.has('shipping_labels')
          ? []
          : shipment
              .strictList('shipping_labels', (label) =>
                label.has('tracking_number') ? label.string('tracking_number') : '',
              )
              .filter((number) => number !== '')
              .map(plain),
      }));

const state = (input: FulfilInput, env: StoreEnv): Promise<ObjectReader | undefined> =>
  findOrder(env, input.externalOrderId, ORDER_STATE);

/** The shipment with our first number; a report without one is known as a shipment that was not there before. */
function ownShipment(
  order: ObjectReader,
  input: FulfilInput,
  before: readonly string[] | undefined,
): string | undefined {
  const [parcel] = input.parcels;
  const all = shipmentsOf(order);
  if (parcel) return all.find(({ numbers }) => numbers.includes(plain(parcel.trackingNumber)))?.id;
  return before && all.findLast(({ id, numbers }) => numbers.length === 0 && !before.includes(id))?.id;
}

/** Units left to ship by line. */
async function pendingOf(order: ObjectReader, input: FulfilInput, env: StoreEnv): Promise<ReadonlyMap<string, number>> {
  const lines = await allNodes(edgesOf(order, 'line_items'), async (after) => {
    const variables = { id: input.externalOrderId, after };
    const data = await ask(env, { name: 'lines left to ship', document: ORDER_STATE, variables });
    return edgesOf(data.object('order').object('data'), 'line_items');
  });
  return new Map(lines.map((line) => [line.string('id', ID), line.integer('quantity_pending_fulfillment', 0)]));
}

/** The warehouse these lines were given to; the account's only one where they were given to none. */
async function warehouseOf(order: ObjectReader, input: FulfilInput, env: StoreEnv): Promise<string> {
  const wanted = new Set(input.lines.map((line) => line.externalLineId));
  const allocations = !order.has('allocations')
    ? []
    : order.strictList('allocations', (one) => ({
        warehouse: one.string('warehouse_id', ID),
        lines: one.has('line_items') ? one.strictList('line_items', (line) => line.string('line_item_id', ID)) : [],
      }));
  const given = new Set(
    allocations.filter(({ lines }) => lines.some((id) => wanted.has(id))).map(({ warehouse }) => warehouse),
  );
  if (given.size > 1)
    throw refuse(
      'ShipHero has given these items to several warehouses; report what ships from each of them on its own.',
      'several-warehouses',
    );
  const [known] = given;
  if (known !== undefined) return known;
  const { warehouses } = readAccount(await ask(env, accountCall));
  const [only, ...others] = warehouses;
  if (!only || others.length > 0)
    throw refuse(
      'ShipHero has not given these items to a warehouse yet; allocate the order there and try again.',
      'no-warehouse',
    );
  return only.externalId;
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const order = await state(input, env);
  if (!order) throw refuse('ShipHero does not know this order.', 'order-unknown');
  const there = ownShipment(order, input, undefined);
  if (there !== undefined) return { kind: 'done', keep: { there }, result: { fulfilmentIds: [there] } };
  if (readStatus(order) === 'cancelled') throw refuse('The order was cancelled at ShipHero.', 'cancelled');
  const hold = readHold(order);
  if (hold) throw refuse(`${hold.reason} Until it is released it is not reported.`, 'on-hold');
  const pending = await pendingOf(order, input, env);
  for (const line of input.lines) {
    const left = pending.get(line.externalLineId);
    if (left === undefined) throw refuse('ShipHero does not know one of these items in the order.', 'line-unknown');
    if (left < line.quantity)
      throw refuse('Some of these items are shipped or cancelled at ShipHero already.', 'shipped');
  }
  return {
    kind: 'done',
    keep: { warehouse: await warehouseOf(order, input, env), before: shipmentsOf(order).map(({ id }) => id) },
  };
}

const textOf = (kept: JsonObject, name: string): string | undefined => {
  const value = kept[name];
  return typeof value === 'string' ? value : undefined;
};

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const there = textOf(kept, 'there');
  if (there !== undefined) return { kind: 'done', result: { fulfilmentIds: [there] } };
  // Asked again, so that no buyer's address has to be kept between the steps.
  const order = await state(input, env);
  if (!order) throw refuse('ShipHero does not know this order.', 'order-unknown');
  const to = readShipTo(order);
  const address = {
    name: to.name,
    address1: to.address1,
    address2: to.address2 ?? '',
    city: to.city,
    state: to.provinceCode,
    zip: to.zipcode,
    country: to.countryCode,
    phone: to.phone ?? '',
  };
  const lineIds = input.lines.map((line) => line.externalLineId);
  const data = await change(env, {
    name: 'report as shipped',
    document: SHIPMENT_CREATE,
    variables: {
      data: {
        order_id: input.externalOrderId,
        warehouse_id: textOf(kept, 'warehouse') ?? '',
        address,
        line_items: input.lines.map((line) => ({ line_item_id: line.externalLineId, quantity: line.quantity })),
        labels: input.parcels.map((parcel, index) => ({
          address,
          carrier: input.carrier.name,
          shipping_name: input.carrier.name,
          shipping_method: input.carrier.name,
          // What the label cost is not ShipHero's to know; the field is demanded.
          cost: '0.00',
          dimensions: {},
          label: {},
          // An item is on one label; which parcel holds which item is not said, so all stand on the first.
          line_item_ids: index === 0 ? lineIds : [],
          tracking_number: parcel.trackingNumber,
          ...(parcel.trackingUrl !== undefined && { tracking_url: parcel.trackingUrl }),
        })),
        notify_customer_via_store: input.notifyBuyer,
        notify_customer_via_shiphero: false,
        shipped_off_shiphero: true,
      },
    },
  });
  const id = data.object('shipment_create').object('shipment').string('id', ID);
  return { kind: 'done', result: { fulfilmentIds: [id] } };
}

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const order = await state(input, env);
  const before = Array.isArray(kept.before) ? kept.before.filter((id) => typeof id === 'string') : [];
  const id = order && ownShipment(order, input, before);
  return id === undefined ? { kind: 'absent' } : { kind: 'found', step, result: { fulfilmentIds: [id] } };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
