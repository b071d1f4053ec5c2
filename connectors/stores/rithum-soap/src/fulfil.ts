/** Reporting a parcel: one shipment, full or partial, with a pair of carrier and class out of the account's own list. */
import { createHash } from 'node:crypto';
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierQuestion, readCarriers, type Carrier } from './carriers.ts';
import { askAccount } from './client.ts';
import { shipmentsOf, unitsOf, type Shipment } from './history.ts';
import { askedPair, ID, isCancelled, readHold, readLines, type Line } from './order-reader.ts';
import { orderList } from './orders.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Our name of a shipment, for those without a number. */
export const ourId = (reference: string): string =>
  `SS-${createHash('sha256').update(reference).digest('hex').slice(0, 20)}`;

interface Now {
  readonly order: ObjectReader;
  readonly shipments: readonly Shipment[];
  readonly lines: readonly Line[];
}

async function orderNow(input: FulfilInput, env: StoreEnv): Promise<Now> {
  const id = input.externalOrderId;
  const { nodes } = ID.test(id) ? await orderList({ ids: [id], page: 1 }, env) : { nodes: [] };
  const order = nodes.find((node) => node.id('OrderID', ID) === id);
  if (!order) throw refuse('Rithum does not know this order in this account.', 'order-unknown');
  const shipments = (await shipmentsOf([id], env)).get(id) ?? [];
  return { order, shipments, lines: readLines(order, unitsOf(shipments)) };
}

/** Shipments with our number, or, without a number, under our name. */
function reported(shipments: readonly Shipment[], input: FulfilInput): readonly string[] {
  const [parcel] = input.parcels;
  return shipments
    .filter(({ tracking, ours }) =>
      parcel ? plain(tracking) === plain(parcel.trackingNumber) : ours === ourId(input.reference),
    )
    .map(({ tracking, ours }) => (tracking === '' ? ours : tracking));
}

const remaining = ({ quantity, cancelled, shipped }: Line): number => quantity - cancelled - shipped;

/** Units by SKU for a part; undefined for all of an order of which nothing has left. */
function partOf(
  now: Now,
  input: FulfilInput,
): readonly { readonly sku: string; readonly quantity: number }[] | undefined {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  const bySku = new Map<string, number>();
  for (const [id, units] of wanted) {
    const line = now.lines.find((one) => one.id === id);
    if (!line) throw refuse('Rithum does not know one of these items in the order.', 'line-unknown');
    if (remaining(line) < units)
      throw refuse(
        `Rithum has only ${remaining(line)} of ${units} units of an item left to be shipped.`,
        'nothing-left',
      );
    bySku.set(line.sku, (bySku.get(line.sku) ?? 0) + units);
  }
  const whole = now.lines.every((line) => line.shipped === 0 && remaining(line) === (wanted.get(line.id) ?? 0));
  return whole ? undefined : [...bySku].map(([sku, quantity]) => ({ sku, quantity }));
}

/** The pair the order asks for where it is the carrier's, else the carrier's first in the account's list. */
async function pairFor(input: FulfilInput, order: ObjectReader, env: StoreEnv): Promise<Carrier> {
  const all = readCarriers(await askAccount(env, carrierQuestion));
  const names = [plain(input.carrier.name), plain(input.carrier.slug)];
  const known = all.filter(({ code, name }) => names.includes(plain(code)) || names.includes(plain(name)));
  const asked = askedPair(order);
  const pair = known.find(({ service }) => service === asked?.service) ?? known[0];
  if (pair) return pair;
  throw refuse(
    `Rithum’s list of carriers of this account has no ${input.carrier.name}. Add it there with a class, then send the report again.`,
    'carrier-unknown',
  );
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Rithum takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const now = await orderNow(input, env);
  const there = reported(now.shipments, input);
  if (there.length > 0) return { kind: 'done', keep: { there: true }, result: { fulfilmentIds: there } };
  if (isCancelled(now.order)) throw refuse('The order was cancelled at Rithum.', 'cancelled');
  if (now.lines.every((line) => remaining(line) <= 0))
    throw refuse('Rithum has nothing left to be shipped in this order.', 'shipped');
  const hold = readHold(now.order);
  if (hold) throw refuse(`${hold.reason} Until then it is not reported.`, 'on-hold');
  const part = partOf(now, input);
  const { code, service } = await pairFor(input, now.order, env);
  return {
    kind: 'done',
    keep: {
      there: false,
      carrier: code,
      service,
      shippedAt: env.now().toISOString().slice(0, 19),
      ...(part && { part: part.map((one) => ({ ...one })) }),
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const [parcel] = input.parcels;
  const part = Array.isArray(kept.part) ? kept.part : undefined;
  const contents = {
    'web:DateShippedGMT': textOf(kept.shippedAt),
    'web:CarrierCode': textOf(kept.carrier),
    'web:ClassCode': textOf(kept.service),
    'web:TrackingNumber': parcel?.trackingNumber,
    'web:SellerFulfillmentID': ourId(input.reference),
    'web:ShipmentCost': 0,
    'web:ShipmentTaxCost': 0,
    'web:InsuranceCost': 0,
  };
  const lines = part?.map((one) => {
    const { sku, quantity } = one as { readonly sku: string; readonly quantity: number };
    return { 'web:SKU': sku, 'web:Quantity': quantity };
  });
  const result = await askAccount(env, {
    service: 'ShippingService',
    operation: 'SubmitOrderShipmentList',
    name: 'report as shipped',
    body: {
      'web:shipmentList': {
        'web:OrderID': input.externalOrderId,
        'web:ShipmentType': lines ? 'Partial' : 'Full',
        ...(lines
          ? { 'web:PartialShipment': { 'web:LineItemList': lines, ...contents } }
          : { 'web:FullShipment': contents }),
      },
    },
    readOnly: false,
  });
  const [answer] = result.object('ResultData').strictList('ShipmentResponse', (one) => ({
    success: one.boolean('Success'),
    message: one.has('Message') ? one.string('Message') : 'Rithum declined the report',
  }));
  if (answer?.success !== true)
    throw refuse(
      `Rithum: ${(answer?.message ?? 'no answer to the report').replace(/(?<![.\s])[.\s]*$/, '')}.`,
      'declined',
    );
  return { kind: 'done', result: { fulfilmentIds: [parcel?.trackingNumber ?? ourId(input.reference)] } };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const { shipments } = await orderNow(input, env);
  const fulfilmentIds = reported(shipments, input);
  return fulfilmentIds.length === 0 ? { kind: 'absent' } : { kind: 'found', step, result: { fulfilmentIds } };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
