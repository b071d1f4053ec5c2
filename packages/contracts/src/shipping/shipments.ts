/** Buying, cancelling and printing labels (product-spec sections 4 and 7, "Shipments"; decisions 24, 29, 30). */
import { TRADE_DOCUMENTS } from '@scanship/domain/shipping/carrier-operations';
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { autoPopupTag, id, idParams, money, optionalText, priceLine } from '../common.ts';
import { selectionFields } from '../orders/order-selection.ts';

export const SHIPMENT_STATES = [
  'draft',
  'buying',
  'bought',
  'partly_bought',
  'voiding',
  'voided',
  'handed_over',
  'delivered',
  'returned',
  'lost',
] as const;
export const PURCHASE_STATES = [
  'planned',
  'reserved',
  'sending',
  'unknown',
  'disputed',
  'confirmed',
  'complete',
  'refused',
  'absent',
  'voided',
] as const;

export const shipmentParcel = z.object({
  number: z.int(),
  weightGrams: z.int(),
  trackingNumber: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  purchaseState: z.enum(PURCHASE_STATES),
  hasLabel: z.boolean(),
});

export const shipmentDocument = z.object({
  id,
  kind: z.string(),
  format: z.string(),
  parcelNumber: z.nullable(z.int()),
  copiesPrinted: z.int(),
});

export const shipmentSummary = z.object({
  id,
  /** `return`: comes back from the buyer. Absent in older answers only. */
  direction: z.optional(z.enum(['outbound', 'return'])),
  /** The shipment that comes back with it. */
  returnOf: z.optional(z.nullable(id)),
  /** What its carrier offers beside the label; absent in older answers only. */
  offers: z.optional(
    z.object({
      /** There is something to bring back, and the shipment is no return itself; the carrier may still sell none. */
      returnLabel: z.boolean(),
      proofOfDelivery: z.boolean(),
      customsDocument: z.boolean(),
    }),
  ),
  state: z.enum(SHIPMENT_STATES),
  carrier: z.string(),
  /** The account's: an aggregator's name where it sells another carrier's service. */
  carrierName: z.string(),
  service: z.string(),
  /** With the carrier before it where an aggregator sold it ("UPS Ground"). */
  serviceName: z.string(),
  /** Who carries it, where an aggregator sold it and the carrier is a known one; absent in older answers only. */
  carriedBy: z.optional(z.nullable(z.object({ carrier: z.string(), carrierName: z.string() }))),
  /** Whether the account is an aggregator's. */
  aggregator: z.optional(z.boolean()),
  test: z.boolean(),
  price: money,
  priceLines: z.array(priceLine),
  shipDate: z.string(),
  createdAt: z.string(),
  parcels: z.array(shipmentParcel),
  documents: z.array(shipmentDocument),
  /** Orders and units in it: part of one order, one, or several that were combined. Absent in older answers only. */
  contents: z.optional(
    z.array(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        items: z.array(z.object({ line: z.int(), title: z.string(), quantity: z.int(), parcelNumber: z.int() })),
      }),
    ),
  ),
  /** What a person should know about an open or failed purchase, one sentence each. */
  problems: z.array(z.object({ code: z.string(), message: z.string(), vendorMessage: z.nullable(z.string()) })),
  /** The carrier's own words about labels that it sold. Absent in older answers only. */
  remarks: z.optional(z.array(z.string())),
  /** Whether Cancel is offered, and if not, why (ux.md line 30). */
  cancel: z.object({
    allowed: z.boolean(),
    reason: z.nullable(z.string()),
    /** The carrier's deadline, instant; null where it names none or Cancel is not offered. A scan ends it sooner. */
    until: z.nullable(z.string()),
    /** When the money comes back, as far as the carrier says so beforehand. */
    refund: z.enum(['now', 'later', 'none', 'unknown']),
  }),
  /** After a cancellation; see `refunds` for each label. */
  refund: z.enum(['none', 'pending', 'received', 'refused']),
  /** One for each voided label. */
  refunds: z.array(
    z.object({
      voidId: id,
      state: z.enum(['none', 'pending', 'received', 'refused']),
      /** What the customer gets back, or would. */
      amount: money,
      /** By when a later refund should have come; afterwards it is an exception. */
      expectedBy: z.nullable(z.string()),
    }),
  ),
  /** One word for all parcels (`contracts/tracking`); null before there is a label. */
  trackingStatus: z.nullable(z.enum(TRACKING_STATUSES)),
  /** First scan by the carrier; from then on printing again warns (ux.md line 28). */
  scannedAt: z.nullable(z.string()),
  reprint: z.object({ warn: z.boolean(), reason: z.nullable(z.string()) }),
});
export type ShipmentSummary = z.infer<typeof shipmentSummary>;

