/**
 * Reporting a parcel. The whole order is reported with the action Ship. A part gets a fulfilment of its own first: made, filled
 * with units of the open one, neither of which anybody sees, and only then marked as shipped with its number.
 */
import { createHash } from 'node:crypto';
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierPair } from './carriers.ts';
import { ask, change, find } from './client.ts';
import { readFulfilments, readHold, readItems, type Fulfilment, type Item } from './order-reader.ts';
import { orderCall } from './orders.ts';
import { ID } from './reading.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

/** Our name of a fulfilment: short, since the field takes 25 characters where its length is told (SellerOrderID). */
export const ourId = (reference: string): string =>
  `SS-${createHash('sha256').update(reference).digest('hex').slice(0, 20)}`;

interface Now {
  readonly order: ObjectReader;
  readonly items: readonly Item[];
  readonly fulfilments: readonly Fulfilment[];
}

async function orderNow(input: FulfilInput, env: StoreEnv): Promise<Now> {
  const order = ID.test(input.externalOrderId) ? await find(env, orderCall(input.externalOrderId)) : undefined;
  if (!order || order.id('ProfileID', ID) !== env.externalAccount)
    throw refuse('Rithum does not know this order in this profile.', 'order-unknown');
  const fulfilments = readFulfilments(order);
  return { order, fulfilments, items: readItems(order, fulfilments) };
}

const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

/** Fulfilments that left with our number, or, without a number, under our name. */
function reported(now: Now, input: FulfilInput): readonly string[] {
  const [parcel] = input.parcels;
  return now.fulfilments
    .filter(({ state }) => state === 'left')
    .filter(({ tracking, ours }) =>
      parcel ? plain(tracking) === plain(parcel.trackingNumber) : ours === ourId(input.reference),
    )
    .map(({ id }) => id);
}

const remaining = ({ quantity, cancelled, shipped }: Item): number => quantity - cancelled - shipped;

/** Units by item. @throws ConnectorError `refused` for what the order does not have */
function wantedOf(now: Now, input: FulfilInput): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  for (const [id, units] of wanted) {
    const item = now.items.find((one) => one.id === id);
    if (!item) throw refuse('Rithum does not know one of these items in the order.', 'line-unknown');
    if (remaining(item) < units)
      throw refuse(
        `Rithum has only ${remaining(item)} of ${units} units of an item left to be shipped.`,
        'nothing-left',
      );
  }
  return wanted;
}

function checkOpen(now: Now): void {
  if (now.order.string('ShippingStatus') === 'Canceled')
    throw refuse('The order was cancelled at Rithum.', 'cancelled');
  if (now.items.every((item) => remaining(item) <= 0))
    throw refuse('Rithum has nothing left to be shipped in this order.', 'shipped');
  const hold = readHold(now.order);
  if (hold) throw refuse(`${hold.reason} Until then it is not reported.`, 'on-hold');
}

/** How it is reported: `ship` the whole order, or mark one fulfilment, which may have to be made first (`split`). */
function wayOf(now: Now, wanted: ReadonlyMap<string, number>): JsonObject {
  const all = now.items.every((item) => remaining(item) === (wanted.get(item.id) ?? 0));
  const untouched = now.fulfilments.every(({ state }) => state === 'open' || state === 'ended');
  if (all && untouched) return { way: 'ship' };
  if (now.items.some(({ bundle }) => bundle))
    throw refuse(
      'The order has a bundle, which Rithum ships as a whole. Report all of the order at once, or enter the part at Rithum.',
      'whole-only',
    );
  const open = now.fulfilments.filter(({ state }) => state === 'open');
  const [only] = open;
  if (all && open.length === 1 && only) return { way: 'mark', fulfilment: only.id };
  return { way: 'split' };
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Rithum takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const now = await orderNow(input, env);
  const there = reported(now, input);
  if (there.length > 0) return { kind: 'done', keep: { way: 'there' }, result: { fulfilmentIds: there } };
  checkOpen(now);
  const wanted = wantedOf(now, input);
  const [fulfilment] = now.fulfilments;
  const asked = {
    ...(fulfilment?.carrier && { askedCarrier: fulfilment.carrier }),
    ...(fulfilment?.shippingClass && { askedClass: fulfilment.shippingClass }),
  };
  return { kind: 'done', keep: { ...wayOf(now, wanted), ...asked, shippedAt: env.now().toISOString() } };
}

