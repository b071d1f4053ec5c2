/** Orders of a store as they are here, locked for a change. */
import type { AddressDto } from '@scanship/contracts/common';
import type { Fulfillment, Tab } from '@scanship/domain/orders/order';
import type { KeptQuantities } from '@scanship/domain/stores/store-quantities';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { KeptFacts } from './edit-items.ts';
import type { ImportedRecord } from './store-order-shape.ts';

export interface KeptLine extends KeptQuantities {
  readonly line: number;
  readonly externalLineId: string | null;
  readonly externalGroup: string | null;
  readonly externalProductId: string | null;
  readonly sku: string;
  readonly title: string;
  readonly unitMinor: number;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly imageUrl: string | null;
  /** What a person set, and what the store says of the same facts. */
  readonly overrides: KeptFacts;
  readonly imported: KeptFacts;
}

export interface LockedStoreOrder {
  readonly id: string;
  readonly placedAt: Date;
  readonly tab: Tab;
  readonly fulfillment: Fulfillment;
  readonly cancelledAt: Date | null;
  readonly archived: boolean;
  readonly holdCode: string | null;
  readonly holdReason: string | null;
  readonly importFailed: boolean;
  readonly locationId: string | null;
  readonly importedHash: string | null;
  readonly externalUpdatedAt: Date | null;
  /** Effective address. */
  readonly shipTo: AddressDto;
  readonly notes: { readonly customer?: string | null; readonly internal?: string | null };
  readonly imported: ImportedRecord;
  readonly overrides: {
    readonly shipTo?: AddressDto;
    /** Chosen by a person. */
    readonly locationId?: string;
    /** Code of the store's hold that a person released. */
    readonly releasedHold?: string;
    /** Requested service that a person set. */
    readonly requestedService?: string;
  };
  readonly lines: readonly KeptLine[];
}

/** Locks them in the order of their ids, so that two syncs cannot wait in a circle. */
export async function lockStoreOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LockedStoreOrder>> {
  const ids = [...orderIds];
  const { rows } = await sql<
    Omit<LockedStoreOrder, 'lines'>
  >`SELECT o.id, o.placed_at AS "placedAt", o.tab, o.fulfillment,
      o.cancelled_at AS "cancelledAt", o.archived_at IS NOT NULL AS archived, o.hold_code AS "holdCode", o.hold_reason AS "holdReason",
      o.import_state = 'failed' AS "importFailed", o.location_id AS "locationId", o.imported_hash AS "importedHash",
      o.external_updated_at AS "externalUpdatedAt", d.ship_to AS "shipTo", d.notes, d.imported, d.overrides
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.id = ANY (${ids}::uuid[])
    ORDER BY o.id FOR UPDATE OF o`.execute(tx);
  const lines = await sql<KeptLine & { readonly orderId: string }>`SELECT order_id AS "orderId", line,
      external_line_id AS "externalLineId", external_group AS "externalGroup", external_product_id AS "externalProductId",
      sku, title, qty AS quantity, qty_allocated AS allocated, qty_shipped AS shipped, qty_cancelled AS cancelled,
      qty_elsewhere AS elsewhere, unit_minor AS "unitMinor", weight_g AS "weightGrams", hs_code AS "hsCode",
      origin AS "originCountry", image_url AS "imageUrl", overrides, imported
    FROM order_items WHERE order_id = ANY (${ids}::uuid[])
    ORDER BY order_id, line`.execute(tx);
  const byOrder = new Map<string, KeptLine[]>(rows.map((row) => [row.id, []]));
  for (const { orderId, ...line } of lines.rows) byOrder.get(orderId)?.push(line);
  return new Map(rows.map((row) => [row.id, { ...row, lines: byOrder.get(row.id) ?? [] }]));
}
