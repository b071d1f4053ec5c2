/** New orders, set-based: used by manual entry, by file import, by store sync and by the demo's seed. */
import { createHash } from 'node:crypto';
import type { Address } from '@scanship/domain/addresses/address';
import { type AddressCheck } from '@scanship/domain/addresses/address-check';
import { signBits, type Tab, tabOf } from '@scanship/domain/orders/order';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import {
  distinctItems,
  itemSummary,
  orderTotal,
  orderWeight,
  skuKey,
  totalUnits,
} from '@scanship/domain/orders/order-items';
import { fold, orderTokens } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { addCounts } from './counters.ts';
import { effectiveAddress, takesSuggestions } from './effective-address.ts';
import { recordChanges } from './history.ts';
import { ITEM_COLUMNS } from './item-columns.ts';
import type { NewOrder, NewOrderItem } from './new-order.ts';
import { applyRulesOnArrival, keepArrivals } from './on-arrival.ts';
import { keepBuyers } from './order-buyers.ts';
import type { OrderContext } from './order-context.ts';
import { cleanOrNull, cleanText, columnNames, insertRows, ROWS_PER_STATEMENT, selectRows, sendInTurn } from './rows.ts';
import { addTitleWords, lineKeys } from './title-words.ts';

export interface CreatedOrder {
  readonly id: string;
  readonly number: string;
  readonly externalId: string;
}

/**
 * Creates orders with lines, tags, search keys, counters and history in about ten statements per 500 orders. Either all
 * are created or none: when it answers a problem, the transaction is as it was before.
 * @param why for the history ("orders.csv", "Entered by hand")
 * @returns the orders in the order given; problem `order_number_taken` names up to ten numbers that exist already in
 *   their store, or twice in what was given
 */
export async function createOrders(
  ctx: OrderContext,
  tx: Tx,
  orders: readonly NewOrder[],
  { why, now }: { readonly why: string; readonly now: Date },
): Promise<Outcome<readonly CreatedOrder[]>> {
  if (orders.length === 0) return ok([]);
  const automatic = await takesSuggestions(tx);
  const prepared = orders.map((order) => prepare(order, automatic));
  const repeated = repeatedNumbers(prepared);
  if (repeated.length > 0) return taken(repeated);
  const made = await applyRulesOnArrival(ctx, tx, prepared, now);

  const existing = await insertOrderRows(ctx, tx, made);
  if (existing.length > 0) return taken(existing);
  await sendInTurn([
    ...partInserts(ctx, tx, made),
    () =>
      keepBuyers(
        tx,
        ctx.tenantId,
        made.map(({ id, given }) => ({
          orderId: id,
          platformCode: given.platformCode,
          externalBuyerIds: given.externalBuyerIds ?? [],
        })),
      ),
    () =>
      recordChanges(
        ctx,
        tx,
        made.map((order) => ({ orderId: order.id, from: null, to: 'created', why })),
        now,
      ),
  ]);
  await keepArrivals(ctx, tx, made, now);
  // Last, because other transactions may wait for these rows.
  await addCounts(
    ctx,
    tx,
    made.map(({ given }) => ({ placedAt: given.placedAt, storeId: given.storeId, tab: tabOfNew(given), n: 1 })),
  );
  return ok(made.map(({ id, number, given }) => ({ id, number, externalId: given.externalId })));
}

const tabOfNew = (given: NewOrder): Tab =>
  tabOf({ fulfillment: given.fulfillment ?? 'unfulfilled', cancelled: Boolean(given.cancelledAt), archived: false });

interface PreparedItem extends NewOrderItem {
  readonly sku: string;
  readonly title: string;
}

interface PreparedOrder {
  readonly id: string;
  readonly number: string;
  readonly given: NewOrder;
  readonly check: AddressCheck;
  readonly items: readonly PreparedItem[];
  readonly tags: readonly string[];
  readonly customerNote: string | null;
  readonly internalNote: string | null;
  readonly signs: number;
}

function prepare(given: NewOrder, automatic: boolean): PreparedOrder {
  const check = effectiveAddress(given.shipTo, automatic);
  const customerNote = cleanOrNull(given.customerNote);
  const internalNote = cleanOrNull(given.internalNote);
  return {
    id: newId(),
    number: cleanText(given.number),
    given,
    check,
    items: given.items.map((item) => ({ ...item, sku: cleanText(item.sku), title: cleanText(item.title) })),
    tags: [...new Set((given.tags ?? []).map(cleanText).filter((tag) => tag !== ''))],
    customerNote,
    internalNote,
    signs: signBits({
      note: customerNote !== null || internalNote !== null,
      gift: given.gift === true,
      unverified: isUnverified(check),
    }),
  };
}

