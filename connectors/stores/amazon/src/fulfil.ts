/**
 * Reporting parcels: look what is left, then one confirmation per parcel, each in a step of its own. The package's number within
 * the order is made of its tracking number, so a confirmation that is sent again is the same package; a cut-off is settled by
 * looking for it among the order's packages. Amazon takes nothing back.
 */
import { createHash } from 'node:crypto';
import { dealOut, type DealtParcel } from '@scanship/connector-kit/store/deal-out';
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierOf } from './carriers.ts';
import { askMaybe, change } from './client.ts';
import type { AmazonManifest } from './manifest-family.ts';
import { isOurs, LINE_ID, ORDER_ID, stateOf, unitsOf } from './order-reader.ts';
import { orderCall } from './orders.ts';

/** More parcels than this in one report come in several. */
export const MOST_PARCELS = 10;
/** Amazon refuses days in the future, and our clock may be ahead of its. */
const BEHIND_MS = 120_000;
const PACKAGES = 'FULFILLMENT,CANCELLATION,PACKAGES';

/** A number within the order, the same for the same tracking number ("Only positive numeric values are supported"). */
export function packageNumber(trackingNumber: string): string {
  const hash = createHash('sha256').update(trackingNumber.trim().toUpperCase()).digest();
  return String(1 + (hash.readUInt32BE(0) % 999_999_999));
}

const refuse = (message: string, vendorCode: string): Error => fail('refused', message, { vendorCode });

interface Package {
  readonly id: string;
  readonly trackingNumber: string;
}

interface OrderNow {
  readonly placedAt: string;
  readonly remaining: ReadonlyMap<string, number>;
  readonly packages: readonly Package[];
  readonly cancelled: boolean;
  readonly cancelAsked: boolean;
}

const hasCancelWish = (item: ObjectReader): boolean =>
  item.has('cancellation') && item.object('cancellation').has('cancellationRequest');

async function orderNow(manifest: AmazonManifest, orderId: string, env: StoreEnv): Promise<OrderNow> {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of an Amazon order.');
  const answer = await askMaybe(env, orderCall(orderId, PACKAGES));
  if (!answer) throw refuse('Amazon does not know this order, or it is older than two years.', 'order-unknown');
  const order = answer.object('order');
  if (!isOurs(order, manifest))
    throw refuse('Amazon does not let this order be shipped from here: it is pending, or Amazon ships it.', 'not-ours');
  const state = stateOf(order);
  const items = order.strictList('orderItems', (item) => {
    const { quantity, shipped, cancelled } = unitsOf(item, state);
    return { id: item.string('orderItemId', LINE_ID), left: quantity - shipped - cancelled, wish: hasCancelWish(item) };
  });
  const packages = order.has('packages')
    ? order.strictList('packages', (one) => ({
        id: one.string('packageReferenceId'),
        trackingNumber: one.has('trackingNumber') ? one.string('trackingNumber') : '',
        dead: one.has('packageStatus') && one.object('packageStatus').string('status') === 'CANCELLED',
      }))
    : [];
  return {
    placedAt: order.instant('createdTime'),
    remaining: new Map(items.map(({ id, left }) => [id, left])),
    packages: packages.filter(({ dead }) => !dead),
    cancelled: state === 'cancelled',
    cancelAsked: items.some(({ wish }) => wish),
  };
}

