/** Rows of the list for orders whose keys a page query found; the detail uses the same row. */
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { type Fulfillment, signsOf, statusWord } from '@scanship/domain/orders/order';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import { OWN_PLATFORM } from '../commands/own-store.ts';
import { type CarrierFacts, labelOf, type OrderShipping, shippingSql } from './order-shipping.ts';
import { combinable } from './list-sql.ts';
import { originCountry } from './ship-from.ts';
import { AUTO_POPUP, USUAL_POPUP } from './order-for-shipping.ts';
import { keyColumn, NEWEST_FIRST, type Sort } from './sorts.ts';

export interface RowRecord {
  readonly id: string;
  readonly number: string;
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly hold_code: string | null;
  readonly hold_until: string | null;
  readonly ship_date: string | null;
  readonly import_failed: boolean;
  readonly signs: number;
  readonly combinable: boolean;
  readonly overdue: boolean;
  readonly source: OrderRow['source'];
  readonly store_name: string | null;
  readonly platform_code: string;
  readonly placed_at: Date;
  readonly sort_key: string;
  readonly ship_by: Date | null;
  readonly ship_to_name: string;
  readonly city: string | null;
  readonly province: string | null;
  readonly origin_country: string | null;
  readonly country: string | null;
  readonly item_qty: number;
  readonly item_summary: string;
  readonly weight_g: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly requested_key: string | null;
  readonly tags: readonly string[] | null;
  readonly claimed_by: string | null;
  readonly assigned_to: string | null;
  readonly tracking_status: OrderRow['trackingStatus'];
  readonly email: string | null;
  /** Null where it has not left. */
  readonly shipping: readonly OrderShipping[] | null;
  readonly version: number;
  readonly popup: OrderRow['autoPopupTag'] | null;
  readonly matched: number | null;
}

/** A row whose `claimedBy` and `assignedTo` still are ids of users, and whose carriers are codes; the caller puts the names. */
export type UnnamedRow = Omit<OrderRow, 'label'> & { readonly shipping: readonly OrderShipping[] };

/** A row read from SQL, with what only a page needs. */
export interface ReadRow {
  readonly row: UnnamedRow;
  /** Its key in the list, as PostgreSQL writes it. */
  readonly sortKey: string;
  readonly matched: number | null;
}

/**
 * Rows of the orders (all columns) that `source` selects.
 * @param more.before what stands in front of the statement (WITH); `matched` a number to answer beside each row
 */
export const rowsSql = (
  source: RawBuilder<unknown>,
  more: {
    readonly before?: RawBuilder<unknown>;
    readonly matched?: RawBuilder<unknown>;
    readonly sort?: Sort;
  } = {},
): RawBuilder<RowRecord> => {
  const sort = more.sort ?? NEWEST_FIRST;
  const direction = sql.raw(sort.descending ? 'DESC' : 'ASC');
  return sql<RowRecord>`${more.before ?? sql``} SELECT o.id, o.number, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled,
      o.archived_at IS NOT NULL AS archived, o.hold_code, o.hold_until::text AS hold_until, o.ship_date::text AS ship_date, o.import_state = 'failed' AS import_failed, o.signs,
      ${combinable} AS combinable, coalesce(o.tab = 'unfulfilled' AND o.ship_by < now(), false) AS overdue, o.source,
      s.name AS store_name, o.platform_code, o.placed_at, ${keyColumn(sort)}::text AS sort_key, o.ship_by, o.ship_to_name,
      d.ship_to ->> 'city' AS city, o.province, o.country, ${originCountry} AS origin_country,
      o.item_qty, o.item_summary, o.weight_g, o.total_minor, o.currency, o.requested_key,
      (SELECT json_agg(g.tag ORDER BY g.tag) FROM order_tags g WHERE g.order_id = o.id) AS tags,
      CASE WHEN o.claimed_until > now() THEN o.claimed_by END AS claimed_by, o.assigned_to, o.tracking_status,
      d.ship_to ->> 'email' AS email,
      CASE WHEN o.tracking_status IS NOT NULL OR o.fulfillment <> 'unfulfilled' THEN ${shippingSql} END AS shipping, o.version, ${AUTO_POPUP} AS popup,
      ${more.matched ?? sql`NULL::int8`} AS matched
    FROM (${source}) o
      JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      LEFT JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    ORDER BY ${keyColumn(sort)} ${direction}, o.id ${direction}`;
};

