/** Finding orders by what was scanned (product-spec section 4; decisions 37), and how each looks at the packing table. */
import type { ScannedItem, ScannedOrder } from '@scanship/contracts/printing/scan-ship';
import { statusWord } from '@scanship/domain/orders/order';
import { orderNumberKey, trackingTokens } from '@scanship/domain/orders/order-search';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { linePicture } from '../../platform/outside-pictures/picture-addresses.ts';
import { type OrderFound, readOrders, whyBlocked } from '../batches/index.ts';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import { leasedWords, type OrderLease, readLeases } from '../orders/index.ts';
import { readPackages } from '../packages/index.ts';
import type { DecidedPackage } from '../automation/index.ts';
import { openLines, type ScanWish } from './wish.ts';

/** More orders than this with one number are no number any more. */
const MOST_FOUND = 20;

export interface FoundIds {
  readonly orderIds: readonly string[];
  readonly foundBy: ScannedOrder['foundBy'];
}

/** Newest first; cancelled and archived ones are not found. What is no number may be the tracking number of a label. */
export async function findOrders(
  tx: Tx,
  input: { readonly tenantId: string; readonly scanned: string; readonly storeId?: string | undefined },
): Promise<FoundIds> {
  const key = orderNumberKey(input.scanned);
  const byNumber = await ordersOfToken(tx, 'number', key, input);
  // Tokens of a number also hold its digits alone; a scan means the whole number.
  const exact = byNumber.filter(({ number }) => orderNumberKey(number) === key);
  if (exact.length > 0) return { orderIds: exact.map(({ id }) => id), foundBy: 'number' };
  const [tracking] = trackingTokens([input.scanned]);
  const byTracking = tracking ? await ordersOfToken(tx, 'tracking', tracking.token, input) : [];
  return { orderIds: byTracking.map(({ id }) => id), foundBy: 'tracking' };
}

async function ordersOfToken(
  tx: Tx,
  field: 'number' | 'tracking',
  token: string,
  { tenantId, storeId }: { readonly tenantId: string; readonly storeId?: string | undefined },
): Promise<readonly { readonly id: string; readonly number: string }[]> {
  if (token === '') return [];
  const { rows } = await sql<{ id: string; number: string }>`SELECT o.id, o.number FROM order_tokens t
    JOIN orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id
    WHERE t.tenant_id = ${tenantId} AND t.field = ${field} AND t.token = ${token}
      AND o.cancelled_at IS NULL AND o.archived_at IS NULL
      ${storeId ? sql`AND o.store_id = ${storeId}` : sql``}
    ORDER BY o.placed_at DESC, o.id DESC LIMIT ${MOST_FOUND}`.execute(tx);
  return rows;
}

interface Head {
  readonly id: string;
  readonly store_name: string;
  readonly platform_code: string;
}

interface ItemSide {
  readonly order_id: string;
  readonly line: number;
  readonly image_url: string | null;
  readonly product_id: string | null;
  readonly picture: string | null;
  readonly bin: string | null;
  readonly barcodes: readonly string[] | null;
}

/** What stands beside orders: their stores, and pictures, shelves and barcodes of their items. */
interface Sides {
  readonly heads: ReadonlyMap<string, Head>;
  readonly items: ReadonlyMap<string, ReadonlyMap<number, ItemSide>>;
  readonly packages: readonly PackageEntry[];
  readonly leases: ReadonlyMap<string, OrderLease>;
}

/** Of a line the product is found by the store's own id of the item, else by SKU; it and its aliases name the barcodes. */
async function readSides(tx: Tx, tenantId: string, orderIds: readonly string[]): Promise<Sides> {
  const heads = await sql<Head>`SELECT o.id, s.name AS store_name, o.platform_code FROM orders o
    JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${[...orderIds]}::uuid[])`.execute(tx);
  const { rows } = await sql<ItemSide>`SELECT i.order_id, i.line, i.image_url, p.id AS product_id, p.picture,
      p.bin_location AS bin,
      (SELECT json_agg(DISTINCT b.code) FROM (SELECT p.barcode AS code UNION ALL
        SELECT a.barcode FROM product_aliases a WHERE a.tenant_id = i.tenant_id AND a.product_id = p.id) b
        WHERE b.code <> '') AS barcodes
    FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    LEFT JOIN LATERAL (
      SELECT f.id, f.picture, f.bin_location, f.barcode FROM (
        SELECT 1 AS rank, q.id, q.picture, q.bin_location, q.barcode FROM product_aliases a
          JOIN products q ON q.tenant_id = a.tenant_id AND q.id = a.product_id
          WHERE a.tenant_id = i.tenant_id AND a.store_id = o.store_id AND a.external_id = i.external_product_id
        UNION ALL SELECT 2, q.id, q.picture, q.bin_location, q.barcode FROM products q
          WHERE q.tenant_id = i.tenant_id AND i.sku_key <> '' AND q.sku_key = i.sku_key
      ) f ORDER BY f.rank LIMIT 1
    ) p ON true
    WHERE i.tenant_id = ${tenantId} AND i.order_id = ANY (${[...orderIds]}::uuid[])`.execute(tx);
  const items = new Map<string, Map<number, ItemSide>>();
  for (const row of rows) {
    const own = items.get(row.order_id) ?? new Map<number, ItemSide>();
    items.set(row.order_id, own.set(row.line, row));
  }
  return {
    heads: new Map(heads.rows.map((row) => [row.id, row])),
    items,
    packages: await readPackages(tx, (slug) => slug),
    leases: await readLeases(tx, tenantId, orderIds),
  };
}

