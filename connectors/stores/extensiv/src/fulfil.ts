/**
 * Reporting a parcel: an external shipment of the whole order with one number, upon which Extensiv tells the sales channel. What was
 * entered stands among the account's shipments, where our number is looked for before and after.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { askList, change } from './client.ts';
import { ID } from './company.ts';
import { readOrderId, readState } from './order-reader.ts';
import { askOrder } from './orders.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** The shipment that has our number; undefined where none of the order has it. */
async function reported(input: FulfilInput, env: StoreEnv): Promise<FulfilResult | undefined> {
  const trackingNumber = input.parcels[0]?.trackingNumber ?? '';
  const list = await askList(env, {
    name: 'shipments by number',
    path: '/v1/shipments',
    query: { trackingNumber, limit: 100, page: 1 },
  });
  const wanted = plain(trackingNumber);
  const found = list
    .strictList('items', (one) => ({
      id: one.id('shipmentId', ID),
      orderId: one.id('orderId', ID),
      number: one.has('trackingNumber') ? plain(one.string('trackingNumber')) : '',
    }))
    .find((one) => one.orderId === input.externalOrderId && one.number === wanted);
  return found && { fulfilmentIds: [found.id] };
}

async function current(input: FulfilInput, env: StoreEnv): Promise<ObjectReader> {
  const { externalOrderId: id } = input;
  const list = ID.test(id) ? await askOrder(id, env) : undefined;
  const [order] = list?.strictList('items', (one) => one) ?? [];
  if (!order) throw refuse('Extensiv does not know this order.', 'order-unknown');
  if (readOrderId(order) !== id) throw new FieldProblem('orderId', 'is another order’s');
  return order;
}

/** All that is left of the order, neither less nor more. @throws ConnectorError `refused` */
function checkWhole(input: FulfilInput, order: ObjectReader): void {
  const lines = order.strictList('orderItems', (item) => ({
    id: item.id('orderItemId', ID),
    quantity: item.integer('quantityOrdered', 0),
  }));
  if (input.lines.some(({ externalLineId }) => !lines.some(({ id }) => id === externalLineId)))
    throw refuse('Extensiv does not know one of these items in the order.', 'line-unknown');
  for (const { id, quantity } of lines) {
    const wanted = input.lines
      .filter(({ externalLineId }) => externalLineId === id)
      .reduce((sum, line) => sum + line.quantity, 0);
    if (wanted > quantity)
      throw refuse(`Extensiv has only ${quantity} of ${wanted} units of an item to ship.`, 'nothing-left');
    if (wanted < quantity)
      throw refuse(
        'Extensiv takes a shipment of the whole order, and this is a part of it. Report all of it at once, or enter it at Extensiv.',
        'whole-only',
      );
  }
}

/** As Extensiv spells it in its list of carriers; a carrier that is not listed goes by the name people know. */
async function carrierName({ carrier }: FulfilInput, env: StoreEnv): Promise<string> {
  const list = await askList(env, { name: 'carriers', path: '/v1/shipment/carriers' });
  const names = list.strictList('items', (one) => (one.has('name') ? one.string('name') : ''));
  const wanted = [plain(carrier.name), plain(carrier.slug)];
  return names.find((name) => wanted.includes(plain(name))) ?? carrier.name;
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const [parcel, ...others] = input.parcels;
  if (!parcel)
    throw fail('invalid-input', 'Extensiv takes a shipment with its tracking number only, and none is known.');
  if (others.length > 0)
    throw fail('invalid-input', 'Extensiv takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const order = await current(input, env);
  const there = await reported(input, env);
  if (there) return { kind: 'done', keep: { there: true }, result: there };
  const { kind, hold } = readState(order);
  if (kind === 'cancelled') throw refuse('The order was cancelled at Extensiv.', 'cancelled');
  if (kind === 'shipped')
    throw refuse('Extensiv already has this order marked as shipped, and takes one shipment of an order.', 'shipped');
  if (hold) throw refuse(`${hold.reason} Until then it is not reported.`, 'on-hold');
  checkWhole(input, order);
  return { kind: 'done', keep: { carrier: await carrierName(input, env) } };
}

/** What Extensiv says of the one shipment: `[{ status, processingMessage, shipment }]`. */
function saidOf(answer: unknown): string | undefined {
  const [first] = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return undefined;
  const result = readObject(first).isolated();
  return result.maybe('processingMessage', (n) => result.string(n));
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const answer = await change(env, {
    name: 'external shipment',
    method: 'PUT',
    path: '/v1.1/shipment/external',
    body: {
      notifyCustomer: input.notifyBuyer,
      // Without it the channel where the buyer ordered would not hear of it.
      updateChannel: true,
      shipments: [
        {
          orderId: Number(input.externalOrderId),
          trackingNumber: input.parcels[0]?.trackingNumber ?? '',
          shipMethod: { shippingCarrier: typeof kept.carrier === 'string' ? kept.carrier : input.carrier.name },
          shipDate: env
            .now()
            .toISOString()
            .replace(/\.\d+Z$/, 'Z'),
        },
      ],
    },
  });
  const said = saidOf(answer);
  return { kind: 'done', ...(said !== undefined && { keep: { said } }) };
}

/** A report that is taken need not have been entered: its answer holds a status whose words are not documented. */
async function confirm(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const result = await reported(input, env);
  if (result) return { kind: 'done', result };
  const said = typeof kept.said === 'string' ? ` It said: ${kept.said.replaceAll(/[<>{}]/g, ' ').slice(0, 200)}` : '';
  throw fail(
    'temporary-before-effect',
    `Extensiv took the report and does not show the shipment.${said}`.replace(/(?<![.\s])[.\s]*$/, '.'),
    { vendorCode: 'not-entered' },
  );
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const result = await reported(input, env);
  return result ? { kind: 'found', step, result } : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
    { name: 'confirm', effect: 'read', run: confirm },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 30_000,
};