export const createShipment = defineCall({
  id: 'createShipment',
  method: 'POST',
  path: '/shipment/create',
  summary: 'Buy the label of a quoted rate, once',
  right: 'labels.buy',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    orderId: id,
    quoteId: id,
    rateId: id,
    /** A deliberate second label: the shipment it replaces, or `additional`. Without it a second live label is refused. */
    replacesId: z.optional(z.nullable(id)),
    additional: z.optional(z.boolean()),
    labelFormat: z.optional(z.enum(['pdf', 'zpl'])),
  }),
  data: z.object({ shipment: shipmentSummary, autoPopupTag, customInvoice: z.boolean() }),
  idempotent: true,
});

export const getShipment = defineCall({
  id: 'getShipment',
  method: 'GET',
  path: '/shipment/{id}',
  summary: 'One shipment with parcels, documents and the state of its purchase',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: shipmentSummary,
});

export const finishShipment = defineCall({
  id: 'finishShipment',
  method: 'POST',
  path: '/shipment/{id}/finish',
  summary: 'Buy the labels that are missing of a partly bought shipment',
  right: 'labels.buy',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: shipmentSummary,
  idempotent: true,
});

export const cancelShipment = defineCall({
  id: 'cancelShipment',
  method: 'DELETE',
  path: '/shipment/{id}/cancel',
  summary: 'Void the labels of a shipment at the carrier',
  right: 'labels.void',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: shipmentSummary,
  idempotent: true,
});

/**
 * Voids several shipments, named themselves or by their orders (decision 24: all active labels of each), each for itself:
 * one that cannot be cancelled changes nothing for the others. Waits at most 20 s; what the carriers have not answered by
 * then is `voiding` and goes on by itself (status 202).
 */
export const cancelMultiple = defineCall({
  id: 'cancelShipments',
  method: 'POST',
  path: '/shipment/cancel/multiple',
  summary: 'Void the labels of several shipments or orders at their carriers',
  right: 'labels.void',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    shipmentIds: z.optional(z.array(id).check(z.maxLength(500))),
    orderIds: z.optional(z.array(id).check(z.maxLength(500))),
  }),
  data: z.object({
    results: z.array(
      z.object({
        /** Null for an order without a label to cancel. */
        shipmentId: z.nullable(id),
        orderId: z.nullable(id),
        /** Order number, for messages; empty for what was not found. */
        orderNumber: z.string(),
        outcome: z.enum(['voided', 'voiding', 'refused', 'not-found']),
        /** Why not, in the carrier's words where it said something; null when all is well. */
        message: z.nullable(z.string()),
        refund: z.enum(['none', 'pending', 'received', 'refused']),
      }),
    ),
    voided: z.int(),
    voiding: z.int(),
    refused: z.int(),
  }),
  idempotent: true,
});

const shipmentIds = z.object({ shipmentIds: z.array(id).check(z.minLength(1), z.maxLength(500)) });

export const labelMultiple = defineCall({
  id: 'labelMultiple',
  method: 'POST',
  path: '/shipment/label/multiple',
  summary: 'Labels of shipments merged into one PDF, in the given order',
  right: 'labels.print',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: shipmentIds,
  produces: 'application/pdf',
});

/**
 * A browser that printed says so: opening or saving a label prints nothing, and what agents print is counted with their
 * jobs. Labels that were voided meanwhile are not counted.
 */
export const countPrinted = defineCall({
  id: 'countPrinted',
  method: 'POST',
  path: '/shipment/label/printed',
  summary: 'Counts one more printed copy of the labels of shipments',
  right: 'labels.print',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  idempotent: true,
  body: shipmentIds,
  data: z.object({ labels: z.int() }),
});

