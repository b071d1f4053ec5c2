/**
 * Brings orders that are here up to what their platform says now, many at once. What a person corrected stays
 * (`order_details.overrides`), and units that labels hold stay whatever the platform cancels.
 */
import { checkAddress } from '@scanship/domain/addresses/address-check';
import type { AddressDto } from '@scanship/contracts/common';
import { type Fulfillment, signBits, type Tab, tabOf } from '@scanship/domain/orders/order';
import { distinctItems, itemSummary, orderWeight, totalUnits } from '@scanship/domain/orders/order-items';
import { orderTokens } from '@scanship/domain/orders/order-search';
import { fulfillmentAfterSync, reconcileLine } from '@scanship/domain/stores/store-quantities';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { toAddress, toAddressDto } from '../address-shapes.ts';
import { addCounts, type CountDelta } from './counters.ts';
import { combineKey, isUnverified } from './create-orders.ts';
import { effectiveAddress, takesSuggestions } from './effective-address.ts';
import { withOverrides, withoutOverrides } from './edit-items.ts';
import { endMarks } from './bulk/end-marks.ts';
import { type OrderChange, recordChanges } from './history.ts';
import { keepBuyers } from './order-buyers.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';
import { addTitleWords, lineKeys } from './title-words.ts';
import { type KeptLine, type LockedStoreOrder, lockStoreOrders } from './store-order-rows.ts';
import {
  headOf,
  type IncomingOrder,
  importedRecord,
  itemOf,
  numberOf,
  type ReportedUnits,
  type StoreOrdersInput,
  tagsOf,
} from './store-order-shape.ts';
import { deleteTags, type HeadRow, insertLines, updateHeads, updateLines } from './store-order-writes.ts';

export interface Conflict {
  readonly orderId: string;
  readonly number: string;
  /** Units labels hold that the store does not want shipped any more. */
  readonly units: number;
  /** The whole order was cancelled there. */
  readonly cancelled: boolean;
}

export interface Changing {
  readonly orderId: string;
  readonly incoming: IncomingOrder;
}

export interface ChangesDone {
  readonly changed: number;
  readonly conflicts: readonly Conflict[];
  readonly calm: readonly string[];
}

interface Changed {
  readonly order: LockedStoreOrder;
  readonly incoming: IncomingOrder;
  readonly updatedLines: readonly KeptLine[];
  readonly newLines: readonly KeptLine[];
  readonly fulfillment: Fulfillment;
  readonly cancelledAt: Date | null;
  readonly tab: Tab;
  readonly holdCode: string | null;
  readonly holdReason: string | null;
  readonly shipTo: AddressDto;
  readonly conflict: number;
  /** Words for the history: what is different. */
  readonly what: readonly string[];
}

export async function changeStoreOrders(
  ctx: OrderContext,
  tx: Tx,
  changing: readonly Changing[],
  input: StoreOrdersInput,
): Promise<ChangesDone> {
  if (changing.length === 0) return { changed: 0, conflicts: [], calm: [] };
  const locked = await lockStoreOrders(
    tx,
    changing.map(({ orderId }) => orderId),
  );
  const automatic = await takesSuggestions(tx);
  const reported = (await input.reportedUnits?.(changing.map(({ orderId }) => orderId))) ?? new Map();
  const changed: Changed[] = [];
  const touched: { id: string; at: string }[] = [];
  for (const { orderId, incoming } of changing) {
    const order = locked.get(orderId);
    // Somebody was faster with a newer version.
    if (!order || (order.externalUpdatedAt !== null && order.externalUpdatedAt > incoming.updatedAt)) continue;
    if (order.importedHash === incoming.hash) touched.push({ id: orderId, at: incoming.updatedAt.toISOString() });
    else changed.push(compare(order, incoming, input, reported, automatic));
  }
  if (touched.length > 0)
    await sql`UPDATE orders o SET external_updated_at = r.at FROM json_to_recordset(${toJson(touched)}::json)
      AS r(id uuid, at timestamptz) WHERE o.id = ANY (${touched.map(({ id }) => id)}::uuid[]) AND o.id = r.id`.execute(
      tx,
    );
  if (changed.length > 0) await write(ctx, tx, changed, input);
  await keepBuyers(
    tx,
    ctx.tenantId,
    changed.flatMap(({ order, incoming }) => {
      const { externalBuyerIds = [] } = incoming.order;
      const { platformCode } = input.store;
      return order.imported.erasedAt === undefined ? [{ orderId: order.id, platformCode, externalBuyerIds }] : [];
    }),
  );
  const conflicts = changed
    .filter(({ order, conflict, cancelledAt }) => conflict > 0 || (cancelledAt !== null && hasLabel(order)))
    .map(({ order, incoming, conflict, cancelledAt }) => ({
      orderId: order.id,
      number: incoming.order.number,
      units: conflict > 0 ? conflict : order.lines.reduce((n, line) => n + line.allocated, 0),
      cancelled: cancelledAt !== null,
    }));
  const torn = new Set(conflicts.map(({ orderId }) => orderId));
  return {
    changed: changed.length,
    conflicts,
    calm: changed.map(({ order }) => order.id).filter((id) => !torn.has(id)),
  };
}

