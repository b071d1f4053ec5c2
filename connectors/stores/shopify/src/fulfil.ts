/**
 * Reporting parcels: look what is left, then one fulfilment per location, each in a step of its own, since a step makes one
 * call that changes something. A cut-off is settled by looking for a fulfilment with our tracking number.
 */
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, change, userErrors } from './client.ts';
import { allNodes, connectionOf } from './connection.ts';
import { FULFILMENT_CREATE, FULFILMENT_LINES, FULFILMENT_STATE } from './documents.ts';
import {
  ownFulfilment,
  planReports,
  trackingInfo,
  type KnownFulfilment,
  type OpenGroup,
  type OrderState,
  type Report,
} from './fulfil-plan.ts';
import { FULFILMENT_ID, GROUP_ID, GROUP_LINE_ID, LINE_ID, LOCATION_ID } from './ids.ts';

/** An order shipped from more places than this is reported in several parts by the caller. */
export const MOST_LOCATIONS = 5;

const FULFILMENT_STATES: Readonly<Record<string, boolean>> = {
  SUCCESS: true,
  OPEN: true,
  PENDING: true,
  CANCELLED: false,
  ERROR: false,
  FAILURE: false,
};

const locationOf = (owner: ObjectReader): string =>
  owner.has('location') ? owner.object('location').string('id', LOCATION_ID) : '';

const readKnown = (fulfilment: ObjectReader): KnownFulfilment => ({
  id: fulfilment.string('id', FULFILMENT_ID),
  live: fulfilment.choice('status', FULFILMENT_STATES),
  locationId: locationOf(fulfilment),
  trackingNumbers: fulfilment
    .strictList('trackingInfo', (info) => (info.has('number') ? info.string('number') : ''))
    .filter((number) => number !== ''),
});

async function readGroup(group: ObjectReader, env: StoreEnv): Promise<OpenGroup> {
  const id = group.string('id', GROUP_ID);
  const lines = await allNodes(connectionOf(group, 'lineItems'), async (after) => {
    const { data } = await ask(env, { name: 'fulfilment lines', document: FULFILMENT_LINES, variables: { id, after } });
    return connectionOf(data.object('fulfillmentOrder'), 'lineItems');
  });
  const assigned = group.object('assignedLocation');
  const [hold] = group.strictList('fulfillmentHolds', (h) => h.maybe('displayReason', (n) => h.string(n)));
  return {
    id,
    status: group.string('status', /^[A-Z_]+$/),
    locationId: locationOf(assigned),
    locationName: assigned.maybe('name', (n) => assigned.string(n)) ?? '',
    hold,
    lines: lines.map((line) => ({
      id: line.string('id', GROUP_LINE_ID),
      lineId: line.object('lineItem').string('id', LINE_ID),
      remaining: line.integer('remainingQuantity', 0),
    })),
  };
}

async function orderState(input: FulfilInput, env: StoreEnv): Promise<OrderState> {
  const page = async (after?: string): Promise<ObjectReader> => {
    const variables = { id: input.externalOrderId, after };
    const { data } = await ask(env, { name: 'what is left to ship', document: FULFILMENT_STATE, variables });
    if (!data.has('order'))
      throw fail('refused', 'Shopify does not know this order any more, or it is too old for this app.', {
        vendorCode: 'order-unknown',
      });
    return data.object('order');
  };
  const order = await page();
  const groups: OpenGroup[] = [];
  const nodes = await allNodes(connectionOf(order, 'fulfillmentOrders'), async (after) =>
    connectionOf(await page(after), 'fulfillmentOrders'),
  );
  for (const group of nodes) groups.push(await readGroup(group, env));
  return {
    name: order.string('name'),
    cancelled: order.has('cancelledAt'),
    fulfilments: order.strictList('fulfillments', readKnown),
    groups,
  };
}

const ids = (kept: JsonObject): string[] =>
  Array.isArray(kept.fulfilmentIds) ? kept.fulfilmentIds.flatMap((id) => (typeof id === 'string' ? [id] : [])) : [];

