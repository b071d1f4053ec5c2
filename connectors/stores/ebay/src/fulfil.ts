/**
 * Reporting parcels: look what is left, then one fulfilment per parcel, each in a step of its own. With a number, the number is
 * the fulfilment's id at eBay, so a cut-off is settled by looking for it. eBay takes nothing back.
 */
import { dealOut } from '@scanship/connector-kit/store/deal-out';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierCode } from './carriers.ts';
import { askMaybe, create } from './client.ts';
import { fulfilmentsOf, fulfilmentsPath, plainNumber, unitsOf, type Fulfilment } from './fulfilments.ts';
import { cancellation, LINE_ID, ORDER_ID } from './order-reader.ts';

/** More parcels than this in one report come in several. */
export const MOST_PARCELS = 10;

/** One parcel as it is reported; the number is empty where none is known. */
export interface Report {
  readonly trackingNumber: string;
  readonly lineItems: readonly { readonly lineItemId: string; readonly quantity: number }[];
}

/**
 * One report a parcel; without a number the whole is one report.
 * @throws ConnectorError `invalid-input` for more parcels than units: a unit travels in one parcel only
 */
export function reportPerParcel(input: Pick<FulfilInput, 'lines' | 'parcels'>): Report[] {
  const numbers = input.parcels.map((parcel) => ({ trackingNumber: plainNumber(parcel.trackingNumber) }));
  const parcels = numbers.length === 0 ? [{ trackingNumber: '' }] : numbers;
  return dealOut({ lines: input.lines, parcels }, 'eBay', MOST_PARCELS).map(({ trackingNumber, lines }) => ({
    trackingNumber,
    lineItems: lines.map(({ externalLineId, quantity }) => ({ lineItemId: externalLineId, quantity })),
  }));
}

const refuse = (message: string, vendorCode: string): Error => fail('refused', message, { vendorCode });

interface OrderState {
  readonly remaining: ReadonlyMap<string, number>;
  readonly fulfilments: readonly Fulfilment[];
  readonly cancel: 'no' | 'asked' | 'done';
}

async function orderState(orderId: string, env: StoreEnv): Promise<OrderState> {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of an eBay order.');
  const path = `/sell/fulfillment/v1/order/${encodeURIComponent(orderId)}`;
  const order = await askMaybe(env, { name: 'order', path }, [400, 404]);
  if (!order) throw refuse('eBay does not know this order, or it is older than two years.', 'order-unknown');
  const fulfilments = await fulfilmentsOf(orderId, env);
  const shipped = unitsOf(fulfilments);
  const lines = order.strictList('lineItems', (line) => {
    const id = line.string('lineItemId', LINE_ID);
    const all = line.string('lineItemFulfillmentStatus', /^[A-Z_]+$/) === 'FULFILLED';
    return [id, all ? 0 : line.integer('quantity', 1) - (shipped.get(id) ?? 0)] as const;
  });
  return { remaining: new Map(lines), fulfilments, cancel: cancellation(order) };
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const all = reportPerParcel(input);
  const state = await orderState(input.externalOrderId, env);
  // What was reported before, by an earlier attempt or by hand, is not reported again.
  const before = state.fulfilments.filter(
    (f) => f.trackingNumber !== '' && all.some((r) => r.trackingNumber === f.trackingNumber),
  );
  const reports = all.filter((r) => !before.some((f) => f.trackingNumber === r.trackingNumber));
  const fulfilmentIds = before.map((f) => f.id);
  if (reports.length > 0) {
    if (state.cancel === 'done') throw refuse('The order was cancelled at eBay.', 'cancelled');
    if (state.cancel === 'asked')
      throw refuse('A cancellation was asked for at eBay; it has to be decided there first.', 'cancel-asked');
  }
  const wanted = unitsOf(reports.map((r) => ({ id: '', trackingNumber: '', lines: r.lineItems })));
  for (const [line, quantity] of wanted) {
    const remaining = state.remaining.get(line);
    if (remaining === undefined) throw refuse('eBay does not know one of these items in the order.', 'line-unknown');
    if (remaining < quantity)
      throw refuse(
        remaining <= 0
          ? 'eBay already has these items marked as shipped.'
          : `eBay has only ${remaining} of ${quantity} units of an item left to ship.`,
        'shipped',
      );
  }
  const known = state.fulfilments.map((f) => f.id);
  return {
    kind: 'done',
    keep: {
      reports: reports.map((r) => ({ ...r, lineItems: r.lineItems.map((l) => ({ ...l })) })),
      fulfilmentIds,
      known,
    },
    result: { fulfilmentIds },
  };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? [one] : [])) : [];

/** The plan as the first step kept it. */
const reportsOf = (kept: JsonObject): Report[] =>
  readObject(kept).strictList('reports', (report) => ({
    trackingNumber: report.has('trackingNumber') ? report.string('trackingNumber') : '',
    lineItems: report.strictList('lineItems', (line) => ({
      lineItemId: line.string('lineItemId'),
      quantity: line.integer('quantity', 1),
    })),
  }));

const done = (kept: JsonObject, id: string): { keep: JsonObject; result: FulfilResult } => {
  const fulfilmentIds = [...new Set([...texts(kept['fulfilmentIds']), id])];
  return { keep: { fulfilmentIds }, result: { fulfilmentIds } };
};

const createStep = (index: number): Step<FulfilInput, FulfilResult, StoreEnv> => ({
  name: index === 0 ? 'create' : `create-${index + 1}`,
  effect: 'create',
  async run(input, kept, env) {
    const report = reportsOf(kept)[index];
    if (!report) return { kind: 'done', result: { fulfilmentIds: texts(kept['fulfilmentIds']) } };
    const { trackingNumber, lineItems } = report;
    const id = await create(env, {
      name: 'report a parcel',
      path: fulfilmentsPath(input.externalOrderId),
      // Without a date of its own it is eBay's now; ours could be in eBay's future, which it refuses.
      body: {
        lineItems,
        ...(trackingNumber !== '' && { shippingCarrierCode: carrierCode(input.carrier), trackingNumber }),
      },
    });
    return { kind: 'done', ...done(kept, id) };
  },
});

const steps: readonly Step<FulfilInput, FulfilResult, StoreEnv>[] = [
  { name: 'plan', effect: 'read', run: plan },
  ...Array.from({ length: MOST_PARCELS }, (_v, index) => createStep(index)),
];

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const report = reportsOf(kept)[steps.findIndex((s) => s.name === step) - 1];
  if (!report) return { kind: 'found', step, result: { fulfilmentIds: texts(kept['fulfilmentIds']) } };
  const before = [...texts(kept['known']), ...texts(kept['fulfilmentIds'])];
  const fulfilments = await fulfilmentsOf(input.externalOrderId, env);
  // Without a number there is only this sign: a fulfilment that was not there, with the very units.
  const found =
    report.trackingNumber === ''
      ? fulfilments.find(
          (f) =>
            !before.includes(f.id) &&
            f.trackingNumber === '' &&
            report.lineItems.every((l) =>
              f.lines.some((x) => x.lineItemId === l.lineItemId && x.quantity === l.quantity),
            ),
        )
      : fulfilments.find((f) => f.trackingNumber === report.trackingNumber);
  return found ? { kind: 'found', step, ...done(kept, found.id) } : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps,
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
