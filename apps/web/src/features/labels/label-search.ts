/** Filters of the labels page as they stand in the address; what an old link or a person spoilt is left out. */
import { PAGE_SIZES } from '@scanship/contracts/orders/order-list';
import {
  SHIPMENT_SEARCH_KEYS,
  type ShipmentFilters,
  type ShipmentSearchKey,
} from '@scanship/contracts/shipping/shipment-list';
import { SHIPMENT_STATES } from '@scanship/contracts/shipping/shipments';
import { TRACKING_STATUSES, type TrackingStatus } from '@scanship/domain/tracking/tracking';

export type LabelState = (typeof SHIPMENT_STATES)[number];
export const LABEL_STATES = SHIPMENT_STATES.filter((state) => state !== 'draft');

export interface LabelSearch {
  readonly q?: string;
  readonly key?: ShipmentSearchKey;
  readonly carrier?: string;
  readonly state?: LabelState;
  readonly tracking?: TrackingStatus;
  readonly store?: string;
  /** Days of buying, YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly size?: number;
  readonly page?: number;
  readonly after?: string;
  readonly before?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const text = (value: unknown, max: number): string => {
  // The router reads "1001" of an address as a number.
  const t = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return t.length <= max ? t : '';
};
const one = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((each) => each === value);
const day = (value: unknown): string => (DAY.test(text(value, 10)) ? text(value, 10) : '');

export function labelSearch(raw: { readonly [K in keyof LabelSearch]?: unknown }): LabelSearch {
  const page = Number(text(raw.page, 12));
  const found = {
    q: text(raw.q, 100),
    key: one(SHIPMENT_SEARCH_KEYS, raw.key),
    carrier: text(raw.carrier, 80),
    state: one(LABEL_STATES, raw.state),
    tracking: one(TRACKING_STATUSES, raw.tracking),
    store: text(raw.store, 40),
    from: day(raw.from),
    to: day(raw.to),
    size: PAGE_SIZES.find((size) => size === Number(text(raw.size, 4))),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    after: text(raw.after, 200),
    before: text(raw.before, 200),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}

/** The same filters on the first page. */
export function fromTheTop({ page: _page, after: _after, before: _before, ...rest }: LabelSearch): LabelSearch {
  return rest;
}

export const isFiltered = (search: LabelSearch): boolean => {
  const { size: _size, key: _key, ...rest } = fromTheTop(search);
  return Object.keys(rest).length > 0;
};

export const toFilters = ({ q, key, carrier, state, tracking, store, from, to }: LabelSearch): ShipmentFilters => ({
  ...(q ? { search: { key: key ?? 'trackingNumber', value: q } } : {}),
  ...(carrier ? { carriers: [carrier] } : {}),
  ...(state ? { states: [state] } : {}),
  ...(tracking ? { trackingStatuses: [tracking] } : {}),
  ...(store ? { storeIds: [store] } : {}),
  ...(from ? { fromDate: `${from} 00:00:00` } : {}),
  ...(to ? { toDate: `${to} 00:00:00` } : {}),
});
