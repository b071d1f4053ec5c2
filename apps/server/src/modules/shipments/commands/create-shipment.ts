/**
 * Buying a label: everything that must be true before the carrier is called is stored in one transaction; the call
 * itself is the journal's. Exactly one label per intent, whatever is clicked, repeated or cut off:
 * - the same Idempotency-Key (or, without one, the same rate) is the same purchase;
 * - another key meets the allocation of the order's items under the order's lock;
 * - the database allows one live purchase for each piece.
 */
import { unallocated } from '@scanship/domain/orders/order';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import { type Database, type Tx, violated } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { changeRows } from '../../../platform/journal/journal-store.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { actorOf, allocateItems, type LockedOrder, lockOrder } from '../../orders/index.ts';
import { COMPANY_MOVED, COMPANY_OFF } from '../../restrictions/index.ts';
import type { Actor, LoadedRate, ShipmentPorts } from '../ports.ts';
import { withTopUp } from './with-top-up.ts';
import { lockShipment } from '../shipment-state.ts';
import { requestHash } from '../../../platform/journal/effects.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import type { PurchaseNames } from './purchase-names.ts';
import { findIntents, type ReadIntent, readIntents } from './read-intents.ts';
import { must, type PlannedPiece, planPurchases, Refusal, storePurchases } from './plan-purchase.ts';

export interface CreateDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly journal: Journal;
  readonly ports: ShipmentPorts;
}

export interface CreateInput {
  readonly orderId: string;
  readonly quoteId: string;
  readonly rateId: string;
  readonly replacesId?: string | null | undefined;
  readonly additional?: boolean | undefined;
  readonly labelFormat?: 'pdf' | 'zpl' | undefined;
  /** Packing station that asks, for orders that lie at one. */
  readonly stationId?: string | undefined;
}

export interface Intended {
  readonly shipmentId: string;
  /** False when the intent was stored by an earlier request. */
  readonly isNew: boolean;
  /** What the journal works on now, of a new one. */
  readonly begun: JournalRef | undefined;
}

/** What several purchases of one batch share. */
export interface Shared {
  /** Read a moment ago; older than a few seconds it is read again. */
  readonly read?: ReadIntent | undefined;
  /** Part of the transaction that stores the purchase. What it throws undoes the transaction and is thrown on. */
  readonly alongside?: ((tx: Tx, shipmentId: string) => Promise<void>) | undefined;
}

/** Nobody else's purchase of the same order, lost in a failover, can have come in between for long. */
const READ_IS_FRESH_MS = 5_000;

export type Asker = Pick<RequestContext, 'tenantId' | 'userId' | 'sessionId' | 'realmId'> &
  Partial<Pick<RequestContext, 'actors'>>;

const LONGEST_KEY = 200;

/**
 * Stores the intent to buy, or finds the one stored before. The purchase then runs by itself; `awaitShipment` waits.
 * Problems: `not_found`, `rate_expired`, `order_not_shippable`, `order_claimed`, `already_allocated`,
 * `insufficient_funds`, `key_reused`, `validation`.
 */