const hasLabel = (order: LockedStoreOrder): boolean => order.lines.some((line) => line.allocated > 0);

function compare(
  order: LockedStoreOrder,
  incoming: IncomingOrder,
  input: StoreOrdersInput,
  reported: ReportedUnits,
  automatic: boolean,
): Changed {
  const { imported } = order;
  const lines = pairLines(order, incoming).map(({ line, said }) => {
    const own = {
      allocated: line.allocated,
      shipped: line.shipped,
      reported: reported.get(order.id)?.get(line.line) ?? 0,
    };
    const { conflict, ...quantities } = reconcileLine(said, own, line);
    const item = said ? itemOf(said, input.factsOf?.(said)) : undefined;
    const plain = withoutOverrides(line);
    const after = withOverrides<KeptLine>({
      ...plain,
      ...(item && {
        ...item,
        sku: item.sku ?? '',
        weightGrams: item.weightGrams ?? plain.weightGrams,
        hsCode: item.hsCode ?? plain.hsCode,
        originCountry: item.originCountry ?? plain.originCountry,
        imageUrl: item.imageUrl ?? plain.imageUrl,
      }),
      ...quantities,
    });
    return { before: line, after, conflict, isNew: !order.lines.includes(line) };
  });
  const after = lines.map((each) => each.after);
  const fulfillment = fulfillmentAfterSync(order.fulfillment, order.lines, after);
  // What a person cancelled or held here stays; what the store did, the store may undo.
  const storeCancelled = Boolean(imported.cancelledAt);
  const cancelledAt = incoming.cancelledAt ?? (storeCancelled ? null : order.cancelledAt);
  const { holdCode, holdReason } = holdAfter(order, incoming);
  const keepsAddress = order.overrides.shipTo !== undefined || imported.erasedAt !== undefined;
  const shipTo = keepsAddress
    ? order.shipTo
    : toAddressDto(effectiveAddress(incoming.order.shipTo, automatic).normalized);
  const facts = { fulfillment, cancelled: cancelledAt !== null, archived: order.archived };
  return {
    order,
    incoming,
    updatedLines: lines.flatMap((each) => (!each.isNew && differs(each.before, each.after) ? [each.after] : [])),
    newLines: lines.flatMap((each) => (each.isNew ? [each.after] : [])),
    fulfillment,
    cancelledAt,
    tab: tabOf(facts),
    holdCode,
    holdReason,
    shipTo,
    conflict: lines.reduce((n, each) => n + each.conflict, 0),
    what: [
      ...(order.importFailed ? ['it is complete now'] : []),
      ...(cancelledAt !== null && order.cancelledAt === null ? ['cancelled'] : []),
      ...(cancelledAt === null && order.cancelledAt !== null ? ['not cancelled any more'] : []),
      ...(holdCode === order.holdCode ? [] : [holdCode === null ? 'not on hold any more' : `on hold (${holdCode})`]),
      ...(lines.some((each) => each.isNew || differs(each.before, each.after)) ? ['items'] : []),
      ...(sameAddress(shipTo, order.shipTo) ? [] : ['ship-to address']),
      ...((imported.customerNote ?? null) === (importedRecord(incoming).customerNote ?? null) ? [] : ['note']),
      ...(sameTags(imported.tags ?? [], tagsOf(incoming.order)) ? [] : ['tags']),
    ],
  };
}

/**
 * A person's hold stays whatever the store does. The store's comes and goes with the store, but for one that a person
 * released: that comes back only when the store holds for another reason.
 */
function holdAfter(
  order: LockedStoreOrder,
  { order: said }: IncomingOrder,
): Pick<LockedStoreOrder, 'holdCode' | 'holdReason'> {
  const before = order.imported.hold?.code ?? null;
  if (order.holdCode !== null && order.holdCode !== before)
    return { holdCode: order.holdCode, holdReason: order.holdReason };
  const now = said.hold?.code ?? null;
  return { holdCode: now === order.overrides.releasedHold ? null : now, holdReason: null };
}

