/** What orders left with: their live labels and what people typed who shipped by other means. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { type RawBuilder, sql } from 'kysely';

export interface OrderShipping {
  readonly direction: 'outbound' | 'return';
  /** The carrier's code; absent where only a name was typed. */
  readonly slug: string | null;
  /** Name of the account it was bought with, or the name a person typed. */
  readonly carrierName: string | null;
  readonly service: string | null;
  readonly shipDate: string | null;
  readonly numbers: readonly string[];
  /** What it cost the seller; null: nothing, as for TEST labels, or not known here. */
  readonly minor: number | null;
  readonly currency: string | null;
}

/** JSON of the `OrderShipping` of `orders o`, oldest first. */
export const shippingSql: RawBuilder<unknown> = sql`(SELECT coalesce(jsonb_agg(v.one ORDER BY v.at), '[]'::jsonb) FROM (
    SELECT s.created_at AS at, jsonb_build_object('direction', s.direction, 'slug', s.slug, 'carrierName',
        (SELECT g.name FROM account_grants g WHERE g.tenant_id = s.tenant_id AND g.id = s.grant_id), 'service', coalesce(s.service_name, s.service),
        'shipDate', s.ship_date, 'numbers', (SELECT coalesce(jsonb_agg(c.tracking_number ORDER BY c.no)
          FILTER (WHERE c.tracking_number IS NOT NULL), '[]'::jsonb) FROM parcels c
          WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id),
        'minor', CASE WHEN NOT s.test THEN s.price_minor END, 'currency', s.currency) AS one
      FROM shipments s WHERE s.tenant_id = o.tenant_id AND s.state IN ('partly_bought', 'bought', 'handed_over', 'delivered', 'returned', 'lost')
        AND s.id IN (SELECT i.shipment_id FROM shipment_items i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id)
    UNION ALL SELECT m.marked_at, jsonb_build_object('direction', 'outbound', 'slug', m.carrier_slug, 'carrierName', m.carrier_name, 'service', NULL,
        'shipDate', NULL, 'numbers', CASE WHEN m.tracking_number IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(m.tracking_number) END,
        'minor', NULL, 'currency', NULL)
      FROM manual_fulfilments m WHERE m.tenant_id = o.tenant_id AND m.order_id = o.id AND m.undone_at IS NULL) v)`;

/** What a connector says of its carrier. */
export type CarrierFacts = (slug: string) => Pick<CarrierManifest, 'name' | 'maturity'> | undefined;

/** Name people know a carrier by. As shipments show it: an account of a carrier's own kind goes by the name it was given. */
export function carrierNamed(carrier: CarrierFacts, slug: string, accountName: string | null): string {
  const manifest = carrier(slug);
  return (manifest?.maturity === 'own' ? accountName : manifest?.name) ?? accountName ?? slug;
}

/** Costs of labels, one amount per currency. */
export function costsOf(shipping: readonly OrderShipping[]): { minor: number; currency: string }[] {
  const sums = new Map<string, number>();
  for (const { minor, currency } of shipping)
    if (minor !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}

/** What the list shows of it; labels that come back are no part of it. */
export function labelOf(shipping: readonly OrderShipping[], carrier: CarrierFacts): OrderRow['label'] {
  const out = shipping.filter(({ direction }) => direction === 'outbound');
  if (out.length === 0) return null;
  const services = new Map<string, { carrierName: string; serviceName: string | null }>();
  for (const { slug, carrierName, service } of out) {
    const name = slug === null ? carrierName : carrierNamed(carrier, slug, carrierName);
    if (name) services.set(`${name}\n${service}`, { carrierName: name, serviceName: service });
  }
  return {
    trackingNumbers: out.flatMap(({ numbers }) => numbers),
    services: [...services.values()],
    costs: costsOf(out),
  };
}