/** An address with an error cannot be shipped to as it stands. */
export const isUnverified = (check: Pick<AddressCheck, 'problems'>): boolean =>
  check.problems.some((each) => each.severity === 'error');

/**
 * Hash of recipient and place, without case, accents and punctuation: orders that share it can go in one parcel. Empty
 * when the address is not complete enough to say so.
 */
export function combineKey(address: Address): string {
  if (address.address1 === '' || (address.name === '' && !address.companyName)) return '';
  const parts = [
    address.name || address.companyName || '',
    address.address1,
    address.address2 ?? '',
    address.city,
    address.provinceCode,
    address.zipcode,
    address.countryCode,
  ];
  const text = parts
    .map((part) =>
      fold(part)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join('\n');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function repeatedNumbers(made: readonly PreparedOrder[]): string[] {
  const seen = new Set<string>();
  return made
    .filter(({ given }) => {
      const key = `${given.storeId} ${given.externalId}`;
      return seen.has(key) || !seen.add(key);
    })
    .map((order) => order.number);
}

function taken(numbers: readonly string[]): Outcome<never> {
  const named = numbers.slice(0, 10).join(', ');
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : '';
  return problem('order_number_taken', {
    message:
      numbers.length === 1
        ? `An order with the number ${named} exists already.`
        : `Orders with these numbers exist already: ${named}${more}.`,
    errors: [{ field: 'number', code: 'order_number_taken', message: 'This number is taken.' }],
  });
}

const ORDER_COLUMNS = {
  tenant_id: 'uuid',
  id: 'uuid',
  store_id: 'uuid',
  platform_code: 'text',
  external_id: 'text',
  source: 'text',
  number: 'text',
  tab: 'text',
  fulfillment: 'text',
  cancelled_at: 'timestamptz',
  import_state: 'text',
  external_updated_at: 'timestamptz',
  hold_code: 'text',
  hold_reason: 'text',
  hold_until: 'date',
  placed_at: 'timestamptz',
  ship_by: 'timestamptz',
  location_id: 'uuid',
  country: 'text',
  province: 'text',
  requested_key: 'text',
  item_qty: 'int4',
  sku_count: 'int4',
  item_summary: 'text',
  weight_g: 'int4',
  total_minor: 'int8',
  currency: 'text',
  ship_to_name: 'text',
  ship_to_key: 'text',
  signs: 'int4',
  imported_hash: 'text',
  import_id: 'uuid',
} as const;

function orderRow(ctx: OrderContext, order: PreparedOrder): Record<keyof typeof ORDER_COLUMNS, string | number | null> {
  const { given, check } = order;
  const shipTo = check.normalized;
  const items = order.items.map(whatIsWanted);
  return {
    tenant_id: ctx.tenantId,
    id: order.id,
    store_id: given.storeId,
    platform_code: given.platformCode,
    external_id: given.externalId,
    source: given.source,
    number: order.number,
    tab: tabOfNew(given),
    fulfillment: given.fulfillment ?? 'unfulfilled',
    cancelled_at: given.cancelledAt?.toISOString() ?? null,
    import_state: given.importState ?? 'ok',
    external_updated_at: given.externalUpdatedAt?.toISOString() ?? null,
    hold_code: given.holdCode ?? null,
    hold_reason: given.holdReason ?? null,
    hold_until: given.holdUntil ?? null,
    placed_at: given.placedAt.toISOString(),
    ship_by: given.shipBy?.toISOString() ?? null,
    location_id: given.locationId ?? null,
    country: /^[A-Z]{2}$/.test(shipTo.countryCode) ? shipTo.countryCode : null,
    province: shipTo.provinceCode || null,
    requested_key: cleanOrNull(given.requestedService),
    item_qty: totalUnits(items),
    sku_count: distinctItems(items),
    item_summary: itemSummary(items),
    weight_g: orderWeight(items) ?? 0,
    total_minor: given.totalMinor ?? orderTotal(order.items, given.currency).minor,
    currency: given.currency,
    ship_to_name: shipTo.name || (shipTo.companyName ?? ''),
    ship_to_key: combineKey(shipTo),
    signs: order.signs,
    imported_hash: given.importedHash ?? null,
    import_id: given.importId ?? null,
  };
}

/** A line with the units the buyer gets; what is cancelled does not count in the list's sums. */
const whatIsWanted = (item: PreparedItem): PreparedItem => ({
  ...item,
  quantity: item.quantity - (item.cancelled ?? 0) + (item.elsewhere ?? 0),
});

/** @returns numbers that are here already; when there are any, the transaction is as it was before */
async function insertOrderRows(ctx: OrderContext, tx: Tx, made: readonly PreparedOrder[]): Promise<string[]> {
  const begun = sql`SAVEPOINT create_orders`.execute(tx);
  const inserted = new Set<string>();
  for (let from = 0; from < made.length; from += ROWS_PER_STATEMENT) {
    const rows = made.slice(from, from + ROWS_PER_STATEMENT).map((order) => orderRow(ctx, order));
    const [result] = await Promise.all([
      sql<{ id: string }>`INSERT INTO orders (${columnNames(ORDER_COLUMNS)})
        ${selectRows(ORDER_COLUMNS, rows)}
        ON CONFLICT (tenant_id, store_id, external_id) DO NOTHING RETURNING id`.execute(tx),
      begun,
    ]);
    for (const row of result.rows) inserted.add(row.id);
  }
  const existing = made.filter((order) => !inserted.has(order.id));
  await (existing.length > 0
    ? sql`ROLLBACK TO SAVEPOINT create_orders`.execute(tx)
    : sql`RELEASE SAVEPOINT create_orders`.execute(tx));
  return existing.map((order) => order.number);
}

/** What lies beside the orders' rows. */
function partInserts(ctx: OrderContext, tx: Tx, made: readonly PreparedOrder[]): (() => Promise<void>)[] {
  const tenant_id = ctx.tenantId;
  return [
    () =>
      insertRows(
        tx,
        'order_details',
        {
          tenant_id: 'uuid',
          order_id: 'uuid',
          ship_to: 'jsonb',
          ship_to_imported: 'jsonb',
          address_check: 'jsonb',
          notes: 'jsonb',
          imported: 'jsonb',
        },
        made.map(({ id, given, check, customerNote, internalNote }) => ({
          tenant_id,
          order_id: id,
          ship_to: check.normalized,
          ship_to_imported: given.shipTo,
          address_check: check.problems,
          notes: { customer: customerNote, internal: internalNote },
          imported: given.imported ?? {},
        })),
      ),
    () =>
      insertRows(
        tx,
        'order_items',
        ITEM_COLUMNS,
        made.flatMap(({ id, given, items }) =>
          items.map((item, index) => ({
            tenant_id,
            order_id: id,
            line: index + 1,
            external_line_id: item.externalLineId ?? null,
            external_group: item.externalGroup ?? null,
            external_product_id: item.externalProductId ?? null,
            sku: item.sku,
            sku_key: skuKey(item.sku),
            title: item.title,
            qty: item.quantity,
            qty_cancelled: item.cancelled ?? 0,
            qty_elsewhere: item.elsewhere ?? 0,
            unit_minor: item.unitMinor,
            weight_g: item.weightGrams ?? null,
            hs_code: hsDigits(item.hsCode) ?? null,
            origin: item.originCountry ?? null,
            image_url: item.imageUrl ?? null,
            imported: {},
            placed_at: given.placedAt.toISOString(),
          })),
        ),
      ),
    () =>
      insertRows(
        tx,
        'order_tags',
        { tenant_id: 'uuid', order_id: 'uuid', tag: 'text', placed_at: 'timestamptz' },
        made.flatMap(({ id, given, tags }) =>
          tags.map((tag) => ({ tenant_id, order_id: id, tag, placed_at: given.placedAt.toISOString() })),
        ),
      ),
    () =>
      insertRows(
        tx,
        'order_tokens',
        { tenant_id: 'uuid', field: 'text', token: 'text', order_id: 'uuid', placed_at: 'timestamptz' },
        made.flatMap(({ id, number, given, check, items }) =>
          orderTokens({
            number,
            name: check.normalized.name,
            companyName: check.normalized.companyName,
            email: check.normalized.email,
            phone: check.normalized.phone,
            postal: check.normalized.zipcode,
            city: check.normalized.city,
            ...lineKeys(items),
          }).map(({ field, token }) => ({
            tenant_id,
            field,
            token,
            order_id: id,
            placed_at: given.placedAt.toISOString(),
          })),
        ),
      ),
    () =>
      addTitleWords(
        tx,
        tenant_id,
        made.flatMap(({ items }) => items),
      ),
  ];
}