export interface OrderAtTable extends OrderFound {
  readonly storeName: string;
  readonly platformName: string;
  readonly items: readonly ScannedItem[];
  /** The packing station it lies at for a shift. */
  readonly lease: OrderLease | undefined;
  /** Boxes of the package manager. */
  readonly boxes: readonly PackageEntry[];
}

/** Everything that showing, rating and shipping scanned orders needs, in few round trips; by order id. */
export async function readAtTable(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'userId' | 'realmId'>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderAtTable>> {
  if (orderIds.length === 0) return new Map();
  const [found, sides] = await Promise.all([
    readOrders(db, { tenantId: ctx.tenantId, buyerId: ctx.userId, options: {}, asker: ctx }, orderIds),
    db.tenant(ctx, (tx) => readSides(tx, ctx.tenantId, orderIds), { readOnly: true }),
  ]);
  return new Map(
    [...found].map(([id, order]): [string, OrderAtTable] => {
      const head = sides.heads.get(id);
      return [
        id,
        {
          ...order,
          storeName: head?.store_name ?? '',
          platformName: platformOfCode(head?.platform_code ?? '')?.name ?? '',
          items: itemsOf(order, sides.items.get(id)),
          lease: sides.leases.get(id),
          boxes: sides.packages,
        },
      ];
    }),
  );
}

function itemsOf({ order }: OrderFound, sides: ReadonlyMap<number, ItemSide> | undefined): ScannedItem[] {
  const open = openLines(order);
  const shown =
    open.length > 0 ? open : order.lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled }));
  return shown
    .filter((line) => line.quantity > 0)
    .map((line) => {
      const side = sides?.get(line.line);
      return {
        line: line.line,
        title: line.title,
        sku: line.sku,
        barcodes: [...(side?.barcodes ?? [])],
        quantity: line.quantity,
        weightGrams: line.weightGrams,
        imageUrl: side
          ? linePicture(
              { orderId: side.order_id, line: line.line },
              { id: side.product_id, picture: side.picture },
              side.image_url,
            )
          : null,
        bin: side?.bin ?? null,
      };
    });
}

/** The box a station or its details name, as rating needs it; undefined where the customer has none with this id. */
export function boxOf(boxes: readonly PackageEntry[], id: string | null | undefined): DecidedPackage | undefined {
  const entry = id ? boxes.find((each) => each.id === id) : undefined;
  return (
    entry && {
      id: entry.id,
      name: entry.name,
      dimensions: entry.outer,
      tareGrams: entry.tareGrams,
      maxGrams: entry.maxGrams,
      packaging: entry.presetCode,
      packagingCarrier: entry.carrier,
    }
  );
}

/**
 * Why it cannot be shipped as it stands. Items that have to be scanned first are the caller's matter.
 * @param stationId the packing station that asks
 */
export function blockOf(at: OrderAtTable, scan: ScanWish, stationId?: string | null) {
  if (at.lease && at.lease.stationId !== stationId)
    return { cause: 'claimed' as const, message: leasedWords(at.lease) };
  const { wish } = scan;
  const limit = wish.package?.maxGrams ? { grams: wish.package.maxGrams, packageName: wish.package.name } : undefined;
  const held = whyBlocked(at.order, { ...at, mustVerify: false, parcelGrams: scan.heaviestGrams, limit });
  // What cannot be packed so has no weight either; the first says more.
  return held && !(held.cause === 'no-weight' && scan.held) ? held : scan.held;
}

/** @param scan how the station would ship it */
export function toScanned(
  at: OrderAtTable,
  scan: ScanWish,
  foundBy: ScannedOrder['foundBy'],
  stationId?: string | null,
): ScannedOrder {
  const { order } = at;
  return {
    id: order.id,
    ecomOrderNumber: order.number,
    fulfillmentStatus: statusWord(order),
    storeId: order.storeId,
    storeName: at.storeName,
    platformName: at.platformName,
    placedAt: order.placedAt.toISOString(),
    originAddress: { countryCode: order.shipFrom?.address.countryCode ?? null },
    destinationAddress: order.shipTo,
    autoPopupTag: order.autoPopupTag,
    items: [...at.items],
    weightGrams: order.weightGrams,
    customerNote: order.customerNote,
    internalNote: order.internalNote,
    hold: order.holdCode === null ? null : (order.holdReason ?? order.holdCode),
    blocked: blockOf(at, scan, stationId)?.message ?? null,
    mustVerify: at.decision.mustVerify,
    foundBy,
  };
}