/** Most orders in one file of packing slips. */
export const MOST_PACKING_SLIPS = 1_000;
export const packingSlip = defineCall({
  id: 'packingSlip',
  method: 'POST',
  path: '/shipment/packing-slip',
  summary: 'Packing slips of orders merged into one PDF, in the given order',
  right: 'labels.print',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    /** These orders, in this order; or a selection instead. */
    orderIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MOST_PACKING_SLIPS))),
    ...selectionFields,
    size: z.optional(z.enum(['letter', 'a4', '4x6'])),
    /** Slips on one sheet: two stand beside each other, each half a sheet; not for 4x6. */
    perSheet: z.optional(z.union([z.literal(1), z.literal(2)])),
  }),
  produces: 'application/pdf',
});

export const customInvoice = defineCall({
  id: 'customInvoice',
  method: 'GET',
  path: '/shipment/{id}/customInvoice',
  summary: 'Commercial invoice of a cross-border shipment',
  right: 'labels.print',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  query: z.object({
    paper: z.optional(z.enum(['letter', 'a4'])),
    copies: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
  }),
  produces: 'application/pdf',
});

export const getDocument = defineCall({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{id}',
  summary: 'The bytes of a stored document (a label as PDF or ZPL)',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  produces: 'application/octet-stream',
});

/** Purchases whose outcome nobody can ask: a person decides with the evidence. */
export const openPurchase = z.object({
  purchaseId: id,
  shipmentId: id,
  orderId: id,
  orderNumber: z.string(),
  recipient: z.string(),
  kind: z.enum(['buy', 'void']),
  state: z.enum(['sending', 'unknown', 'disputed']),
  carrierName: z.string(),
  serviceName: z.string(),
  price: money,
  reference: z.string(),
  sentAt: z.nullable(z.string()),
  settleAfter: z.nullable(z.string()),
  attempt: z.int(),
  /** What happened, step by step, and what the carrier said. */
  evidence: z.array(z.object({ at: z.string(), step: z.string(), what: z.string() })),
  nextStep: z.string(),
  canDecide: z.boolean(),
});
export type OpenPurchase = z.infer<typeof openPurchase>;

/** Live view of what `contracts/exceptions` lists under the kinds purchase and void; up to 500. */
export const listOpenPurchases = defineCall({
  id: 'listOpenPurchases',
  method: 'GET',
  path: '/exceptions/purchases',
  summary: 'Purchases and voids whose outcome is open, with evidence and next step',
  noScreen: 'programs that watch open outcomes; screens show them under Exceptions',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  data: z.object({ purchases: z.array(openPurchase) }),
});

/** `{id}` is the purchase or void (`purchaseId`), or the exception about it. */
export const decideException = defineCall({
  id: 'decideException',
  method: 'POST',
  path: '/exceptions/{id}/decide',
  summary: 'A person states what the carrier has: the label exists, or it does not',
  right: 'labels.settle',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: z.object({
    decision: z.enum(['exists', 'absent', 'ask-again']),
    trackingNumbers: z.optional(
      z.array(z.string().check(z.trim(), z.minLength(4), z.maxLength(40))).check(z.maxLength(1000)),
    ),
    note: optionalText(500),
  }),
  data: z.object({ shipment: shipmentSummary }),
  idempotent: true,
});

/** `{id}` is the shipment. The papers are stored with it; asked again, the stored ones are answered. */
export const proofOfDelivery = defineCall({
  id: 'proofOfDelivery',
  method: 'POST',
  path: '/shipment/{id}/proof-of-delivery',
  summary: 'Who signed for a parcel and when, with the paper the carrier has of it',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: z.object({ parcelNumber: z.int().check(z.minimum(1), z.maximum(100)) }),
  data: z.object({
    carrierName: z.string(),
    signedBy: z.nullable(z.string()),
    /** As the carrier writes it: with offset, or local time at the place. */
    deliveredAt: z.nullable(z.string()),
    place: z.nullable(z.string()),
    documents: z.array(shipmentDocument),
  }),
});

/** A PDF, PNG, GIF or JPEG of at most 5 MB, as multipart field `file`. */
export const sendCustomsDocument = defineCall({
  id: 'sendCustomsDocument',
  method: 'POST',
  path: '/shipment/{id}/customs-document',
  summary: 'Send a document to the carrier for customs; it is kept with the shipment',
  right: 'labels.buy',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  query: z.object({ kind: z.enum(TRADE_DOCUMENTS) }),
  upload: true,
  data: z.object({ documentId: id, carrierName: z.string(), carrierDocumentId: z.string() }),
});