const plan =
  (manifest: AmazonManifest) =>
  async (input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> => {
    const all = dealOut(
      { lines: input.lines, parcels: input.parcels.map((p) => ({ trackingNumber: p.trackingNumber.trim() })) },
      'Amazon',
      MOST_PARCELS,
    );
    if (all.some(({ trackingNumber }) => trackingNumber === ''))
      throw fail('invalid-input', 'Amazon needs a tracking number for every parcel.');
    const now = await orderNow(manifest, input.externalOrderId, env);
    // What was reported before, by an earlier attempt or by hand, is not reported again.
    const before = now.packages.filter((p) => all.some((r) => r.trackingNumber === p.trackingNumber));
    const reports = all.filter((r) => !before.some((p) => p.trackingNumber === r.trackingNumber));
    const fulfilmentIds = before.map((p) => p.id);
    if (reports.length > 0) {
      if (now.cancelled) throw refuse('The order was cancelled at Amazon.', 'cancelled');
      if (now.cancelAsked)
        throw refuse('The buyer asked to cancel this order; it has to be decided at Amazon first.', 'cancel-asked');
    }
    checkLeft(reports, now.remaining);
    const shipped = Math.max(env.now().getTime() - BEHIND_MS, Date.parse(now.placedAt));
    return {
      kind: 'done',
      keep: {
        reports: reports.map(({ trackingNumber, lines }) => ({ trackingNumber, lines: lines.map((l) => ({ ...l })) })),
        fulfilmentIds,
        shipDate: new Date(shipped).toISOString(),
      },
      result: { fulfilmentIds },
    };
  };

function checkLeft(reports: readonly DealtParcel[], remaining: ReadonlyMap<string, number>): void {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of reports.flatMap((r) => r.lines))
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  for (const [line, quantity] of wanted) {
    const left = remaining.get(line);
    if (left === undefined) throw refuse('Amazon does not know one of these items in the order.', 'line-unknown');
    if (left < quantity)
      throw refuse(
        left <= 0
          ? 'Amazon already has these items marked as shipped.'
          : `Amazon has only ${left} of ${quantity} units of an item left to ship.`,
        'shipped',
      );
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? [one] : [])) : [];

/** The plan as the first step kept it. */
const reportsOf = (kept: JsonObject): DealtParcel[] =>
  readObject(kept).strictList('reports', (report) => ({
    trackingNumber: report.string('trackingNumber'),
    lines: report.strictList('lines', (line) => ({
      externalLineId: line.string('externalLineId'),
      quantity: line.integer('quantity', 1),
    })),
  }));

const done = (kept: JsonObject, id: string): { keep: JsonObject; result: FulfilResult } => {
  const fulfilmentIds = [...new Set([...texts(kept['fulfilmentIds']), id])];
  return { keep: { fulfilmentIds }, result: { fulfilmentIds } };
};

const confirmStep = (manifest: AmazonManifest, index: number): Step<FulfilInput, FulfilResult, StoreEnv> => ({
  name: index === 0 ? 'confirm' : `confirm-${index + 1}`,
  effect: 'create',
  async run(input, kept, env) {
    const report = reportsOf(kept)[index];
    if (!report) return { kind: 'done', result: { fulfilmentIds: texts(kept['fulfilmentIds']) } };
    const packageReferenceId = packageNumber(report.trackingNumber);
    await change(env, {
      name: 'confirm a shipment',
      // Version 0 is where confirming still stands; the version that orders are read with has no such call.
      path: `/orders/v0/orders/${encodeURIComponent(input.externalOrderId)}/shipmentConfirmation`,
      rate: 2,
      body: {
        marketplaceId: manifest.marketplace.id,
        packageDetail: {
          packageReferenceId,
          ...carrierOf(input.carrier),
          trackingNumber: report.trackingNumber,
          shipDate: readObject(kept).instant('shipDate'),
          orderItems: report.lines.map((l) => ({ orderItemId: l.externalLineId, quantity: l.quantity })),
        },
      },
    });
    return { kind: 'done', ...done(kept, packageReferenceId) };
  },
});

export function fulfilment(manifest: AmazonManifest): SteppedOperation<FulfilInput, FulfilResult, StoreEnv> {
  const steps: readonly Step<FulfilInput, FulfilResult, StoreEnv>[] = [
    { name: 'plan', effect: 'read', run: plan(manifest) },
    ...Array.from({ length: MOST_PARCELS }, (_v, index) => confirmStep(manifest, index)),
  ];
  async function recover(
    input: FulfilInput,
    step: string,
    kept: JsonObject,
    env: StoreEnv,
  ): Promise<Recovery<FulfilResult>> {
    const report = reportsOf(kept)[steps.findIndex((s) => s.name === step) - 1];
    if (!report) return { kind: 'found', step, result: { fulfilmentIds: texts(kept['fulfilmentIds']) } };
    const { packages } = await orderNow(manifest, input.externalOrderId, env);
    const found = packages.find((p) => p.trackingNumber === report.trackingNumber);
    return found ? { kind: 'found', step, ...done(kept, found.id) } : { kind: 'absent' };
  }
  // What Amazon shows is about two minutes behind.
  return { steps, recovery: 'by-reference', recover, settleAfterMs: 180_000 };
}