/** The database keeps no order of fields, and leaves out what is empty. */
const sameAddress = (a: AddressDto, b: AddressDto): boolean =>
  JSON.stringify(toAddressDto(toAddress(a))) === JSON.stringify(toAddressDto(toAddress(b)));

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag) => b.includes(tag));

const differs = (a: KeptLine, b: KeptLine): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Each line that is here with what the platform says of it; lines that are new there follow, with numbers of their own. */
function pairLines(
  order: LockedStoreOrder,
  incoming: IncomingOrder,
): { readonly line: KeptLine; readonly said: IncomingOrder['lines'][number] | undefined }[] {
  const left = new Set(incoming.lines);
  const take = (fits: (said: IncomingOrder['lines'][number]) => boolean) => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const exact = order.lines.map((line) => ({
    line,
    said: take((said) => said.externalLineId === line.externalLineId && (said.group ?? null) === line.externalGroup),
  }));
  // A platform that regroups an order (splits a fulfilment order, moves it to another location) keeps the line's own id.
  const paired = exact.map(({ line, said }) => ({
    line,
    said: said ?? take((each) => each.externalLineId === line.externalLineId),
  }));
  let next = Math.max(0, ...order.lines.map((line) => line.line));
  const added = [...left].map((said) => {
    next += 1;
    const { externalLineId, externalGroup, externalProductId, ...item } = itemOf(said, undefined);
    const line: KeptLine = {
      line: next,
      externalLineId: externalLineId ?? null,
      externalGroup: externalGroup ?? null,
      externalProductId: externalProductId ?? null,
      sku: item.sku ?? '',
      title: item.title,
      quantity: said.quantity,
      allocated: 0,
      shipped: 0,
      cancelled: 0,
      elsewhere: 0,
      unitMinor: item.unitMinor,
      weightGrams: null,
      hsCode: null,
      originCountry: null,
      imageUrl: null,
      overrides: {},
      imported: {},
    };
    return { line, said };
  });
  return [...paired, ...added];
}

async function write(ctx: OrderContext, tx: Tx, changed: readonly Changed[], input: StoreOrdersInput): Promise<void> {
  const { store, now } = input;
  await updateHeads(
    tx,
    changed.map((each) => headRow(each, input)),
    now,
  );
  await updateLines(
    tx,
    changed.flatMap(({ order, updatedLines }) => updatedLines.map((line) => ({ orderId: order.id, line }))),
  );
  await insertLines(
    ctx,
    tx,
    changed.flatMap(({ order, newLines }) =>
      newLines.map((line) => ({ orderId: order.id, placedAt: order.placedAt, line })),
    ),
  );
  const left = changed.filter(
    ({ order, fulfillment }) => order.fulfillment === 'manual_fulfilled' && fulfillment !== 'manual_fulfilled',
  );
  await endMarks(
    ctx,
    tx,
    left.map(({ order }) => order.id),
    now,
  );
  await renewTags(ctx, tx, changed);
  await renewTokens(ctx, tx, changed);
  const history = changed.flatMap(({ order, fulfillment, what }): OrderChange[] => [
    ...(what.length > 0
      ? [{ orderId: order.id, from: null, to: 'store', why: `Changed at ${store.name}: ${what.join(', ')}` }]
      : []),
    ...(fulfillment === order.fulfillment || order.importFailed
      ? []
      : [{ orderId: order.id, from: order.fulfillment, to: fulfillment, why: `As ${store.name} reports` }]),
  ]);
  await recordChanges(ctx, tx, history, now);
  const counts = changed.flatMap(({ order, tab }): CountDelta[] =>
    tab === order.tab
      ? []
      : [
          { placedAt: order.placedAt, storeId: store.storeId, tab: order.tab, n: -1 },
          { placedAt: order.placedAt, storeId: store.storeId, tab, n: 1 },
        ],
  );
  await addCounts(ctx, tx, counts);
}

/** Effective lines after the change. */
const linesOf = ({ order, updatedLines, newLines }: Changed): readonly KeptLine[] => [
  ...order.lines.map((line) => updatedLines.find((each) => each.line === line.line) ?? line),
  ...newLines,
];

const wanted = (line: KeptLine): KeptLine => ({
  ...line,
  quantity: line.quantity - line.cancelled + line.elsewhere,
});

