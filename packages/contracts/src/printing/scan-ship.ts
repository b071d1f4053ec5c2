/**
 * Scan and Ship (product-spec sections 2, 4 and 7; decisions 37 and 38). Advanced plan only: below it no session holds the
 * page SCANSHIP. Every call that buys is good once for its Idempotency-Key, which the station makes at the scan.
 */
import { PRINTED_PAPERS } from '@scanship/domain/printing/printing';
import {
  LONGEST_COUNTDOWN_SECONDS,
  PRINT_MODES,
  SHIP_MODES,
  VERIFICATIONS,
} from '@scanship/domain/scan-ship/scan-ship';
import * as z from 'zod/mini';
import { machineId } from './agent-v1.ts';
import { defineCall } from '../call.ts';
import { address, autoPopupTag, dimensions, grams, id, idParams, required, shipmentOptions } from '../common.ts';
import { FULFILLMENT_STATUSES } from '../orders/order-list.ts';
import { printOutcome } from './printers.ts';
import { lineUnits, rate } from '../shipping/quotes.ts';
import { shipmentSummary } from '../shipping/shipments.ts';

const page = { auth: 'access', permission: 'SCANSHIP' } as const;

/** An item as it is packed and verified. */
export const scannedItem = z.object({
  line: z.int(),
  title: z.string(),
  sku: z.nullable(z.string()),
  /** UPC, EAN and other codes of the product. */
  barcodes: z.array(z.string()),
  /** Units that are still to go; all that were not cancelled where nothing is left. */
  quantity: z.int(),
  /** Of one unit; null where nobody knows. */
  weightGrams: z.nullable(z.int()),
  imageUrl: z.nullable(z.string()),
  /** Shelf. */
  bin: z.nullable(z.string()),
});
export type ScannedItem = z.infer<typeof scannedItem>;

export const scannedOrder = z.object({
  id,
  ecomOrderNumber: z.string(),
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES),
  storeId: id,
  storeName: z.string(),
  platformName: z.string(),
  /** Instant, ISO 8601. */
  placedAt: z.string(),
  originAddress: z.object({ countryCode: z.nullable(z.string()) }),
  destinationAddress: address,
  autoPopupTag,
  items: z.array(scannedItem),
  /** Contents alone, of what is still to go; null where an item has no weight. */
  weightGrams: z.nullable(z.int()),
  customerNote: z.nullable(z.string()),
  internalNote: z.nullable(z.string()),
  /** Why it is on hold, in words; null: it is not. */
  hold: z.nullable(z.string()),
  /** Why it cannot be shipped as it stands, in one sentence; null: it can. A hold is one of them. */
  blocked: z.nullable(z.string()),
  /** A rule wants its items scanned, whatever the station is set to. */
  mustVerify: z.boolean(),
  /** Found by the number of an order, or by the tracking number of its label. */
  foundBy: z.enum(['number', 'tracking']),
});
export type ScannedOrder = z.infer<typeof scannedOrder>;

/** Every match, fulfilled ones included: the page leaves those out, so that it can say which of both messages holds. */
export const scanOrder = defineCall({
  id: 'scanOrder',
  method: 'GET',
  path: '/scanship/ecom/order/{orderNumber}',
  summary: 'Orders with this number (without case and leading "#"), of all stores or one; carriers begin to be asked',
  ...page,
  params: z.object({ orderNumber: required(100) }),
  query: z.object({ storeId: z.optional(id), machineId: z.optional(machineId), stationId: z.optional(id) }),
  data: z.object({ orders: z.array(scannedOrder) }),
});

