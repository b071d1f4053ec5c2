/** Rows as the search answers them. */
import type { Found, HitOwner, SearchGroup } from '@scanship/contracts/network/search';
import { SHIPMENT_STATES } from '@scanship/domain/shipping/shipment-states';
import { statusWord } from '@scanship/domain/orders/order';
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import type { FoundUser } from '../users/index.ts';

type Hit<G extends SearchGroup> = Found[G]['hits'][number];

export const NOTHING: Found = {
  orders: { hits: [], more: false },
  shipments: { hits: [], more: false },
  products: { hits: [], more: false },
  franchises: { hits: [], more: false },
  customers: { hits: [], more: false },
  people: { hits: [], more: false },
  invoices: { hits: [], more: false },
};

/** The first of them; one more was read to know whether there are more. */
export const firstOf = <Row, H>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => H,
): { hits: H[]; more: boolean } => ({
  hits: rows.slice(0, limit).map(view),
  more: rows.length > limit,
});

export interface OrderRow {
  readonly id: string;
  readonly number: string;
  readonly fulfillment: 'unfulfilled' | 'partial' | 'fulfilled' | 'manual_fulfilled';
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly placed_at: Date;
  readonly recipient?: string;
  readonly city?: string | null;
}

export const orderHit = (row: OrderRow, owner: HitOwner): Hit<'orders'> => ({
  id: row.id,
  number: row.number,
  status: statusWord(row),
  archived: row.archived,
  placedAt: row.placed_at.toISOString(),
  recipient: row.recipient ?? '',
  city: row.city ?? '',
  owner,
});

export interface ShipmentRow {
  readonly id: string;
  readonly order_id: string | null;
  readonly tracking_number: string;
  readonly slug: string | null;
  readonly state: string;
  readonly tracking_status: string | null;
  readonly created_at: Date;
}

const stateOf = (state: string): Hit<'shipments'>['state'] => {
  const known = SHIPMENT_STATES.find((each) => each === state);
  if (!known) throw new Error(`A shipment cannot be "${state}".`);
  return known;
};

export const shipmentHit = (
  row: ShipmentRow,
  carrierName: (slug: string) => string,
  owner: HitOwner,
): Hit<'shipments'> => ({
  id: row.id,
  trackingNumber: row.tracking_number,
  orderId: row.order_id,
  carrierName: row.slug === null ? '' : carrierName(row.slug),
  state: stateOf(row.state),
  trackingStatus: TRACKING_STATUSES.find((status) => status === row.tracking_status) ?? null,
  createdAt: row.created_at.toISOString(),
  owner,
});

/** @param realmId set for staff of the operator: the franchise the person belongs to */
export const personHit = (person: FoundUser, ownTenantId: string, franchiseId: string | null): Hit<'people'> => ({
  id: person.id,
  fullName: `${person.first_name} ${person.last_name}`.trim() || person.username,
  userName: person.username,
  email: person.email,
  owner: person.tenant_id === ownTenantId ? null : { id: person.tenant_id, name: person.tenant_name, franchiseId },
});