export async function createShipment(
  deps: CreateDeps,
  asker: Asker,
  input: CreateInput,
  idempotencyKey: string | undefined,
  shared: Shared = {},
): Promise<Outcome<Intended>> {
  const actor: Actor = { tenantId: asker.tenantId, userId: asker.userId, sessionId: asker.sessionId };
  const wish = {
    orderId: input.orderId,
    quoteId: input.quoteId,
    rateId: input.rateId,
    replacesId: input.replacesId ?? null,
    additional: input.additional ?? false,
    labelFormat: input.labelFormat ?? null,
  };
  const hash = requestHash(wish);
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > LONGEST_KEY))
    return problem('validation', {
      errors: [{ field: 'Idempotency-Key', message: `The key must have 1 to ${LONGEST_KEY} characters.` }],
    });

  const asked = { quoteId: input.quoteId, rateId: input.rateId, idempotencyKey };
  let read = shared.read && performance.now() - shared.read.at < READ_IS_FRESH_MS ? shared.read : undefined;
  // Two requests may pass the look-up at once; the second then meets the first one's unique key or names and looks again.
  for (let round = 0; round < 3; round += 1) {
    read ??= (await readIntents(deps, actor, [asked]))[0];
    if (!read) throw new Error('one wish has one answer');
    const { known, names } = read;
    if (known.found) {
      if (known.found.requestHash !== hash) return problem('key_reused');
      return ok({ shipmentId: known.found.shipmentId, isNew: false, begun: undefined });
    }
    const rate = read.rate();
    if (!rate.ok) return rate;
    const planned = await plan(deps, actor, input, rate.value, names);
    if (!planned.ok) return planned;
    try {
      const shipmentId = await deps.db.tenant(
        actor,
        (tx) =>
          store(deps, actor, tx, input, rate.value, planned.value, {
            intentKey: known.key,
            requestHash: hash,
            actedBy: actorOf(asker),
            alongside: shared.alongside,
          }),
        { byKey: true },
      );
      const first = planned.value[0];
      if (!first) throw new Error('a label has a piece at least');
      const begun: JournalRef = { table: 'purchases', tenantId: actor.tenantId, id: first.purchaseId };
      deps.journal.wake(begun);
      return ok({ shipmentId, isNew: true, begun });
    } catch (error) {
      read = undefined;
      const violation = violated(error);
      if (violation === 'purchases_while_active') return COMPANY_OFF;
      if (violation === 'purchases_unless_moved') return COMPANY_MOVED;
      // Its lending ended since it was read: read again, the rate says so.
      if (
        violation === 'purchases_intent' ||
        violation === 'purchases_carrier_ref' ||
        violation === 'shipments_as_lent'
      )
        continue;
      if (!(error instanceof Refusal)) throw error;
      // Perhaps the same request, which came a moment earlier and holds the items now.
      const [twin] = await deps.db.tenant(actor, (tx) => findIntents(tx, actor.tenantId, [asked]));
      if (twin?.found?.requestHash === hash)
        return ok({ shipmentId: twin.found.shipmentId, isNew: false, begun: undefined });
      return named(deps, asker, input.orderId, error.outcome);
    }
  }
  return problem('request_running');
}

async function plan(
  deps: CreateDeps,
  actor: Actor,
  input: CreateInput,
  rate: LoadedRate,
  names: PurchaseNames,
): Promise<Outcome<readonly PlannedPiece[]>> {
  if (rate.orderId !== input.orderId)
    return problem('validation', { errors: [{ field: 'rateId', message: 'This rate was asked for another order.' }] });
  if (rate.missing && rate.missing.length > 0)
    return problem('validation', {
      errors: rate.missing.map(({ field, message }) => ({ field: field ?? 'rateId', message })),
    });
  const described = deps.ports.grants.describe(rate.slug);
  if (!described?.manifest.capabilities.ship)
    return problem('no_carrier', { message: 'This carrier does not sell labels.' });
  return planPurchases(deps, actor, rate, described.manifest, names, {
    labelFormat: labelFormatOf(input.labelFormat, described.manifest.labelFormats),
  });
}

/** What is asked of the carrier: the wish where it can, else what it can; printing converts. */
const labelFormatOf = (wish: 'pdf' | 'zpl' | undefined, offered: readonly string[]): 'pdf' | 'zpl' => {
  const wanted = wish ?? 'pdf';
  if (offered.includes(wanted)) return wanted;
  // A picture becomes a PDF page when it is stored.
  const pdf = ['pdf', 'png', 'gif'].some((format) => offered.includes(format));
  return offered.includes('zpl') && !pdf ? 'zpl' : 'pdf';
};