/** Of these orders, in the order of `sort`. */
export const rowsOfIdsSql = (ids: readonly string[], sort: Sort): RawBuilder<RowRecord> =>
  rowsSql(sql`SELECT * FROM orders WHERE id = ANY (${ids}::uuid[])`, { sort });

export const readRow = (record: RowRecord): ReadRow => ({
  row: toRow(record, record.popup ?? USUAL_POPUP),
  sortKey: record.sort_key,
  matched: record.matched,
});

/** One order as a row of the list, or undefined when the tenant has none with this id. */
export async function orderRow(tx: Tx, id: string): Promise<UnnamedRow | undefined> {
  const { rows } = await executeFixed(tx, 'order-row', rowsSql(sql`SELECT * FROM orders WHERE id = ${id}::uuid`));
  return rows[0] && readRow(rows[0]).row;
}

function toRow(row: RowRecord, autoPopupTag: OrderRow['autoPopupTag']): UnnamedRow {
  const own = row.platform_code === OWN_PLATFORM;
  return {
    id: row.id,
    ecomOrderNumber: row.number,
    fulfillmentStatus: statusWord(row),
    archived: row.archived,
    hold: row.hold_code,
    holdUntil: row.hold_until,
    importFailed: row.import_failed,
    signs: signsOf({
      bits: row.signs,
      international: crossesBorder(row.origin_country, row.country),
      held: row.hold_code !== null,
      importFailed: row.import_failed,
      fulfillment: row.fulfillment,
      combinable: row.combinable,
      overdue: row.overdue,
    }),
    source: row.source,
    storeName: own ? null : row.store_name,
    platformName: own ? null : (platformOfCode(row.platform_code)?.name ?? row.platform_code),
    placedAt: row.placed_at.toISOString(),
    shipBy: row.ship_by?.toISOString() ?? null,
    shipDate: row.ship_date,
    recipient: row.ship_to_name,
    city: row.city ?? '',
    provinceCode: row.province ?? '',
    originAddress: { countryCode: row.origin_country },
    destinationAddress: { countryCode: row.country },
    itemQuantity: row.item_qty,
    itemSummary: row.item_summary,
    weightGrams: row.weight_g === 0 ? null : row.weight_g,
    total: { minor: row.total_minor, currency: row.currency },
    requestedService: row.requested_key,
    tags: [...(row.tags ?? [])],
    autoPopupTag,
    claimedBy: row.claimed_by,
    assignedTo: row.assigned_to,
    trackingStatus: row.tracking_status,
    email: row.email || null,
    shipping: row.shipping ?? [],
    version: row.version,
  };
}

/** Users whose names rows need. */
export const usersOfRows = (rows: readonly UnnamedRow[]): string[] => [
  ...new Set(rows.flatMap(({ claimedBy, assignedTo }) => [claimedBy, assignedTo]).filter((id) => id !== null)),
];

/** Puts names in place of the ids of users and the codes of carriers. */
export const nameRows = (
  rows: readonly UnnamedRow[],
  names: ReadonlyMap<string, string>,
  carrier: CarrierFacts,
): OrderRow[] =>
  rows.map(({ shipping, ...row }) => ({
    ...row,
    claimedBy: row.claimedBy === null ? null : (names.get(row.claimedBy) ?? 'Somebody else'),
    assignedTo: row.assignedTo === null ? null : (names.get(row.assignedTo) ?? 'A former user'),
    label: labelOf(shipping, carrier),
  }));
