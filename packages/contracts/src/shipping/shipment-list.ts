/** The labels page: every shipment listed, searched and exported (decisions 31). */
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, money, pageNumber, wireDateTime } from '../common.ts';
import { SHIPMENT_STATES } from './shipments.ts';

export const SHIPMENT_SEARCH_KEYS = ['trackingNumber', 'orderNumber', 'recipient'] as const;
export type ShipmentSearchKey = (typeof SHIPMENT_SEARCH_KEYS)[number];
/** Closed list: each has an index. */
export const SHIPMENT_SORTS = ['createdAt', '-createdAt'] as const;

const list = <T extends z.ZodMiniType>(item: T) => z.optional(z.nullable(z.array(item).check(z.maxLength(50))));
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));

export const shipmentFilters = z.object({
  /** Carrier codes as rows answer them (`carrier`). */
  carriers: list(code),
  services: list(code),
  /** Absent: all but `draft`, which never became a label. */
  states: list(z.enum(SHIPMENT_STATES)),
  trackingStatuses: list(z.enum(TRACKING_STATUSES)),
  storeIds: list(id),
  /** Of buying, in the customer's time zone; a toDate at 00:00:00 includes its whole day (decisions 22). */
  fromDate: z.optional(z.nullable(wireDateTime)),
  toDate: z.optional(z.nullable(wireDateTime)),
  /** By the beginning from three characters on, else whole. Default key trackingNumber. */
  search: z.optional(
    z.nullable(z.object({ key: z.optional(z.enum(SHIPMENT_SEARCH_KEYS)), value: z.string().check(z.maxLength(100)) })),
  ),
});
export type ShipmentFilters = z.infer<typeof shipmentFilters>;

export const shipmentRow = z.object({
  id,
  state: z.enum(SHIPMENT_STATES),
  /** A carrier's code; the typed name of a shipment made elsewhere. */
  carrier: z.string(),
  carrierName: z.string(),
  service: z.string(),
  serviceName: z.string(),
  /** As in `shipmentSummary`. */
  carriedBy: z.optional(z.nullable(z.object({ carrier: z.string(), carrierName: z.string() }))),
  aggregator: z.optional(z.boolean()),
  test: z.boolean(),
  /** bought here, or manual: fulfilled elsewhere with a typed number. */
  source: z.enum(['bought', 'manual']),
  direction: z.enum(['outbound', 'return']),
  storeId: z.nullable(id),
  storeName: z.nullable(z.string()),
  orders: z.array(z.object({ id, number: z.string() })),
  recipient: z.string(),
  city: z.string(),
  provinceCode: z.string(),
  countryCode: z.string(),
  parcels: z.array(
    z.object({ number: z.int(), trackingNumber: z.nullable(z.string()), trackingUrl: z.nullable(z.string()) }),
  ),
  /** One word for all parcels that travel; null before there is a label or after it is void. */
  trackingStatus: z.nullable(z.enum(TRACKING_STATUSES)),
  scannedAt: z.nullable(z.string()),
  /** Null for whoever may not see amounts (`money.view`), and for shipments made elsewhere. */
  price: z.nullable(money),
  shipDate: z.nullable(z.string()),
  /** Instant, ISO 8601. */
  createdAt: z.string(),
  /** Label files there are, and how often they were handed out in sum. */
  labels: z.int(),
  copiesPrinted: z.int(),
  customInvoice: z.boolean(),
  cancel: z.object({
    allowed: z.boolean(),
    reason: z.nullable(z.string()),
    until: z.nullable(z.string()),
    refund: z.enum(['now', 'later', 'none', 'unknown']),
  }),
  /** `warn`: the parcel was scanned already, so a second label can bring another one into trouble. */
  reprint: z.object({ allowed: z.boolean(), warn: z.boolean(), reason: z.nullable(z.string()) }),
  refund: z.enum(['none', 'pending', 'received', 'refused']),
});
export type ShipmentRow = z.infer<typeof shipmentRow>;

export const listShipments = defineCall({
  id: 'listShipments',
  method: 'POST',
  path: '/shipment/all',
  summary: 'One page of shipments',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  query: z.object({
    page: z.optional(pageNumber),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    sort: z.optional(z.enum(SHIPMENT_SORTS)),
    /** Key of the neighbouring page; without one, pages within the first 10,000 rows can be asked for. */
    after: z.optional(z.string().check(z.maxLength(200))),
    before: z.optional(z.string().check(z.maxLength(200))),
  }),
  body: shipmentFilters,
  data: z.object({
    shipments: z.array(shipmentRow),
    totalRecords: z.int(),
    /** The total stopped counting at its cap: show "10,000+". */
    totalCapped: z.boolean(),
    totalPage: z.int(),
    size: z.int(),
    currentPage: z.int(),
    /** Rows on this page. */
    currentPageSize: z.int(),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    /** What the filters can be set to: carriers and services this customer has bought from. */
    choices: z.object({
      carriers: z.array(z.object({ code: z.string(), name: z.string() })),
      services: z.array(z.object({ carrier: z.string(), code: z.string(), name: z.string() })),
    }),
  }),
});

/** Answered as XLSX, or as CSV where the request's Accept names `text/csv` and no spreadsheet. */
export const exportShipments = defineCall({
  id: 'exportShipments',
  method: 'POST',
  path: '/shipment/export',
  summary: 'Labels.xlsx of the chosen shipments; CSV where Accept asks for it',
  right: 'orders.export',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    /** These shipments, in this order. */
    ids: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
    /** Without ids: all that these filters match. */
    filters: z.optional(z.nullable(shipmentFilters)),
    excludeIds: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
    sort: z.optional(z.nullable(z.enum(SHIPMENT_SORTS))),
  }),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  orCsv: true,
});