/** What is said of the parcels; what is left out is decided as Auto Ship decides it. */
const details = {
  shipMode: z.enum(SHIP_MODES),
  /** Box of the package manager. */
  packageId: z.optional(z.nullable(id)),
  /** Of the whole parcel as it was weighed; with `shipInBox` only. */
  weightGrams: z.optional(z.nullable(grams.check(z.minimum(1)))),
  /** Outer size where no box of the package manager is meant; with `shipInBox` only. */
  dimensions: z.optional(z.nullable(dimensions)),
};
const proof = {
  /** Units that were scanned of each line. */
  verified: z.optional(z.nullable(z.array(lineUnits).check(z.maxLength(500)))),
  /** Ships although not every item was scanned: why. Written to the audit log with the name of whoever did it. */
  override: z.optional(z.nullable(required(200))),
};
const station = {
  machineId: z.optional(z.nullable(machineId)),
  /** Packing station that holds the order for its shift (contracts/scan-shift). */
  stationId: z.optional(z.nullable(id)),
};

export const scanSelection = z.object({ orderId: id, ...details });
export type ScanSelection = z.infer<typeof scanSelection>;

export const saveScanSelection = defineCall({
  id: 'saveScanSelection',
  method: 'POST',
  path: '/scanship/ecom/order',
  summary: 'The order that is packed at a station and how; carriers begin to be asked for it',
  ...page,
  body: z.object({ orderId: id, ...details, ...station }),
  data: z.object({ saveSelection: scanSelection }),
});

const shipped = z.object({
  orderId: id,
  ecomOrderNumber: z.string(),
  shipment: shipmentSummary,
  autoPopupTag,
  /** A commercial invoice belongs to it: it crosses a border. */
  customInvoice: z.boolean(),
  /** Why this service, in one sentence. */
  reason: z.string(),
  /** What became of each document the flags name: printed at the station, or to be shown. Without a station all are shown. */
  prints: z.array(printOutcome),
});
export type ScanShipped = z.infer<typeof shipped>;

const buys = { ...page, right: 'labels.buy', idempotent: true } as const;

export const shipScanned = defineCall({
  id: 'shipScanned',
  method: 'POST',
  path: '/scanship/ecom/order/ship',
  summary: 'Print By Cheapest: decide as Auto Ship does, buy the label, print it at the station',
  ...buys,
  body: z.object({ orderId: id, ...details, ...proof, ...station }),
  data: shipped,
});

export const shipScannedByCarrier = defineCall({
  id: 'shipScannedByCarrier',
  method: 'POST',
  path: '/scanship/ecom/order/ship-by-carrier',
  summary: 'Print by Carrier: the cheapest service of a carrier account, or one service of it',
  ...buys,
  body: z.object({
    orderId: id,
    grantId: id,
    service: z.optional(z.nullable(required(100))),
    ...details,
    ...proof,
    ...station,
  }),
  data: shipped,
});

export const shipScannedByDetails = defineCall({
  id: 'shipScannedByDetails',
  method: 'POST',
  path: '/scanship/ecom/order-detail/ship',
  summary:
    'Print by Details: parcels, options and service as they are given, or the rate that was chosen of its quotes',
  ...buys,
  body: z.object({
    orderId: id,
    ...details,
    options: z.optional(shipmentOptions),
    /** One of `rateScanned`; what else is said of the parcel was said there. */
    quoteId: z.optional(z.nullable(id)),
    rateId: z.optional(z.nullable(id)),
    grantId: z.optional(z.nullable(id)),
    service: z.optional(z.nullable(required(100))),
    ...proof,
    ...station,
  }),
  data: shipped,
});

export const scanQuote = z.extend(rate, { quoteId: id });
export type ScanQuote = z.infer<typeof scanQuote>;

export const rateScanned = defineCall({
  id: 'rateScanned',
  method: 'POST',
  path: '/scanship/ecom/order-detail/rate',
  summary: 'Quote by Details: what every carrier asks for it, cheapest first',
  readOnly: true,
  ...page,
  body: z.object({
    orderId: id,
    ...details,
    options: z.optional(shipmentOptions),
    grantId: z.optional(z.nullable(id)),
  }),
  data: z.object({
    scanShipQuote: z.array(scanQuote),
    problems: z.array(z.object({ grantId: id, carrierName: z.string(), message: z.string(), canRetry: z.boolean() })),
  }),
});

