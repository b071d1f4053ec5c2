/**
 * Reporting a parcel: what was picked is packed, the number is put on the first carton of each shipment that waits, and these
 * shipments are shipped; three of Fishbowl's CSV imports, each looked up before and after. Nothing is picked from here: that moves
 * goods out of their places.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { firstRow, inSession, type Session } from './client.ts';
import { readLineId, readOrderId, readState } from './order-reader.ts';
import { ID } from './reading.ts';
import { carrierIn, carries, isOpen, shipmentsIn, type Shipment } from './shipments.ts';
import { CLOCK, itemsOf, ordersWith } from './statements.ts';

const PACKING = 'Packing-Data';
const TRACKING = 'Ship-Carton-Tracking';
const SHIPPING = 'Shipping-Data';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const resultOf = (shipments: readonly Shipment[]): FulfilResult => ({ fulfilmentIds: shipments.map(({ id }) => id) });

const numberOf = ({ parcels }: FulfilInput): string => parcels[0]?.trackingNumber ?? '';

/** Shipments of an order that carry the number of this report. */
const oursOf = async (input: FulfilInput, session: Session): Promise<readonly Shipment[]> =>
  (await shipmentsIn(input.externalOrderId, session)).filter((shipment) => carries(shipment, input));

async function orderOf(input: FulfilInput, session: Session): Promise<ObjectReader> {
  const { externalOrderId: id } = input;
  const order = ID.test(id) ? firstRow(await session.query('order', ordersWith([id]))) : undefined;
  if (!order) throw refuse('Fishbowl does not know this order, or it went back to a quote.', 'order-unknown');
  if (readOrderId(order) !== id) throw new FieldProblem('id', 'is another order’s');
  return order;
}

/** @throws ConnectorError `refused` in words when nothing may be reported of this order now */
function checkState(order: ObjectReader): void {
  const { kind, reason } = readState(order);
  if (kind === 'shipped')
    throw refuse(
      'Fishbowl already has this order marked as fulfilled, with another number. Enter this one on a carton there if it is needed.',
      'shipped',
    );
  if (kind === 'cancelled') throw refuse('The order was voided or cancelled in Fishbowl.', 'cancelled');
  if (kind === 'held')
    throw refuse(`${reason ?? 'The order waits in Fishbowl.'} Until then it is not reported.`, 'on-hold');
}

function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length !== 1)
    throw fail('invalid-input', 'Fishbowl takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'one-parcel',
    });
  return inSession(env, async (session) => {
    const order = await orderOf(input, session);
    const shipments = await shipmentsIn(input.externalOrderId, session);
    const ours = shipments.filter((shipment) => carries(shipment, input));
    if (ours.length > 0 && ours.every(({ phase }) => phase === 'shipped'))
      return { kind: 'done', keep: { there: true }, result: resultOf(ours) };
    checkState(order);
    const items = await session.query('items', itemsOf([input.externalOrderId]));
    const known = items.strictList('rows', readLineId);
    if (input.lines.some((line) => !known.includes(line.externalLineId)))
      throw refuse('Fishbowl does not know one of these items in the order.', 'line-unknown');
    if (!shipments.some(isOpen))
      throw refuse(
        'Nothing of this order is picked in Fishbowl yet, so there is no carton to put the number on. Finish its pick in Fishbowl, then report it again.',
        'not-picked',
      );
    return { kind: 'done', keep: { there: false } };
  });
}

/** Packs all that was picked; a repeat finds it packed. */
async function pack(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  return inSession(env, async (session) => {
    const waiting = (await shipmentsIn(input.externalOrderId, session)).some(({ phase }) => phase === 'entered');
    if (!waiting) return { kind: 'done' };
    const order = await orderOf(input, session);
    await session.importCsv('pack', PACKING, [['SONum'], [order.string('num')]]);
    return { kind: 'done' };
  });
}

async function track(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  return inSession(env, async (session) => {
    const shipments = await shipmentsIn(input.externalOrderId, session);
    const ours = shipments.filter((shipment) => carries(shipment, input));
    if (ours.length > 0) return { kind: 'done', result: resultOf(ours) };
    const packed = shipments.filter(({ phase }) => phase === 'packed');
    if (packed.length === 0)
      throw refuse(
        'Fishbowl did not pack this order, so there is no carton to put the number on. Pack it in Fishbowl, then report it again.',
        'not-packed',
      );
    await session.importCsv('track', TRACKING, [
      ['Ship Number', 'Carton Number', 'Tracking Number'],
      ...packed.map(({ num, carton }) => [num, carton, numberOf(input)]),
    ]);
    return { kind: 'done', result: resultOf(packed) };
  });
}

async function ship(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  return inSession(env, async (session) => {
    const ours = await oursOf(input, session);
    if (ours.length === 0)
      throw refuse(
        'Fishbowl took the tracking number and shows it on no carton of the order. Look at the order’s shipment in Fishbowl, then report it again.',
        'not-tracked',
      );
    const packed = ours.filter(({ phase }) => phase === 'packed');
    if (packed.length === 0) return { kind: 'done', result: resultOf(ours) };
    const carrier = await carrierIn(input.carrier.name, session);
    // The server's own day: its books are kept by it.
    const today = firstRow(await session.query('clock', CLOCK))?.date('today') ?? env.now().toISOString().slice(0, 10);
    await session.importCsv('ship', SHIPPING, [
      ['ShipNum', 'Date', 'Carrier', 'Carrier Service'],
      ...packed.map(({ num }) => [num, today, carrier, '']),
    ]);
    return { kind: 'done', result: resultOf(ours) };
  });
}

/** An import can be answered as done and leave a row aside: what counts is what the shipment shows. */
async function check(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const ours = await inSession(env, (session) => oursOf(input, session));
  if (ours.length === 0 || ours.some(({ phase }) => phase !== 'shipped'))
    throw refuse(
      'The tracking number is on the carton in Fishbowl, and the shipment still waits there. Ship it in Fishbowl.',
      'not-shipped',
    );
  return { kind: 'done', result: resultOf(ours) };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const ours = await inSession(env, (session) => oursOf(input, session));
  const there = ours.length > 0 && (step === 'track' || ours.every(({ phase }) => phase === 'shipped'));
  return there ? { kind: 'found', step, result: resultOf(ours) } : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'pack', effect: 'reserve', run: pack },
    { name: 'track', effect: 'create', run: track },
    { name: 'ship', effect: 'create', run: ship },
    { name: 'check', effect: 'read', run: check },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
