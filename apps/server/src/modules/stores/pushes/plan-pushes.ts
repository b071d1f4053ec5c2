/**
 * Plans what a store is told when its order's shipment is bought or voided, in the transaction that records it. Nothing is
 * called here: the journal sends it afterwards.
 */
import { sql } from 'kysely';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { Tx } from '../../../platform/database/database.ts';
import type { ShipmentBought, ShipmentFollower, ShipmentVoided, ShippedOrder } from '../../shipments/index.ts';
import { openNotices } from '../notices.ts';
import { findStore } from '../store-registry.ts';
import type { StoredSettings, StoreState } from '../store-rows.ts';
import { dealParcels } from './deal-parcels.ts';
import { planEndedMarks } from './plan-manual.ts';
import { dropPush, insertPush, isSettled, type PushPayload, type PushRow, readPushes } from './push-rows.ts';

interface OrderAtStore {
  readonly storeId: string;
  readonly storeName: string;
  readonly live: boolean;
  readonly state: StoreState;
  readonly externalId: string;
  readonly settings: StoredSettings;
  readonly manifest: StoreManifest;
  readonly notifyBuyer: boolean;
}

export const pushPlanner: ShipmentFollower = {
  async onShipmentBought(tx, shipment) {
    for (const order of shipment.orders) await planPush(tx, shipment, order);
  },
  async onShipmentVoided(tx, shipment) {
    for (const { orderId } of shipment.orders) await planWithdrawals(tx, shipment, orderId);
    await planEndedMarks(
      tx,
      shipment,
      shipment.orders.map(({ orderId }) => orderId),
    );
  },
};

/** Undefined for orders of no platform, and of one that takes no reports. */
async function orderAtStore(tx: Tx, orderId: string): Promise<OrderAtStore | undefined> {
  const { rows } = await sql<{
    store_id: string;
    name: string;
    mode: string;
    state: StoreState;
    platform_code: string;
    external_id: string;
    settings: StoredSettings;
    usual: boolean | null;
  }>`SELECT s.id AS store_id, s.name, s.mode, s.state, s.platform_code, o.external_id, s.settings,
      (SELECT c.notify_buyer FROM customer_settings c) AS usual
    FROM orders o JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.id = ${orderId} AND o.source = 'store'`.execute(tx);
  const row = rows[0];
  const manifest = row && findStore(row.platform_code)?.manifest;
  if (!row || !manifest?.capabilities.fulfil) return undefined;
  return {
    storeId: row.store_id,
    storeName: row.name,
    live: row.mode === 'live',
    state: row.state,
    externalId: row.external_id,
    settings: row.settings,
    manifest,
    notifyBuyer: row.settings.notifyBuyer ?? row.usual ?? true,
  };
}

async function planPush(tx: Tx, shipment: ShipmentBought, order: ShippedOrder): Promise<void> {
  const at = await orderAtStore(tx, order.orderId);
  // Where the seller reports by himself nothing goes out on its own; what was reported is still taken back.
  if (!at || at.settings.imports?.autoFulfil === false) return;
  if (shipment.test && at.live) {
    // A buyer must not be told of a parcel that will never travel.
    await openNotices(tx, shipment.tenantId, [
      {
        storeId: at.storeId,
        orderId: order.orderId,
        code: 'test-label',
        message: `The label is a test, so ${at.storeName} was not told.`,
        nextStep: 'Cancel the test label and ship with a live carrier account.',
      },
    ]);
    return;
  }
  const before = shipment.replacesId === undefined ? [] : await pushesOf(tx, order.orderId, shipment.replacesId);
  // The label that is replaced had reported these items: its report goes first, then the new one says the same items.
  const items = order.items.length > 0 ? order.items : mergedLines(before);
  if (items.length === 0) return;
  const after = await takeBack(tx, { ...shipment, at, pushes: before, orderId: order.orderId });
  const { reports, unreported } = await reportsOf(tx, shipment, at.manifest, order.orderId, items);
  if (unreported.length > 0)
    await openNotices(tx, shipment.tenantId, [
      {
        storeId: at.storeId,
        orderId: order.orderId,
        code: 'tell-store',
        message: `${at.storeName} takes one tracking number for each unit, so it was not told of ${unreported.join(', ')}.`,
        nextStep: 'Enter the number at the store by hand, or tell the buyer.',
      },
    ]);
  for (const report of reports) {
    const payload: PushPayload = {
      storeId: at.storeId,
      shipmentId: shipment.shipmentId,
      key: [shipment.shipmentId, order.orderId, report.parcel ?? 'all'].join(':'),
      attempt: 1,
      after,
      lines: report.lines.map(({ line, quantity }) => ({ line, quantity })),
      trackingNumbers: report.parcels.map(({ trackingNumber }) => trackingNumber),
      carrierName: shipment.carrier.name,
      parcel: report.parcel,
      input: {
        externalOrderId: at.externalId,
        lines: report.lines.map(({ externalLineId, group, quantity }) => ({ externalLineId, group, quantity })),
        parcels: report.parcels.map(({ trackingNumber, trackingUrl }) => ({ trackingNumber, trackingUrl })),
        carrier: shipment.carrier,
        notifyBuyer: at.notifyBuyer,
      },
    };
    await insertPush(tx, {
      tenantId: shipment.tenantId,
      kind: 'fulfilment_push',
      orderId: order.orderId,
      payload,
      dueInMs: after.length > 0 ? null : 0,
      userId: shipment.userId,
    });
  }
}

