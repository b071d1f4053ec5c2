/** Reporting a parcel: a package of the units in it, then a shipment of the package with the tracking number. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { ask } from './client.ts';
import { readState, readUnits } from './order-reader.ts';
import { orderOf } from './orders.ts';
import { zoneOf } from './organization.ts';
import { markOf, ownPackage, packageIn, packageNumber, shipmentIn, shipmentNumber } from './packages.ts';
import { ID } from './reading.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

/** The day of the report where the organization is. */
const dayOf = (env: StoreEnv): string => (localTimeIn(env.now(), zoneOf(env)) ?? env.now().toISOString()).slice(0, 10);

async function currentOrder(input: FulfilInput, env: StoreEnv): Promise<ObjectReader> {
  const order = ID.test(input.externalOrderId) ? await orderOf(input.externalOrderId, env) : undefined;
  if (!order) throw refuse('Zoho does not know this sales order.', 'order-unknown');
  return order;
}

/** Units by line; a line that is named twice counts once. */
function wantedOf(input: FulfilInput): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  return wanted;
}

/** @throws ConnectorError `refused` when the order takes no such report now */
function checkOpen(order: ObjectReader, input: FulfilInput): void {
  const { cancelled, hold } = readState(order);
  if (cancelled) throw refuse('The sales order was voided at Zoho.', 'cancelled');
  if (hold) throw refuse(`${hold.reason} Until then it is not reported.`, 'on-hold');
  const lines = order.strictList('line_items', readUnits);
  for (const [id, units] of wantedOf(input)) {
    const line = lines.find((one) => one.id === id);
    if (!line) throw refuse('Zoho does not know one of these items in the sales order.', 'line-unknown');
    if (units > line.quantity - line.cancelled - line.shipped)
      throw refuse('Zoho already has these items of the sales order marked as shipped.', 'nothing-left');
    if (units > line.quantity - line.cancelled - Math.max(line.packed, line.shipped))
      throw refuse(
        'These items are in a package at Zoho already. Delete that package there and report again, or enter the tracking number there.',
        'packed',
      );
  }
}

const resultOf = (packageId: string): FulfilResult => ({ fulfilmentIds: [packageId] });

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Zoho takes one tracking number a shipment; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  if (input.parcels.length === 0)
    throw fail('invalid-input', 'Zoho takes no shipment without a tracking number; enter one and report again.', {
      vendorCode: 'no-number',
    });
  if (input.lines.length === 0) throw fail('invalid-input', 'A report to Zoho needs at least one item.');
  const order = await currentOrder(input, env);
  const own = ownPackage(order, markOf(input));
  // A report that was made, whole or in half, is gone on with.
  if (own) return { kind: 'done', keep: { packageId: own.id, shipped: own.shipmentId !== undefined } };
  checkOpen(order, input);
  return { kind: 'done', keep: { shipped: false } };
}

async function pack(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (typeof kept.packageId === 'string') return { kind: 'done' };
  const answer = await ask(env, {
    name: 'make the package',
    method: 'POST',
    path: '/packages',
    // Where Zoho numbers packages by itself, ours stands all the same.
    query: { salesorder_id: input.externalOrderId, ignore_auto_number_generation: 'true' },
    body: {
      package_number: packageNumber(markOf(input)),
      date: dayOf(env),
      line_items: [...wantedOf(input)].map(([id, quantity]) => ({ so_line_item_id: id, quantity })),
    },
  });
  return { kind: 'done', keep: { packageId: packageIn(answer).id('package_id', ID) } };
}

async function ship(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const { packageId } = kept;
  if (typeof packageId !== 'string') throw fail('invalid-input', 'The package of this report is not known.');
  if (kept.shipped === true) return { kind: 'done', result: resultOf(packageId) };
  const [parcel] = input.parcels;
  const answer = await ask(env, {
    name: 'ship the package',
    method: 'POST',
    path: '/shipmentorders',
    query: {
      package_ids: packageId,
      salesorder_id: input.externalOrderId,
      send_notification: String(input.notifyBuyer),
    },
    body: {
      shipment_number: shipmentNumber(markOf(input)),
      date: dayOf(env),
      delivery_method: input.carrier.name,
      tracking_number: parcel?.trackingNumber ?? '',
      ...(parcel?.trackingUrl !== undefined && { notes: parcel.trackingUrl }),
    },
  });
  const shipment = shipmentIn(answer);
  shipment.id('shipment_id', ID);
  if (shipment.has('salesorder_id') && shipment.id('salesorder_id', ID) !== input.externalOrderId)
    throw new FieldProblem(shipment.at('salesorder_id'), 'is another order’s');
  return { kind: 'done', result: resultOf(packageId) };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const own = ownPackage(await currentOrder(input, env), markOf(input));
  if (!own) return { kind: 'absent' };
  if (step === 'pack') return { kind: 'found', step, keep: { packageId: own.id } };
  return own.shipmentId === undefined ? { kind: 'absent' } : { kind: 'found', step, result: resultOf(own.id) };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'pack', effect: 'create', run: pack },
    { name: 'ship', effect: 'create', run: ship },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