function headRow(change: Changed, { store }: StoreOrdersInput): HeadRow {
  const { order, incoming, shipTo } = change;
  const head = headOf(incoming, store);
  const lines = linesOf(change).map(wanted);
  const check = checkAddress(toAddress(shipTo));
  const record = importedRecord(incoming);
  // A person's own note stays where the store's was replaced by it.
  const note = (own: string | null | undefined, before: string | null | undefined, now: string | null | undefined) =>
    (own ?? null) === (before ?? null) ? (now ?? null) : (own ?? null);
  const notes = {
    customer:
      order.imported.erasedAt === undefined
        ? note(order.notes.customer, order.imported.customerNote, record.customerNote)
        : null,
    internal: note(order.notes.internal, order.imported.internalNote, record.internalNote),
  };
  const erased = order.imported.erasedAt;
  return {
    id: order.id,
    number: head.number,
    tab: change.tab,
    fulfillment: change.fulfillment,
    cancelled_at: change.cancelledAt?.toISOString() ?? null,
    hold_code: change.holdCode,
    hold_reason: change.holdReason,
    ship_by: head.shipBy?.toISOString() ?? null,
    location_id:
      order.overrides.locationId === undefined ? (incoming.locationId ?? order.locationId) : order.locationId,
    country: /^[A-Z]{2}$/.test(shipTo.countryCode) ? shipTo.countryCode : null,
    province: shipTo.provinceCode || null,
    requested_key: order.overrides.requestedService ?? head.requestedService ?? null,
    item_qty: totalUnits(lines),
    sku_count: distinctItems(lines),
    item_summary: itemSummary(lines),
    weight_g: orderWeight(lines) ?? 0,
    total_minor: head.totalMinor ?? 0,
    currency: head.currency,
    ship_to_name: shipTo.name || (shipTo.companyName ?? ''),
    ship_to_key: combineKey(toAddress(shipTo)),
    signs: signBits({
      note: Boolean(notes.customer) || Boolean(notes.internal),
      gift: incoming.order.gift,
      unverified: isUnverified(check),
    }),
    imported_hash: incoming.hash,
    external_updated_at: incoming.updatedAt.toISOString(),
    ship_to: shipTo,
    ship_to_imported: erased === undefined ? incoming.order.shipTo : null,
    address_check: check.problems,
    notes,
    imported: erased === undefined ? record : { ...record, customerNote: null, internalNote: null, erasedAt: erased },
  };
}

/** The store's tags follow the store; tags that people gave stay. */
async function renewTags(ctx: OrderContext, tx: Tx, changed: readonly Changed[]): Promise<void> {
  const gone = changed.flatMap(({ order, incoming }) => {
    const now = tagsOf(incoming.order);
    return (order.imported.tags ?? []).filter((tag) => !now.includes(tag)).map((tag) => ({ orderId: order.id, tag }));
  });
  await deleteTags(tx, gone);
  const added = changed.flatMap(({ order, incoming }) => {
    const before = order.imported.tags ?? [];
    return tagsOf(incoming.order)
      .filter((tag) => !before.includes(tag))
      .map((tag) => ({ order_id: order.id, tag, placed_at: order.placedAt.toISOString() }));
  });
  if (added.length === 0) return;
  await sql`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at)
    SELECT ${ctx.tenantId}::uuid, r.order_id, r.tag, r.placed_at
    FROM json_to_recordset(${toJson(added)}::json) AS r(order_id uuid, tag text, placed_at timestamptz)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Search keys but those of tracking numbers, which are of labels. */
async function renewTokens(ctx: OrderContext, tx: Tx, changed: readonly Changed[]): Promise<void> {
  const ids = changed.map(({ order }) => order.id);
  await sql`DELETE FROM order_tokens WHERE order_id = ANY (${ids}::uuid[]) AND field <> 'tracking'`.execute(tx);
  const rows = changed.flatMap((change) =>
    orderTokens({
      number: numberOf(change.incoming),
      name: change.shipTo.name,
      companyName: change.shipTo.companyName ?? undefined,
      email: change.shipTo.email ?? undefined,
      phone: change.shipTo.phone ?? undefined,
      postal: change.shipTo.zipcode,
      city: change.shipTo.city,
      ...lineKeys(linesOf(change)),
    }).map(({ field, token }) => ({
      tenant_id: ctx.tenantId,
      field,
      token,
      order_id: change.order.id,
      placed_at: change.order.placedAt.toISOString(),
    })),
  );
  await insertRows(
    tx,
    'order_tokens',
    { tenant_id: 'uuid', field: 'text', token: 'text', order_id: 'uuid', placed_at: 'timestamptz' },
    rows,
  );
  await addTitleWords(tx, ctx.tenantId, changed.flatMap(linesOf));
}
