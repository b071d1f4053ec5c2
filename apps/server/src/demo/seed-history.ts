/**
 * Gives the demo a past: orders that were shipped with the franchise's own courier, priced by its rate sheet, booked on both
 * levels, and fulfilled. Everything a dashboard shows of it is derived from these rows.
 */
import { createHash, randomUUID } from 'node:crypto';
import { destinationZones } from '@scanship/domain/pricing/destination-zones';
import type { JsonObject } from '@scanship/domain/values/json';
import { priceChain } from '@scanship/domain/pricing/pricing';
import { rateShipment } from '@scanship/domain/rating/rate-shipment';
import { readRateSheet } from '@scanship/domain/rating/read-rate-sheet';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Application } from '../application.ts';
import { type Chain, confirmPurchase, reservePurchase, reversePurchase } from '../modules/billing/index.ts';
import {
  allocateItems,
  applyShipped,
  applyVoided,
  createOrders,
  OWN_PLATFORM,
  ownStore,
} from '../modules/orders/index.ts';
import { newCarrierReference } from '../platform/database/carrier-reference.ts';
import type { Tx } from '../platform/database/database.ts';
import { idAt, newId } from '../platform/database/ids.ts';
import { json } from '../platform/database/json-column.ts';
import { type PastParcel, type PastShipping, pastParcels } from './demo-history.ts';

const DAY_MS = 24 * 3_600_000;
/** Still on its way. */
const TRAVEL_DAYS = 4;

interface Courier {
  readonly accountId: string;
  readonly sheet: JsonObject;
}

