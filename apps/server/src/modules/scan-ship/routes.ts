import * as calls from '@scanship/contracts/printing/scan-ship';
import type { ScannedOrder } from '@scanship/contracts/printing/scan-ship';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { ok } from '@scanship/domain/values/result';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { RequestContext } from '../../platform/context.ts';
import { data, type FileAnswer, type Route, route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { StoredFile, BuyerPages } from '../documents/index.ts';
import { changeState } from '../orders/index.ts';
import { readPackages } from '../packages/index.ts';
import {
  awaitShipment,
  cancelShipment,
  INTERACTIVE_WAIT_MS,
  readShipments,
  whyNotCancelled,
} from '../shipments/index.ts';
import { boxOf, findOrders, readAtTable, toScanned } from './look-up.ts';
import { commandSheet, paperOf } from './papers.ts';
import { NOT_FOUND, type ScanDeps, shipScannedOrder, type ShipInput, wishFor } from './ship.ts';
import { readSelection, readSetting, writeSelection, writeSetting } from './settings.ts';
import { serviceOfSetting, wishOfSetting } from './station-wish.ts';
import { questionOf, scanWish } from './wish.ts';

export interface ScanRouteDeps extends ScanDeps {
  readonly blobs: Blobs;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
  readonly accounts: CarriersModule['accounts'];
  readonly now: () => Date;
}

const file = (found: Outcome<StoredFile>): Outcome<FileAnswer> =>
  found.ok ? ok({ kind: 'file', ...found.value, inline: true }) : found;

const DONE: ReadonlySet<ScannedOrder['fulfillmentStatus']> = new Set(['Fulfilled', 'Manual-Fulfilled', 'Cancelled']);

export function scanShipRoutes(deps: ScanRouteDeps): readonly Route[] {
  const { db, rating } = deps;

  /** Buying is the same whichever call asks for it. */
  async function ship(ctx: RequestContext, input: ShipInput, key: string | undefined) {
    const shipped = await shipScannedOrder(deps, ctx, input, key);
    if (!shipped.ok) return shipped;
    const { state } = shipped.value.shipment;
    return data(shipped.value, {
      status: state === 'buying' ? 202 : 200,
      ...(state === 'bought' ? { successMessage: 'Shipment created successfully.' } : {}),
    });
  }

  async function scannedOrders(
    ctx: RequestContext,
    orderIds: readonly string[],
    foundBy: ScannedOrder['foundBy'],
    machineId: string | undefined,
    stationId?: string,
  ): Promise<ScannedOrder[]> {
    const [at, setting] = await Promise.all([
      readAtTable(db, ctx, orderIds),
      db.tenant(ctx, (tx) => readSetting(tx, ctx, machineId), { readOnly: true }),
    ]);
    const orders = orderIds.flatMap((id) => {
      const each = at.get(id);
      return each ? [{ at: each, scan: scanWish(each, setting, {}, boxOf(each.boxes, setting.packageId)) }] : [];
    });
    const shown = orders.map((each) => ({ ...each, order: toScanned(each.at, each.scan, foundBy, stationId) }));
    const open = shown.filter(({ order }) => !DONE.has(order.fulfillmentStatus) && order.blocked === null);
    const [only] = open;
    // One that will be chosen by itself: its carriers are asked while the packer looks at it.
    if (only && open.length === 1) beginFor(ctx, { ...wishOfSetting(setting), orderId: only.order.id, stationId });
    return shown.map(({ order }) => order);
  }

  /** Asks beforehand what the ship call of the same wish will ask. */
  function beginFor(ctx: RequestContext, input: Parameters<typeof wishFor>[2]): void {
    if (!ctx.rights.has('labels.buy')) return;
    rating.begin(ctx, async () => {
      const wished = await wishFor(deps, ctx, input);
      if (!wished.ok) return undefined;
      const { scan } = wished.value;
      return { wish: scan.wish, question: questionOf(scan, input.orderId, input.options) };
    });
  }

  return [
    route(calls.scanOrder, async ({ ctx, params, query }) => {
      const found = await db.tenant(
        ctx,
        (tx) => findOrders(tx, { tenantId: ctx.tenantId, scanned: params.orderNumber, storeId: query.storeId }),
        { readOnly: true },
      );
      return data({
        orders: await scannedOrders(ctx, found.orderIds, found.foundBy, query.machineId, query.stationId),
      });
    }),

    route(calls.saveScanSelection, async ({ ctx, body }) => {
      const { machineId, ...selection } = body;
      const wished = await wishFor(deps, ctx, selection);
      if (!wished.ok) return wished;
      await db.tenant(ctx, (tx) => writeSelection(tx, ctx, machineId, selection));
      const setting = await db.tenant(ctx, (tx) => readSetting(tx, ctx, machineId), { readOnly: true });
      beginFor(ctx, { ...serviceOfSetting(setting), ...selection });
      return data({ saveSelection: selection });
    }),

    route(calls.shipScanned, ({ ctx, body, idempotencyKey }) => ship(ctx, body, idempotencyKey)),
    route(calls.shipScannedByCarrier, ({ ctx, body, idempotencyKey }) => ship(ctx, body, idempotencyKey)),
    route(calls.shipScannedByDetails, async ({ ctx, body, idempotencyKey }) => {
      if (((body.quoteId ?? null) === null) !== ((body.rateId ?? null) === null))
        return problem('validation', {
          errors: [{ field: 'rateId', message: 'A chosen rate is named by its quote and itself.' }],
        });
      return ship(ctx, body, idempotencyKey);
    }),

    route(calls.rateScanned, async ({ ctx, body }) => {
      const wished = await wishFor(deps, ctx, body);
      if (!wished.ok) return wished;
      const { scan } = wished.value;
      const rated = await rating.rate(ctx, scan.wish, questionOf(scan, body.orderId, body.options));
      if (!rated.ok) return rated;
      const value = (rate: calls.ScanQuote): number => rate.compare?.minor ?? rate.price.minor;
      return data({
        scanShipQuote: [...rated.value.rates].toSorted((a, b) => value(a) - value(b)),
        problems: rated.value.problems.map(({ grantId, carrierName, message, canRetry }) => ({
          grantId,
          carrierName,
          message,
          canRetry,
        })),
      });
    }),

    route(calls.printScanned, async ({ ctx, body }) =>
      file(await paperOf(deps, ctx, body.shipmentId, body.documentType ?? 'SHIPPING_LABEL')),
    ),

    route(calls.getScannedShipment, async ({ ctx, params }) => {
      const [shipment] = await db.tenant(ctx, (tx) => readShipments(tx, ctx.tenantId, [params.id], deps.ports.grants));
      return shipment ? data({ shipment }) : problem('not_found');
    }),

    route(calls.voidScanned, async ({ ctx, body }) => {
      const asked = await cancelShipment(deps, ctx, body.shipmentId);
      if (!asked.ok) return asked;
      const state = await awaitShipment(deps, ctx.tenantId, body.shipmentId, deps.waitMs ?? INTERACTIVE_WAIT_MS);
      const [shipment] = await db.tenant(ctx, (tx) =>
        readShipments(tx, ctx.tenantId, [body.shipmentId], deps.ports.grants),
      );
      if (!shipment) return problem('not_found');
      if (state === 'voiding') return data({ shipment }, { status: 202 });
      return state === 'voided'
        ? data({ shipment }, { successMessage: 'Shipment cancelled.' })
        : whyNotCancelled(shipment);
    }),

    route(calls.holdScanned, async ({ ctx, body }) => {
      const outcome = await db.tenant(ctx, (tx) =>
        changeState(ctx, tx, { command: 'hold', orderIds: [body.orderId], reason: body.reason, now: deps.now() }),
      );
      const [refused] = outcome.problems;
      if (refused)
        return refused.code === 'not_found' ? NOT_FOUND : problem('order_not_shippable', { message: refused.message });
      const [order] = await scannedOrders(ctx, [body.orderId], 'number', undefined);
      return order ? data({ order }, { successMessage: 'On hold.' }) : NOT_FOUND;
    }),

    route(calls.getScanSetting, async ({ ctx, query }) => {
      const { machineId } = query;
      const [accounts, kept] = await Promise.all([
        deps.accounts(ctx),
        db.tenant(
          ctx,
          async (tx) => ({
            setting: await readSetting(tx, ctx, machineId),
            saveSelection: await readSelection(tx, ctx, machineId),
            packages: await readPackages(tx, (slug) => slug),
            stores: await tx
              .selectFrom('stores')
              .select(['id', 'name'])
              .where('tenant_id', '=', ctx.tenantId)
              .where('deleted_at', 'is', null)
              .orderBy('name')
              .execute(),
          }),
          { readOnly: true },
        ),
      ]);
      return data({
        machineId: machineId ?? null,
        setting: kept.setting,
        saveSelection: kept.saveSelection,
        choices: {
          stores: kept.stores,
          carriers: accounts
            .filter(({ state }) => state !== 'paused')
            .map(({ grantId, carrierName, name, services }) => ({
              grantId,
              name: name === carrierName ? name : `${carrierName} (${name})`,
              services: services.filter(({ enabled }) => enabled).map((each) => ({ code: each.code, name: each.name })),
            })),
          packages: kept.packages.map(({ id, name, isDefault }) => ({ id, name, isDefault })),
        },
      });
    }),

    route(calls.addScanSetting, async ({ ctx, body }) => {
      await db.tenant(ctx, (tx) => writeSetting(tx, ctx, body.machineId, body.setting));
      return data({ setting: body.setting }, { successMessage: 'Settings saved.' });
    }),

    route(calls.scanCommandSheet, async ({ ctx, query }) =>
      file(await commandSheet(deps, ctx, query.paper ?? 'letter')),
    ),
  ];
}
