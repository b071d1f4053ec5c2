/** Reporting a parcel: one fulfilment with its units and number. Wix has no key against repeats, so our number is looked for. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { knownProvider } from './carriers.ts';
import { ask, find } from './client.ts';
import { fulfilmentsOf, readFulfilments, unitsOf, type Fulfilment } from './fulfilments.ts';
import { readStatus } from './order-reader.ts';
import { ID } from './reading.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const same = (a: string, b: string): boolean =>
  a.replaceAll(/\s/g, '').toUpperCase() === b.replaceAll(/\s/g, '').toUpperCase();

/** Units of this report by line; a line may be named under several groups. */
function wantedOf(input: FulfilInput): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    units.set(externalLineId, (units.get(externalLineId) ?? 0) + quantity);
  return units;
}

const sameUnits = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([id, quantity]) => b.get(id) === quantity);

/** Our report: by its number, or, where there is none, a new one with the very units. */
function own(fulfilments: readonly Fulfilment[], input: FulfilInput, known: readonly string[] | undefined) {
  const [parcel] = input.parcels;
  if (parcel)
    return fulfilments.find((one) => one.trackingNumber !== '' && same(one.trackingNumber, parcel.trackingNumber));
  return known && fulfilments.find((one) => !known.includes(one.id) && sameUnits(one.units, wantedOf(input)));
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Wix takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const { externalOrderId: id } = input;
  const answer = ID.test(id) ? await find(env, { name: 'order', path: `/ecom/v1/orders/${id}` }) : undefined;
  if (!answer) throw refuse('Wix does not know this order.', 'order-unknown');
  const order = answer.object('order');
  if (order.string('id', ID) !== id) throw new FieldProblem('order.id', 'is another order’s');
  const fulfilments = await fulfilmentsOf(id, env);
  const before = own(fulfilments, input, undefined);
  if (before)
    return {
      kind: 'done',
      keep: { reported: true, fulfilmentIds: [before.id] },
      result: { fulfilmentIds: [before.id] },
    };
  const status = readStatus(order);
  if (status === 'off') throw refuse('The order was cancelled at Wix.', 'order-cancelled');
  if (status === 'pending') throw refuse('The order is not approved at Wix yet; report it when it is.', 'on-hold');
  const shipped = unitsOf(fulfilments);
  const left = new Map(
    order.strictList('lineItems', (line) => {
      const line_id = line.string('id', ID);
      return [line_id, line.integer('quantity', 0) - (shipped.get(line_id) ?? 0)] as const;
    }),
  );
  const wanted = wantedOf(input);
  if (wanted.size === 0) throw fail('invalid-input', 'A report to Wix needs at least one item.');
  for (const [line, quantity] of wanted) {
    const units = left.get(line);
    if (units === undefined) throw refuse('Wix does not know one of these items in the order.', 'line-unknown');
    if (units < quantity)
      throw refuse(
        units <= 0
          ? 'Wix already has these items marked as shipped.'
          : `Wix has only ${units} of ${quantity} units of an item left to ship.`,
        'nothing-left',
      );
  }
  return { kind: 'done', keep: { reported: false, known: fulfilments.map((one) => one.id) } };
}

/** Wix makes links for five carriers; for another one the name goes only with our link. */
function trackingInfo(input: FulfilInput): object | undefined {
  const [parcel] = input.parcels;
  if (!parcel) return undefined;
  const provider = knownProvider(input.carrier.slug);
  const { trackingNumber, trackingUrl } = parcel;
  if (provider !== undefined) return { trackingNumber, shippingProvider: provider };
  const link = trackingUrl !== undefined && trackingUrl.length <= 2_048 ? trackingUrl : undefined;
  return {
    trackingNumber,
    ...(link !== undefined && { shippingProvider: input.carrier.name.slice(0, 100), trackingLink: link }),
  };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.reported === true) return { kind: 'done' };
  const { externalOrderId: orderId } = input;
  const answer = await ask(env, {
    name: 'report as shipped',
    method: 'POST',
    path: `/ecom/v1/fulfillments/orders/${orderId}/create-fulfillment`,
    body: {
      orderId,
      fulfillment: {
        lineItems: [...wantedOf(input)].map(([id, quantity]) => ({ id, quantity })),
        trackingInfo: trackingInfo(input),
        completed: true,
      },
    },
  });
  const id = answer.string('fulfillmentId', ID);
  const made = readFulfilments(answer.object('orderWithFulfillments')).find((one) => one.id === id);
  // Without its number the report counts as unknown, and is looked for.
  if (!made || (input.parcels[0] && !same(made.trackingNumber, input.parcels[0].trackingNumber)))
    throw new FieldProblem('orderWithFulfillments', 'does not show the report that was made');
  return { kind: 'done', keep: { fulfilmentIds: [id] }, result: { fulfilmentIds: [id] } };
}

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const known = Array.isArray(kept.known) ? kept.known.filter((one) => typeof one === 'string') : [];
  const made = own(await fulfilmentsOf(input.externalOrderId, env), input, known);
  return made
    ? { kind: 'found', step, keep: { fulfilmentIds: [made.id] }, result: { fulfilmentIds: [made.id] } }
    : { kind: 'absent' };
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