export const printScanned = defineCall({
  id: 'printScanned',
  method: 'POST',
  path: '/scanship/ecom/order-detail/print',
  summary: 'One document of a shipment again: its label, the packing slips of its orders, its commercial invoice',
  readOnly: true,
  right: 'labels.print',
  ...page,
  body: z.object({ shipmentId: id, documentType: z.optional(z.enum(PRINTED_PAPERS)) }),
  produces: 'application/pdf',
});

export const voidScanned = defineCall({
  id: 'voidScanned',
  method: 'POST',
  path: '/scanship/ecom/order/void',
  summary: 'Take the last shipment back: void its labels at the carrier',
  ...page,
  right: 'labels.void',
  idempotent: true,
  body: z.object({ shipmentId: id }),
  data: z.object({ shipment: shipmentSummary }),
});

export const getScannedShipment = defineCall({
  id: 'getScannedShipment',
  method: 'GET',
  path: '/scanship/ecom/shipment/{id}',
  summary: 'What became of a shipment whose carrier had not answered yet',
  ...page,
  params: idParams,
  data: z.object({ shipment: shipmentSummary }),
});

export const holdScanned = defineCall({
  id: 'holdScanned',
  method: 'POST',
  path: '/scanship/ecom/order/hold',
  summary: 'Put an order aside at the packing table: nobody ships it before it is released',
  ...page,
  right: 'labels.buy',
  body: z.object({ orderId: id, reason: required(200) }),
  data: z.object({ order: scannedOrder }),
});

export const scanSetting = z.object({
  storeId: z.nullable(id),
  shipMode: z.enum(SHIP_MODES),
  printMode: z.enum(PRINT_MODES),
  grantId: z.nullable(id),
  service: z.nullable(required(100)),
  packageId: z.nullable(id),
  verification: z.enum(VERIFICATIONS),
  scale: z.boolean(),
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  muted: z.boolean(),
  autoPrintSeconds: z.nullable(z.int().check(z.minimum(0), z.maximum(LONGEST_COUNTDOWN_SECONDS))),
});
export type ScanSettingDto = z.infer<typeof scanSetting>;

const settings = z.object({
  machineId: z.nullable(z.string()),
  setting: scanSetting,
  /** What can be chosen, so that a packer who sees no other page can choose it. */
  choices: z.object({
    stores: z.array(z.object({ id, name: z.string() })),
    carriers: z.array(
      z.object({
        grantId: id,
        name: z.string(),
        services: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    packages: z.array(z.object({ id, name: z.string(), isDefault: z.boolean() })),
  }),
  /** What is packed at this station, where its page was left in the middle. */
  saveSelection: z.nullable(scanSelection),
});
export type ScanSettings = z.infer<typeof settings>;

export const getScanSetting = defineCall({
  id: 'getScanSetting',
  method: 'GET',
  path: '/scanship/setting',
  summary: 'How Scan and Ship works for the person who asks at this station, and what can be chosen',
  ...page,
  query: z.object({ machineId: z.optional(machineId) }),
  data: settings,
});

export const addScanSetting = defineCall({
  id: 'addScanSetting',
  method: 'POST',
  path: '/scanship/setting/add',
  summary: 'Change how Scan and Ship works for oneself at this station',
  ...page,
  body: z.object({ setting: scanSetting, ...station }),
  data: z.object({ setting: scanSetting }),
});

/** In the language of the person who asks. */
export const scanCommandSheet = defineCall({
  id: 'scanCommandSheet',
  method: 'GET',
  path: '/scanship/command-sheet',
  summary: 'A sheet of command barcodes to lie beside the scanner: print, next box, void last, repeat, hold',
  ...page,
  query: z.object({ paper: z.optional(z.enum(['letter', 'a4'])) }),
  produces: 'application/pdf',
});