const courierOf = async ({ services }: Application, franchiseId: string): Promise<Courier | undefined> =>
  services.db.tenant({ tenantId: franchiseId }, async (tx) => {
    const row = await tx
      .selectFrom('rate_sheets')
      .select(['account_id', 'sheet'])
      .where('tenant_id', '=', franchiseId)
      .where('state', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    return row && { accountId: row.account_id, sheet: row.sheet as JsonObject };
  });

/**
 * Sells the courier above cost to this customer from now on, as the history was sold.
 * @returns the rule, for the prices of the past
 */
const seedMarkup = async (
  { services }: Application,
  franchiseId: string,
  customerId: string,
  markup: NonNullable<PastShipping['markup']>,
  since: Date,
) => {
  const planId = newId();
  const ruleId = newId();
  await services.db.tenant({ tenantId: franchiseId }, async (tx) => {
    await tx
      .insertInto('markup_plans')
      .values({ tenant_id: franchiseId, id: planId, buyer_tenant_id: customerId, currency: 'CAD' })
      .execute();
    await tx
      .insertInto('markup_rules')
      .values({
        tenant_id: franchiseId,
        id: ruleId,
        plan_id: planId,
        position: 1,
        percent_bp: markup.percentBp,
        fixed_minor: markup.fixedMinor,
        currency: 'CAD',
        valid_from: since,
      })
      .execute();
    await tx
      .insertInto('markup_versions')
      .values({
        tenant_id: franchiseId,
        plan_id: planId,
        version: 1,
        used: true,
        rule_ids: json([ruleId]),
        created_at: since,
      })
      .execute();
  });
  return { id: ruleId, position: 1, scope: {}, ...markup, validFrom: since.toISOString().slice(0, 10) };
};

export const seedHistory = async (
  application: Application,
  franchiseId: string,
  customer: { readonly tenantId: string; readonly past: PastShipping; readonly seed: number },
): Promise<void> => {
  const { services } = application;
  const { tenantId, past, seed } = customer;
  const courier = await courierOf(application, franchiseId);
  const parsed = courier && readRateSheet(courier.sheet);
  if (!courier || !parsed?.ok) return;
  const sheet = parsed.value;
  const now = services.clock.now();
  const there = await services.db.tenant({ tenantId }, async (tx) => {
    const done = await tx
      .selectFrom('orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('store_id', '=', await ownStore({ tenantId }, tx))
      .where('external_id', '=', externalIdOf(0))
      .executeTakeFirst();
    const from = await tx
      .selectFrom('locations')
      .select(['id', 'address'])
      .where('tenant_id', '=', tenantId)
      .where('is_default', '=', true)
      .executeTakeFirst();
    const grant = await tx
      .selectFrom('account_grants')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', courier.accountId)
      .where('valid_to', 'is', null)
      .executeTakeFirst();
    return { done: done !== undefined, from, grant };
  });
  if (there.done || !there.from || !there.grant) return;
  const oldest = new Date(now.getTime() - (past.untilDaysAgo + past.overDays + 1) * DAY_MS);
  const rule = past.markup && (await seedMarkup(application, franchiseId, tenantId, past.markup, oldest));
  const from = there.from.address as ShipmentRequest['from'];
  const place = { tenantId, locationId: there.from.id, grantId: there.grant.id };

  const priced = pastParcels(past, seed).flatMap((parcel, n) => {
    const day = new Date(now.getTime() - parcel.daysAgo * DAY_MS).toISOString().slice(0, 10);
    const planned = new Date(Date.parse(`${day}T00:00:00Z`) + parcel.minute * 60_000);
    // A label of today is of this morning at the latest.
    const at = planned < now ? planned : new Date(now.getTime() - 3_600_000);
    const request: ShipmentRequest = {
      from,
      to: parcel.to,
      parcels: [{ number: 1, weightGrams: parcel.grams, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } }],
      shipDate: at.toISOString().slice(0, 10),
      options: {},
      references: [],
      language: 'en',
    };
    const offers = rateShipment(sheet, request).offers.toSorted((a, b) => a.total.minor - b.total.minor);
    // Now and then somebody wanted it faster. Where the courier does not go, nothing was shipped with it.
    const offer = offers[n % 3 === 0 && offers.length > 1 ? 1 : 0];
    if (!offer) return [];
    const [book] = priceChain(
      offer.lines,
      offer.total.currency,
      { carrier: 'rate-sheet', service: offer.service, billableGrams: offer.billableGrams, day: request.shipDate },
      [{ tenant: franchiseId, rules: rule ? [rule] : [] }],
    );
    if (!book) return [];
    const chain: Chain = [
      { from: null, to: franchiseId, price: offer.total, lines: offer.lines, markupVersions: [] },
      { from: franchiseId, to: tenantId, price: book.price, lines: book.priceLines, markupVersions: [...book.ruleIds] },
    ];
    return [{ ...parcel, at, request, offer, chain }];
  });
  const orders = await makeOrders(application, tenantId, priced);
  for (const [n, parcel] of priced.entries()) {
    const orderId = orders[n];
    if (orderId === undefined) continue;
    await services.db.tenant({ tenantId }, async (tx) => {
      // Cancelled for a wrong address, say, and bought again.
      if (parcel.voided) await ship(tx, place, parcel, { orderId, number: 2 * n + 1, voided: true, now });
      await ship(tx, place, parcel, { orderId, number: 2 * n + 2, voided: false, now });
    });
  }
};

const externalIdOf = (n: number): string => `past-${String(n + 1).padStart(4, '0')}`;

interface Sold extends PastParcel {
  readonly at: Date;
  readonly request: ShipmentRequest;
  readonly offer: { readonly service: string; readonly serviceName: string; readonly zone: string };
  readonly chain: Chain;
}

const makeOrders = async (
  { services }: Application,
  tenantId: string,
  parcels: readonly Sold[],
): Promise<readonly string[]> => {
  const created = await services.db.tenant({ tenantId }, async (tx) => {
    const storeId = await ownStore({ tenantId }, tx);
    return createOrders(
      { tenantId },
      tx,
      parcels.map((parcel, n) => ({
        storeId,
        platformCode: OWN_PLATFORM,
        source: 'manual' as const,
        externalId: externalIdOf(n),
        number: String(501 + n),
        placedAt: new Date(parcel.at.getTime() - 6 * 3_600_000),
        currency: 'CAD',
        shipTo: parcel.to,
        items: [
          {
            sku: parcel.sku,
            title: parcel.title,
            quantity: parcel.quantity,
            unitMinor: parcel.unitMinor,
            weightGrams: Math.floor((parcel.grams - 120) / parcel.quantity),
          },
        ],
      })),
      { why: 'Demo', now: services.clock.now() },
    );
  });
  if (!created.ok)
    throw new Error(`The demo's past orders could not be made: ${created.problem.message ?? created.problem.code}.`);
  return created.value.map(({ id }) => id);
};

interface Place {
  readonly tenantId: string;
  readonly locationId: string;
  readonly grantId: string;
}

/** What it costs at the counter, when it was promised and, unless it is on its way, when it came: one in nine a day late. */
const journeyOf = ({ at }: Sold, priceMinor: number, number: number, onItsWay: boolean) => {
  const days = 1 + (number % 3);
  const late = number % 9 === 4 ? 1 : 0;
  const promised = new Date(at.getTime() + days * DAY_MS);
  return {
    retail_minor: Math.round(priceMinor * (1.24 + (number % 5) * 0.06)),
    promised_day: promised.toISOString().slice(0, 10),
    delivered_at: onItsWay ? null : new Date(promised.getTime() + late * DAY_MS - 2 * 3_600_000),
  };
};

/** One label as its purchase left it: order, shipment, parcel, purchase, books; a cancelled one with its credit. */
const ship = async (
  tx: Tx,
  { tenantId, locationId, grantId }: Place,
  sold: Sold,
  label: { readonly orderId: string; readonly number: number; readonly voided: boolean; readonly now: Date },
): Promise<void> => {
  const { at, request, chain } = sold;
  const { orderId, voided, now } = label;
  const ctx = { tenantId };
  const allocated = await allocateItems(ctx, tx, { orderId });
  if (!allocated.ok) return;
  const { items } = allocated.value;
  const shipmentId = idAt(at);
  const purchaseId = idAt(at);
  const tracking = `PAST${tenantId.slice(-4).toUpperCase()}${String(label.number).padStart(6, '0')}`;
  const price = chain.at(-1)?.price ?? { minor: 0, currency: 'CAD' };
  const onItsWay = now.getTime() - at.getTime() < TRAVEL_DAYS * DAY_MS;
  await tx
    .insertInto('shipments')
    .values({
      tenant_id: tenantId,
      id: shipmentId,
      state: voided ? 'voided' : onItsWay ? 'handed_over' : 'delivered',
      from_address: json(JSON.parse(JSON.stringify(request.from)) as JsonObject),
      to_address: json(JSON.parse(JSON.stringify(request.to)) as JsonObject),
      to_country: 'CA',
      location_id: locationId,
      grant_id: grantId,
      slug: 'rate-sheet',
      service: sold.offer.service,
      service_name: sold.offer.serviceName,
      zone: sold.offer.zone,
      ship_date: request.shipDate,
      price_minor: price.minor,
      currency: price.currency,
      price_lines: json([...(chain.at(-1)?.lines ?? [])]),
      ...(voided ? {} : journeyOf(sold, price.minor, label.number, onItsWay)),
      bought_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  for (const item of items)
    await tx
      .insertInto('shipment_items')
      .values({
        tenant_id: tenantId,
        shipment_id: shipmentId,
        order_id: orderId,
        line: item.line,
        qty: item.quantity,
        held: !voided,
      })
      .execute();
  await tx
    .insertInto('purchases')
    .values({
      tenant_id: tenantId,
      id: purchaseId,
      shipment_id: shipmentId,
      piece: 1,
      kind: 'buy',
      grant_id: grantId,
      slug: 'rate-sheet',
      service: sold.offer.service,
      intent_key: `demo:${shipmentId}`,
      request_hash: createHash('sha256').update(shipmentId).digest('hex'),
      carrier_ref: newCarrierReference(),
      carrier_uuid: randomUUID(),
      state: voided ? 'voided' : 'complete',
      sent_at: at,
      price_minor: price.minor,
      currency: price.currency,
      vendor_ids: json({ trackingNumber: tracking }),
      created_at: at,
      updated_at: at,
    })
    .execute();
  await tx
    .insertInto('parcels')
    .values({
      tenant_id: tenantId,
      shipment_id: shipmentId,
      no: 1,
      l_mm: 300,
      w_mm: 200,
      h_mm: 120,
      weight_g: sold.grams,
      tracking_number: tracking,
      tracking_key: tracking.toUpperCase(),
      purchase_id: purchaseId,
    })
    .execute();
  await applyShipped(ctx, tx, { orderId, items, trackingNumbers: [tracking], why: 'Demo', now: at });
  const facts = {
    carrier: 'rate-sheet',
    service: sold.offer.service,
    zones: destinationZones(request.from, request.to),
    billableGrams: sold.grams,
    day: request.shipDate,
    test: false,
    piece: 1,
    weights: [sold.grams],
    lines: chain.map(({ lines }) => lines),
  };
  const money = { tenantId, purchaseId, chain, occurredAt: at, facts };
  await reservePurchase(tx, money);
  await confirmPurchase(tx, money, undefined);
  if (voided) {
    await reversePurchase(tx, { ...money, occurredAt: new Date(at.getTime() + 3_600_000) }, undefined);
    await applyVoided(ctx, tx, { orderId, items, why: 'Demo', now: at });
  }
};
