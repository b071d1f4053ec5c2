/**
 * Reporting a parcel. Etsy takes one tracking number a report, marks the whole receipt shipped with the first one and mails
 * the buyer with each, so a repeat must never happen: our number is looked for before and after.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierName } from './carrier-names.ts';
import { ask, find } from './client.ts';
import { readStatus } from './order-reader.ts';
import { receiptCall } from './orders.ts';
import { ID } from './reading.ts';

interface Shipment {
  /** Absent where Etsy has not given it a number yet. */
  readonly id: string | undefined;
  readonly code: string;
}

const shipmentsOf = (receipt: ObjectReader): Shipment[] =>
  receipt.strictList('shipments', (shipment) => ({
    id: shipment.has('receipt_shipping_id') ? shipment.id('receipt_shipping_id', ID) : undefined,
    code: shipment.has('tracking_code') ? shipment.string('tracking_code') : '',
  }));

const same = (a: string, b: string): boolean =>
  a.replaceAll(/\s/g, '').toUpperCase() === b.replaceAll(/\s/g, '').toUpperCase();

const own = (shipments: readonly Shipment[], input: FulfilInput): Shipment | undefined =>
  shipments.find(({ code }) => code !== '' && input.parcels.some((parcel) => same(parcel.trackingNumber, code)));

async function receiptOf(input: FulfilInput, env: StoreEnv): Promise<ObjectReader> {
  const known = ID.test(input.externalOrderId)
    ? await find(env, receiptCall(env.externalAccount, input.externalOrderId))
    : undefined;
  if (known === undefined)
    throw fail('refused', 'Etsy does not know this order in this shop.', { vendorCode: 'order-unknown' });
  return known;
}

/** Units of the receipt that need a parcel. */
const unitsOf = (receipt: ObjectReader): number =>
  receipt
    .strictList('transactions', (t) => (t.boolean('is_digital') ? 0 : t.integer('quantity', 0)))
    .reduce((sum, units) => sum + units, 0);

/** Why this receipt takes no report now, or undefined. */
function refusal(receipt: ObjectReader, input: FulfilInput): ConnectorError | undefined {
  const number = receipt.id('receipt_id', ID);
  const status = readStatus(receipt);
  if (status === 'canceled')
    return fail('refused', `Order ${number} was cancelled at Etsy, so it cannot be reported as shipped.`, {
      vendorCode: 'order-cancelled',
    });
  if (!receipt.boolean('is_paid'))
    return fail('refused', `The payment of order ${number} is not complete at Etsy; report it when it is.`, {
      vendorCode: 'on-hold',
    });
  // A parcel with a part of the order is one of several: the one before has marked the whole receipt as shipped.
  const reported = input.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (receipt.boolean('is_shipped') && reported >= unitsOf(receipt))
    return fail('refused', `Order ${number} is marked as shipped at Etsy already.`, { vendorCode: 'nothing-left' });
  return undefined;
}

const idsOf = (shipment: Shipment): readonly string[] => (shipment.id === undefined ? [] : [shipment.id]);

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Etsy takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const receipt = await receiptOf(input, env);
  // What was reported before, by an earlier attempt or by hand, is not reported again.
  const before = own(shipmentsOf(receipt), input);
  if (before)
    return {
      kind: 'done',
      keep: { reported: true, fulfilmentIds: idsOf(before) },
      result: { fulfilmentIds: idsOf(before) },
    };
  const refused = refusal(receipt, input);
  if (refused) throw refused;
  return { kind: 'done', keep: { reported: false } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.reported === true) return { kind: 'done' };
  const [parcel] = input.parcels;
  const receipt = await ask(env, {
    name: 'report as shipped',
    path: `/shops/${env.externalAccount}/receipts/${input.externalOrderId}/tracking`,
    form: {
      ...(parcel ? { tracking_code: parcel.trackingNumber, carrier_name: carrierName(input.carrier) } : {}),
      send_bcc: 'false',
    },
  });
  if (!parcel) {
    if (!receipt.boolean('is_shipped')) throw new FieldProblem('is_shipped', 'should be true after the report');
    return { kind: 'done', result: { fulfilmentIds: [] } };
  }
  const made = own(shipmentsOf(receipt), input);
  // Without its number the report counts as unknown, and is looked for.
  if (made?.id === undefined) throw new FieldProblem('shipments', 'do not name the report that was made');
  return { kind: 'done', keep: { fulfilmentIds: [made.id] }, result: { fulfilmentIds: [made.id] } };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const receipt = await receiptOf(input, env);
  if (input.parcels.length === 0)
    return receipt.boolean('is_shipped') ? { kind: 'found', step, result: { fulfilmentIds: [] } } : { kind: 'absent' };
  const made = own(shipmentsOf(receipt), input);
  if (!made) return { kind: 'absent' };
  return { kind: 'found', step, keep: { fulfilmentIds: idsOf(made) }, result: { fulfilmentIds: idsOf(made) } };
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