/** A fulfilment of ours that nobody sees yet; found again when this step runs a second time. */
async function draftOf(now: Now, input: FulfilInput, env: StoreEnv): Promise<Fulfilment> {
  const name = ourId(input.reference);
  const known = now.fulfilments.find(({ state, ours }) => state === 'open' && ours === name);
  if (known) return known;
  const made = await ask(env, {
    name: 'make a fulfilment',
    method: 'POST',
    path: '/v1/Fulfillments',
    body: {
      OrderID: Number(input.externalOrderId),
      ProfileID: Number(env.externalAccount),
      Type: 'Ship',
      // Without it the fulfilment would count as shipped.
      DeliveryStatus: 'NoChange',
      SellerFulfillmentID: name,
    },
  });
  const id = made.id('ID', ID);
  return { id, state: 'open', tracking: '', ours: name, carrier: '', shippingClass: '', parts: [] };
}

/** Moves what the draft lacks out of the other open fulfilments. */
async function fill(draft: Fulfilment, now: Now, wanted: ReadonlyMap<string, number>, env: StoreEnv): Promise<void> {
  const sources = now.fulfilments
    .filter(({ state, id }) => state === 'open' && id !== draft.id)
    .flatMap(({ parts }) => parts);
  for (const [itemId, units] of wanted) {
    let lacking = units - draft.parts.reduce((sum, part) => (part.itemId === itemId ? sum + part.quantity : sum), 0);
    for (const part of sources.filter((one) => one.itemId === itemId)) {
      const quantity = Math.min(lacking, part.quantity);
      if (quantity <= 0) continue;
      await change(env, {
        name: 'move units',
        method: 'POST',
        path: `/v1/FulfillmentItems(${part.id})/Move`,
        body: { DestinationFulfillmentID: Number(draft.id), Quantity: quantity },
      });
      lacking -= quantity;
    }
    if (lacking !== 0)
      throw refuse('The items are laid out differently at Rithum by now. Enter this parcel at Rithum.', 'laid-out');
  }
}

async function draft(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.way !== 'split') return { kind: 'done' };
  const now = await orderNow(input, env);
  const wanted = wantedOf(now, input);
  const own = await draftOf(now, input, env);
  await fill(own, now, wanted, env);
  return { kind: 'done', keep: { way: 'mark', fulfilment: own.id } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.way === 'there') return { kind: 'done' };
  const [parcel] = input.parcels;
  const value = {
    ShippedDateUtc: kept.shippedAt,
    ...(parcel && { TrackingNumber: parcel.trackingNumber }),
    SellerFulfillmentID: ourId(input.reference),
    DeliveryStatus: 'Complete',
    ...carrierPair(input.carrier, { carrier: kept.askedCarrier, shippingClass: kept.askedClass }),
  };
  if (kept.way === 'ship')
    await change(env, {
      name: 'report as shipped',
      method: 'POST',
      path: `/v1/Orders(${input.externalOrderId})/Ship`,
      body: { Value: value },
    });
  else
    await change(env, {
      name: 'report a part as shipped',
      method: 'PATCH',
      path: `/v1/Fulfillments(${typeof kept.fulfilment === 'string' ? kept.fulfilment : ''})`,
      body: value,
    });
  return { kind: 'done' };
}

/** The answers to a report hold nothing; what it became is read. */
async function confirm(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.way === 'there') return { kind: 'done' };
  return { kind: 'done', result: { fulfilmentIds: reported(await orderNow(input, env), input) } };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const fulfilmentIds = reported(await orderNow(input, env), input);
  return fulfilmentIds.length === 0 ? { kind: 'absent' } : { kind: 'found', step, result: { fulfilmentIds } };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'draft', effect: 'reserve', run: draft },
    { name: 'create', effect: 'create', run: create },
    { name: 'confirm', effect: 'read', run: confirm },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