async function store(
  deps: CreateDeps,
  actor: Actor,
  tx: Tx,
  input: CreateInput,
  rate: LoadedRate,
  pieces: readonly PlannedPiece[],
  intent: {
    readonly intentKey: string;
    readonly requestHash: string;
    readonly actedBy: string | null;
    readonly alongside: Shared['alongside'];
  },
): Promise<string> {
  const { tenantId } = actor;
  const { order, items } = await takeOrders(actor, tx, input, rate);
  const shipmentId = newId();
  const { request } = rate;
  const history = changeRows(tenantId, { kind: 'shipment', id: shipmentId }, null, ['draft', 'buying'], actor);
  const packed = tx
    .with('made', (db) =>
      db.insertInto('shipments').values({
        tenant_id: tenantId,
        id: shipmentId,
        state: 'buying',
        direction: rate.returnOf ? 'return' : 'outbound',
        return_of: rate.returnOf ?? null,
        test: rate.test,
        from_address: json(request.from),
        to_address: json(request.to),
        to_country: request.to.countryCode,
        store_id: order.storeId,
        location_id: rate.locationId,
        grant_id: rate.grantId,
        quote_id: rate.quoteId,
        rate_id: rate.rateId,
        slug: rate.slug,
        service: rate.service,
        service_name: rate.serviceName,
        options: json(request.options),
        customs: request.customs ? json(request.customs) : null,
        ship_date: request.shipDate,
        price_minor: rate.price.minor,
        currency: rate.price.currency,
        price_lines: json([...rate.priceLines]),
        retail_minor: rate.retailMinor,
        zone: rate.zone,
        // How punctually buyers are served is told by what goes out.
        promised_day: rate.returnOf ? null : rate.promisedDay,
        replaces_id: input.replacesId ?? null,
        created_by: actor.userId,
        acted_by: intent.actedBy,
      }),
    )
    .with('packed', (db) =>
      db.insertInto('parcels').values(
        request.parcels.map((parcel) => ({
          tenant_id: tenantId,
          shipment_id: shipmentId,
          no: parcel.number,
          package_id: parcel.packageId ?? null,
          l_mm: parcel.dimensions?.lengthMm ?? null,
          w_mm: parcel.dimensions?.widthMm ?? null,
          h_mm: parcel.dimensions?.heightMm ?? null,
          weight_g: parcel.weightGrams,
          weight_source: 'typed' as const,
        })),
      ),
    )
    .with('told', (db) => db.insertInto('state_changes').values(history));
  // One statement: what a row points to may be made beside it.
  if (items.length === 0) await packed.selectNoFrom(sql<number>`1`.as('one')).execute();
  else
    await packed
      .insertInto('shipment_items')
      .values(
        items.map((item) => ({
          tenant_id: tenantId,
          shipment_id: shipmentId,
          order_id: item.orderId,
          line: item.line,
          parcel_no: item.parcel,
          qty: item.quantity,
          held: item.held,
        })),
      )
      .execute();
  await intent.alongside?.(tx, shipmentId);
  await storePurchases(tx, deps, actor, { shipmentId, slug: rate.slug, service: rate.service, ...intent }, pieces);
  return shipmentId;
}

interface TakenItems {
  readonly order: LockedOrder;
  readonly items: readonly TakenItem[];
}

interface TakenItem {
  readonly orderId: string;
  readonly line: number;
  readonly quantity: number;
  /** Parcel it is in; 1 where nobody said. */
  readonly parcel: number;
  readonly held: boolean;
}

/**
 * The items of every order the label is for. Orders are locked in the order of their ids, so that two shipments of the same
 * orders wait for one another; one whose address changed since the rates were asked does not go along.
 */
async function takeOrders(actor: Actor, tx: Tx, input: CreateInput, rate: LoadedRate): Promise<TakenItems> {
  const { parcels } = rate.request;
  if (rate.returnOf) return returnedItems(actor, tx, input.orderId, rate.returnOf, parcels);
  const along = rate.withOrderIds ?? [];
  if (along.length === 0) return takeItems(actor, tx, input, parcels);
  let own: LockedOrder | undefined;
  const items: TakenItem[] = [];
  for (const orderId of [input.orderId, ...along].toSorted()) {
    const taken = await takeItems(actor, tx, { ...input, orderId }, parcels);
    if (orderId === input.orderId) own = taken.order;
    items.push(...taken.items);
  }
  if (!own) throw new Error('the order is one of its own shipment');
  const keys = await sql<{ number: string }>`SELECT o.number FROM orders o
    WHERE o.tenant_id = ${actor.tenantId} AND o.id = ANY (${[...along]}::uuid[]) AND o.ship_to_key IS DISTINCT FROM
      (SELECT p.ship_to_key FROM orders p WHERE p.tenant_id = ${actor.tenantId} AND p.id = ${input.orderId})`.execute(
    tx,
  );
  const [apart] = keys.rows;
  if (apart)
    throw new Refusal(
      problem('order_not_shippable', {
        message: `Order ${apart.number} does not go to the same place any more. Ask for rates again.`,
      }),
    );
  return { order: own, items };
}