interface ReportLine {
  readonly line: number;
  readonly quantity: number;
  readonly externalLineId: string;
  readonly group: string | undefined;
}

interface PlannedReport {
  readonly parcel: number | undefined;
  readonly lines: readonly ReportLine[];
  readonly parcels: ShipmentBought['parcels'];
}

interface PlannedReports {
  readonly reports: readonly PlannedReport[];
  /** Numbers the platform cannot take: more parcels than units. */
  readonly unreported: readonly string[];
}

/** One report with all numbers where the platform can, else one for each parcel with the items in it. */
async function reportsOf(
  tx: Tx,
  shipment: ShipmentBought,
  manifest: StoreManifest,
  orderId: string,
  items: ShippedOrder['items'],
): Promise<PlannedReports> {
  const { rows: known } = await sql<{ line: number; external_line_id: string | null; external_group: string | null }>`
    SELECT line, external_line_id, external_group FROM order_items WHERE order_id = ${orderId}`.execute(tx);
  const named = (each: { readonly line: number; readonly quantity: number }): ReportLine[] => {
    const row = known.find((item) => item.line === each.line);
    return row?.external_line_id == null || each.quantity < 1
      ? []
      : [{ ...each, externalLineId: row.external_line_id, group: row.external_group ?? undefined }];
  };
  if (manifest.capabilities.severalParcels || shipment.parcels.length === 1)
    return {
      reports: [{ parcel: undefined, lines: items.flatMap(named), parcels: shipment.parcels }].filter(
        ({ lines }) => lines.length > 0,
      ),
      unreported: [],
    };
  const { rows: inParcels } = await sql<{
    parcel_no: number;
    line: number;
    quantity: number;
  }>`SELECT parcel_no, line, qty AS quantity
    FROM shipment_items WHERE shipment_id = ${shipment.shipmentId} AND order_id = ${orderId} ORDER BY parcel_no, line`.execute(
    tx,
  );
  // Only what can be named at the store counts, so that no report is left with nothing to say.
  const nameable = inParcels.flatMap(({ parcel_no, ...item }) =>
    named(item).map(({ line, quantity }) => ({ parcel: parcel_no, line, quantity })),
  );
  if (nameable.length === 0) return NOTHING;
  const { reports, unreported } = dealParcels(shipment.parcels, nameable);
  return {
    reports: reports.map(({ parcel, items: packed }) => ({
      parcel: parcel.number,
      lines: packed.flatMap(named),
      parcels: [parcel],
    })),
    unreported: unreported.map(({ trackingNumber }) => trackingNumber),
  };
}

const NOTHING: PlannedReports = { reports: [], unreported: [] };