/** The plan as the first step kept it. */
const reportsOf = (kept: JsonObject): Report[] =>
  readObject(kept).strictList('reports', (report) => ({
    locationId: report.has('locationId') ? report.string('locationId') : '',
    lineItemsByFulfillmentOrder: report.strictList('lineItemsByFulfillmentOrder', (group) => ({
      fulfillmentOrderId: group.string('fulfillmentOrderId'),
      fulfillmentOrderLineItems: group.strictList('fulfillmentOrderLineItems', (line) => ({
        id: line.string('id'),
        quantity: line.integer('quantity', 1),
      })),
    })),
  }));

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const state = await orderState(input, env);
  // What was reported before, by an earlier attempt or by hand, is not reported again.
  const before = state.fulfilments.filter((f) => ownFulfilment([f], input, f.locationId) !== undefined);
  const reports = planReports(state, input, before.length > 0).filter(
    (report) => ownFulfilment(before, input, report.locationId) === undefined,
  );
  if (reports.length > MOST_LOCATIONS)
    throw fail('invalid-input', `These lines ship from ${reports.length} locations; report them in several parts.`);
  const fulfilmentIds = before.map((f) => f.id);
  return { kind: 'done', keep: { reports, fulfilmentIds }, result: { fulfilmentIds } };
}

const done = (kept: JsonObject, fulfilmentId: string): { keep: JsonObject; result: FulfilResult } => {
  const fulfilmentIds = [...new Set([...ids(kept), fulfilmentId])];
  return { keep: { fulfilmentIds }, result: { fulfilmentIds } };
};

const createStep = (index: number): Step<FulfilInput, FulfilResult, StoreEnv> => ({
  name: index === 0 ? 'create' : `create-${index + 1}`,
  effect: 'create',
  async run(input, kept, env) {
    const report = reportsOf(kept)[index];
    if (!report) return { kind: 'done', result: { fulfilmentIds: ids(kept) } };
    const fulfillment: JsonObject = {
      lineItemsByFulfillmentOrder: report.lineItemsByFulfillmentOrder,
      notifyCustomer: input.notifyBuyer,
      trackingInfo: trackingInfo(input),
    };
    const { data } = await change(env, {
      name: 'report as shipped',
      document: FULFILMENT_CREATE,
      variables: { fulfillment },
    });
    const payload = data.object('fulfillmentCreate');
    const [wrong] = userErrors(payload);
    if (wrong !== undefined)
      throw fail('refused', `Shopify did not take the report: ${wrong.replace(/[<>{}]/g, ' ').replace(/\.?$/, '.')}`, {
        vendorCode: 'user-error',
        vendorMessage: wrong,
      });
    return { kind: 'done', ...done(kept, payload.object('fulfillment').string('id', FULFILMENT_ID)) };
  },
});

const steps: readonly Step<FulfilInput, FulfilResult, StoreEnv>[] = [
  { name: 'plan', effect: 'read', run: plan },
  ...Array.from({ length: MOST_LOCATIONS }, (_v, index) => createStep(index)),
];

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const report = reportsOf(kept)[steps.findIndex((s) => s.name === step) - 1];
  if (!report) return { kind: 'found', step, result: { fulfilmentIds: ids(kept) } };
  const state = await orderState(input, env);
  const fresh = state.fulfilments.filter((f) => !ids(kept).includes(f.id));
  const found = ownFulfilment(fresh, input, report.locationId) ?? byUnits(state, fresh, report, input);
  return found ? { kind: 'found', step, ...done(kept, found.id) } : { kind: 'absent' };
}

/** Without a tracking number there is only this sign: the units are gone, and a fulfilment without a number is there. */
function byUnits(
  state: OrderState,
  fresh: readonly KnownFulfilment[],
  report: Report,
  input: FulfilInput,
): KnownFulfilment | undefined {
  if (input.parcels.length > 0) return undefined;
  const waiting = report.lineItemsByFulfillmentOrder.some(({ fulfillmentOrderId, fulfillmentOrderLineItems }) => {
    const group = state.groups.find((g) => g.id === fulfillmentOrderId);
    return fulfillmentOrderLineItems.some(
      (line) => (group?.lines.find((l) => l.id === line.id)?.remaining ?? 0) >= line.quantity,
    );
  });
  return waiting
    ? undefined
    : fresh.findLast((f) => f.live && f.trackingNumbers.length === 0 && f.locationId === report.locationId);
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps,
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
