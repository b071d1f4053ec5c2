/** What rules can ask of orders, read for many at once. */
import type { AddressDto } from '@scanship/contracts/common';
import { isPoBox } from '@scanship/domain/addresses/address-check';
import type { AddressKind, RuleFacts } from '@scanship/domain/automation/automation';
import { SIGN_BITS } from '@scanship/domain/orders/order';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Orders of one statement. */
const PER_STATEMENT = 2_000;

export interface OrderFacts extends RuleFacts {
  readonly orderId: string;
  readonly number: string;
  readonly placedAt: Date;
  readonly recipient: string;
  readonly held: boolean;
  /** As the order itself says, without what follows from its store. */
  readonly ownLocation: string | null;
}

type AddressParts = Pick<AddressDto, 'address1' | 'address2' | 'provinceCode' | 'countryCode' | 'residential'>;

/** United States military post: the "states" AA, AE and AP (USPS Publication 28, section 225). */
const MILITARY = new Set(['AA', 'AE', 'AP']);

/** What kind of address it is: one of residential, business and unknown, and what else it is besides. */
export function addressKinds(address: Partial<AddressParts>): AddressKind[] {
  const kinds: AddressKind[] = [
    address.residential === true ? 'residential' : address.residential === false ? 'business' : 'unknown',
  ];
  if ([address.address1, address.address2].some((line) => line && isPoBox(line))) kinds.push('po-box');
  if (address.countryCode === 'US' && MILITARY.has(address.provinceCode ?? '')) kinds.push('military');
  return kinds;
}

/** Where orders leave from when they do not say so themselves, and in which country each place is (decisions 28). */
export interface PlacesOfOrders {
  of(order: { readonly storeId: string; readonly locationId: string | null }): {
    readonly locationId: string | null;
    readonly country: string | null;
  };
}

export async function readPlaces(tx: Tx): Promise<PlacesOfOrders> {
  const { rows } = await sql<{ kind: 'l' | 's'; id: string; location_id: string; country: string | null; d: boolean }>`
    SELECT 'l' AS kind, id, id AS location_id, address ->> 'countryCode' AS country, is_default AS d FROM locations
    UNION ALL SELECT 's', id, location_id, NULL, false FROM stores WHERE location_id IS NOT NULL`.execute(tx);
  const country = new Map(rows.flatMap((row) => (row.kind === 'l' ? [[row.id, row.country] as const] : [])));
  const ofStore = new Map(rows.flatMap((row) => (row.kind === 's' ? [[row.id, row.location_id] as const] : [])));
  const usual = rows.find((row) => row.d)?.id ?? null;
  return {
    of({ storeId, locationId }) {
      const id = locationId ?? ofStore.get(storeId) ?? usual;
      return { locationId: id, country: (id === null ? null : country.get(id)) ?? null };
    },
  };
}

interface FactRow {
  readonly id: string;
  readonly number: string;
  readonly placed_at: Date;
  readonly ship_to_name: string;
  readonly store_id: string;
  readonly platform_code: string;
  readonly source: string;
  readonly country: string | null;
  readonly province: string | null;
  readonly requested_key: string | null;
  readonly location_id: string | null;
  readonly weight_g: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly item_qty: number;
  readonly sku_count: number;
  readonly signs: number;
  readonly held: boolean;
  readonly ship_to: Partial<AddressDto>;
  readonly tags: string[] | null;
  readonly skus: string[] | null;
}

/** By order id; what is not the tenant's is left out. */
export async function readFacts(
  tx: Tx,
  orderIds: readonly string[],
  places: PlacesOfOrders,
): Promise<ReadonlyMap<string, OrderFacts>> {
  const facts = new Map<string, OrderFacts>();
  for (let from = 0; from < orderIds.length; from += PER_STATEMENT) {
    const ids = orderIds.slice(from, from + PER_STATEMENT);
    const [{ rows }, { rows: tags }, { rows: skus }] = await Promise.all([
      sql<FactRow>`SELECT o.id, o.number, o.placed_at, o.ship_to_name, o.store_id, o.platform_code, o.source, o.country,
          o.province, o.requested_key, o.location_id, o.weight_g, o.total_minor, o.currency, o.item_qty, o.sku_count, o.signs,
          o.hold_code IS NOT NULL AS held, d.ship_to
        FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
        WHERE o.id = ANY (${ids}::uuid[])`.execute(tx),
      sql<{ id: string; tags: string[] }>`SELECT order_id AS id, array_agg(tag ORDER BY tag) AS tags FROM order_tags
        WHERE order_id = ANY (${ids}::uuid[]) GROUP BY order_id`.execute(tx),
      sql<{ id: string; skus: string[] }>`SELECT order_id AS id, array_agg(DISTINCT sku_key) AS skus FROM order_items
        WHERE order_id = ANY (${ids}::uuid[]) AND sku_key <> '' AND qty > qty_cancelled GROUP BY order_id`.execute(tx),
    ]);
    const tagsOf = new Map(tags.map((row) => [row.id, row.tags]));
    const skusOf = new Map(skus.map((row) => [row.id, row.skus]));
    for (const row of rows)
      facts.set(row.id, toFacts({ ...row, tags: tagsOf.get(row.id) ?? [], skus: skusOf.get(row.id) ?? [] }, places));
  }
  return facts;
}

function toFacts(row: FactRow, places: PlacesOfOrders): OrderFacts {
  const place = places.of({ storeId: row.store_id, locationId: row.location_id });
  return {
    orderId: row.id,
    number: row.number,
    placedAt: row.placed_at,
    recipient: row.ship_to_name,
    held: row.held,
    ownLocation: row.location_id,
    store: row.store_id,
    platform: row.platform_code,
    source: row.source,
    country: row.country,
    province: row.province,
    postalCode: row.ship_to.zipcode || null,
    skus: row.skus ?? [],
    tags: row.tags ?? [],
    requestedService: row.requested_key,
    location: place.locationId,
    addressKinds: addressKinds(row.ship_to),
    weightGrams: row.weight_g > 0 ? row.weight_g : null,
    total: { minor: row.total_minor, currency: row.currency },
    itemQuantity: row.item_qty,
    skuCount: row.sku_count,
    international: row.country !== null && place.country !== null && row.country !== place.country,
    note: (row.signs & SIGN_BITS.note) !== 0,
    gift: (row.signs & SIGN_BITS.gift) !== 0,
  };
}