/** Reports about one order and shipment, the newest attempt of each. */
async function pushesOf(tx: Tx, orderId: string, shipmentId: string): Promise<PushRow[]> {
  const rows = await readPushes(
    tx,
    sql`subject_id = ${orderId} AND kind = 'fulfilment_push' AND payload ->> 'shipmentId' = ${shipmentId}`,
    { lock: true },
  );
  return rows.filter(({ payload }) => payload.superseded !== true);
}

function mergedLines(pushes: readonly PushRow[]): ShippedOrder['items'] {
  const units = new Map<number, number>();
  for (const { payload } of pushes)
    for (const { line, quantity } of payload.lines) units.set(line, (units.get(line) ?? 0) + quantity);
  return [...units].map(([line, quantity]) => ({ line, quantity }));
}

async function planWithdrawals(tx: Tx, shipment: ShipmentVoided, orderId: string): Promise<void> {
  const pushes = await pushesOf(tx, orderId, shipment.shipmentId);
  if (pushes.length === 0) return;
  const at = await orderAtStore(tx, orderId);
  if (!at) return;
  const voided = new Set(shipment.voidedParcels.map(({ trackingNumber }) => trackingNumber));
  // A report that names a parcel which still travels stays; the store's numbers are then partly void.
  const whole = pushes.filter(
    ({ payload }) => shipment.whole || payload.trackingNumbers.every((number) => voided.has(number)),
  );
  await takeBack(tx, { ...shipment, at, pushes: whole, orderId });
  const partly = pushes.filter(
    (push) => !whole.includes(push) && push.payload.trackingNumbers.some((number) => voided.has(number)),
  );
  if (partly.length > 0) await tellSeller(tx, shipment.tenantId, orderId, at, [...voided]);
}

/**
 * Takes reports back: those that were not begun are dropped, the others withdrawn once they are settled.
 * @returns what a new report of the same items must wait for
 */
async function takeBack(
  tx: Tx,
  given: {
    readonly tenantId: string;
    readonly userId: string | null;
    readonly orderId: string;
    readonly at: OrderAtStore;
    readonly pushes: readonly PushRow[];
  },
): Promise<readonly string[]> {
  const { tenantId, orderId, at } = given;
  const waits: string[] = [];
  const untold: string[] = [];
  for (const push of given.pushes) {
    if (push.state === 'refused' || push.state === 'absent' || push.state === 'voided') continue;
    const unsent = push.state === 'planned' || push.state === 'reserved';
    if (unsent && (await dropPush(tx, push.id, 'not-sent', 'The label was cancelled before the store was told.')))
      continue;
    if (!at.manifest.capabilities.withdraw) {
      untold.push(...push.payload.trackingNumbers);
      continue;
    }
    const settled = isSettled(push.state);
    const open = await readPushes(
      tx,
      sql`subject_id = ${orderId} AND kind = 'fulfilment_cancel' AND payload ->> 'pushId' = ${push.id}
        AND state NOT IN ('refused', 'absent')`,
    );
    const known = open.at(-1)?.id;
    waits.push(
      known ??
        (await insertPush(tx, {
          tenantId,
          kind: 'fulfilment_cancel',
          orderId,
          payload: {
            storeId: push.payload.storeId,
            shipmentId: push.payload.shipmentId,
            key: `withdraw:${push.id}`,
            attempt: 1,
            after: settled ? [] : [push.id],
            lines: push.payload.lines,
            trackingNumbers: push.payload.trackingNumbers,
            carrierName: push.payload.carrierName,
            pushId: push.id,
          },
          dueInMs: settled ? 0 : null,
          userId: given.userId,
        })),
    );
  }
  if (untold.length > 0) await tellSeller(tx, tenantId, orderId, at, untold);
  return waits;
}

/** The platform cannot take it back: the seller has to. */
const tellSeller = (
  tx: Tx,
  tenantId: string,
  orderId: string,
  at: OrderAtStore,
  trackingNumbers: readonly string[],
): Promise<void> =>
  openNotices(tx, tenantId, [
    {
      storeId: at.storeId,
      orderId,
      code: 'tell-store',
      message: `${at.storeName} still shows ${trackingNumbers.join(', ')}, which is cancelled; it cannot be taken back from here.`,
      nextStep: `Remove the tracking number at ${at.storeName} by hand.`,
    },
  ]);