/** Allocates what the label is for; an additional or replacing label names items without taking them twice. */
async function takeItems(
  actor: Actor,
  tx: Tx,
  input: CreateInput,
  parcels: LoadedRate['request']['parcels'],
): Promise<TakenItems> {
  const ctx = { tenantId: actor.tenantId, userId: actor.userId ?? undefined };
  const order = await lockOrder(ctx, tx, input.orderId);
  if (!order) throw new Refusal(problem('not_found'));
  // Everybody sees who ships it until the label is bought or refused; somebody else is told so instead of waiting.
  const claims = actor.userId !== null;
  if (input.replacesId) {
    const replaced = await replacedItems(tx, actor.tenantId, input.replacesId, input.orderId);
    must(
      await allocateItems(ctx, tx, {
        orderId: input.orderId,
        locked: order,
        items: [],
        additional: true,
        claims,
        stationId: input.stationId,
      }),
    );
    return { order, items: replaced };
  }
  const packed = parcels.flatMap((parcel) => (parcel.items ?? []).map((item) => ({ ...item, parcel: parcel.number })));
  const nothingLeft = order.lines.every((line) => unallocated(line) === 0);
  const allocated = must(
    await allocateItems(ctx, tx, {
      orderId: input.orderId,
      locked: order,
      claims,
      // A further label of an order without open units names what is in it and holds nothing.
      items: packed.length > 0 && !nothingLeft ? packed : undefined,
      additional: input.additional ?? false,
      stationId: input.stationId,
    }),
  );
  const held = allocated.items.length > 0;
  const { orderId } = input;
  if (packed.length > 0) return { order, items: packed.map((item) => ({ ...item, orderId, held })) };
  const named = held
    ? allocated.items
    : order.lines.map((line) => ({ line: line.line, quantity: line.quantity - line.cancelled }));
  return {
    order,
    items: named.filter((item) => item.quantity > 0).map((item) => ({ ...item, orderId, parcel: 1, held })),
  };
}

/** What comes back is named and takes nothing from the order: it was shipped, and stays so. */
async function returnedItems(
  actor: Actor,
  tx: Tx,
  orderId: string,
  returnOf: string,
  parcels: LoadedRate['request']['parcels'],
): Promise<TakenItems> {
  const order = await lockOrder({ tenantId: actor.tenantId, userId: actor.userId ?? undefined }, tx, orderId);
  if (!order) throw new Refusal(problem('not_found'));
  const packed = parcels.flatMap((parcel) => (parcel.items ?? []).map((item) => ({ ...item, parcel: parcel.number })));
  if (packed.length > 0) return { order, items: packed.map((item) => ({ ...item, orderId, held: false })) };
  return { order, items: await replacedItems(tx, actor.tenantId, returnOf, orderId) };
}

const notReplaceable = (message: string): Refusal =>
  new Refusal(problem('validation', { errors: [{ field: 'replacesId', message }] }));

async function replacedItems(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  orderId: string,
): Promise<TakenItems['items']> {
  const replaced = await lockShipment(tx, tenantId, shipmentId);
  if (!replaced) throw notReplaceable('The label to replace was not found.');
  if (!replaced.everBought) throw notReplaceable('A label that was never bought cannot be replaced.');
  const rows = await sql<{ line: number; quantity: number }>`SELECT line, sum(qty)::int AS quantity
    FROM shipment_items WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} AND order_id = ${orderId}
    GROUP BY line ORDER BY line`.execute(tx);
  if (rows.rows.length === 0) throw notReplaceable('The label to replace belongs to another order.');
  return rows.rows.map((row) => ({ ...row, orderId, parcel: 1, held: false }));
}

/** Says who ships the order or has its label, where that is why it was refused. */
async function named(
  deps: CreateDeps,
  asker: Asker,
  orderId: string,
  outcome: Refusal['outcome'],
): Promise<Outcome<Intended>> {
  if (!outcome.ok && outcome.problem.code === 'insufficient_funds') return withTopUp(deps.ports, asker, outcome);
  if (outcome.ok || outcome.problem.message !== undefined) return outcome;
  const { code } = outcome.problem;
  if (code !== 'order_claimed' && code !== 'already_allocated') return outcome;
  const who = await deps.db.tenant(asker, async (tx) => {
    if (code === 'order_claimed') {
      const order = await sql<{ by: string | null }>`SELECT claimed_by AS by FROM orders WHERE id = ${orderId}`.execute(
        tx,
      );
      return order.rows[0]?.by ?? null;
    }
    const label = await sql<{ by: string | null }>`SELECT s.created_by AS by FROM shipments AS s
      JOIN shipment_items AS i ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id
      WHERE i.order_id = ${orderId} AND i.held AND s.state NOT IN ('draft', 'voided')
      ORDER BY s.created_at DESC LIMIT 1`.execute(tx);
    return label.rows[0]?.by ?? null;
  });
  const name = who === null ? null : await deps.ports.people.nameOf(asker.realmId, who);
  if (name === null) return outcome;
  const message =
    code === 'order_claimed'
      ? `This order is being shipped by ${name}.`
      : who === asker.userId
        ? 'These items already have a label, which you bought.'
        : `These items already have a label, bought by ${name}.`;
  return problem(code, { message });
}
