/**
 * Files made of many orders: the spreadsheets Orders and PackingList, the order summary, and which documents open after
 * shipping (product-spec section 7; decisions 15, 25, 29). Which orders is meant: `order-selection`.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';
import { selectionFields } from './order-selection.ts';

export const PAPER_SIZES = ['letter', 'a4', '4x6'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/**
 * What Orders.xlsx can show, by the columns of the list (so that a view's visible columns are sent as they are) and a few
 * beyond them. `shipTo` and `items` spread over several columns of the sheet.
 */
export const ORDER_EXPORT_COLUMNS = [
  'number',
  'placedAt',
  'shipTo',
  'items',
  'weight',
  'status',
  'signs',
  'service',
  'source',
  'total',
  'tags',
  'shipBy',
  'contact',
  'carrier',
  'tracking',
  'labelCost',
  'customerNote',
  'internalNote',
] as const;
export type OrderExportColumn = (typeof ORDER_EXPORT_COLUMNS)[number];

/** Answered as XLSX, or as CSV where the request's Accept names `text/csv` and no spreadsheet. */
export const exportOrders = defineCall({
  id: 'exportOrders',
  method: 'POST',
  path: '/orders/export',
  summary: 'Orders.xlsx of the chosen orders, in the columns of a view; CSV where Accept asks for it',
  right: 'orders.export',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    ...selectionFields,
    /** In this order; none means all. */
    columns: z.optional(z.nullable(z.array(z.enum(ORDER_EXPORT_COLUMNS)).check(z.maxLength(40)))),
  }),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  orCsv: true,
});

/** Most orders of one packing list: each row carries two pictures. */
export const MOST_PACKING_LIST_ORDERS = 5_000;
export const packingList = defineCall({
  id: 'packingList',
  method: 'POST',
  path: '/orders/packing-list',
  summary: 'PackingList.xlsx of the chosen orders: one row an item, with barcodes of order number and SKU',
  right: 'labels.print',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object(selectionFields),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

/** Most orders of one summary; further ones are refused with a sentence. */
export const MOST_SUMMARY_ORDERS = 5_000;
export const orderSummary = defineCall({
  id: 'orderSummary',
  method: 'POST',
  path: '/orders/summary',
  summary: 'OrderSummary.pdf of the chosen orders: the orders, and the units of each SKU in all of them',
  right: 'labels.print',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    ...selectionFields,
    paper: z.optional(z.enum(['letter', 'a4'])),
  }),
  produces: 'application/pdf',
});

export const customInvoiceMultiple = defineCall({
  id: 'customInvoiceMultiple',
  method: 'POST',
  path: '/shipment/customInvoice/multiple',
  summary: 'Commercial invoices of cross-border shipments merged into one PDF, in the given order',
  noScreen: 'programs that file commercial invoices; screens print them with the labels',
  right: 'labels.print',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    shipmentIds: z.array(id).check(z.minLength(1), z.maxLength(500)),
    paper: z.optional(z.enum(['letter', 'a4'])),
    copies: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  }),
  produces: 'application/pdf',
});

/**
 * What opens after shipping one or several: each shipment counts by the setting of its order's store, else the
 * customer's (decisions 29). Empty lists open nothing. The files themselves come from `labelMultiple`, `packingSlip` and
 * `customInvoiceMultiple` (or `customInvoice`) with these ids, in this order.
 */
export const documentsAfterShipping = defineCall({
  id: 'documentsAfterShipping',
  method: 'POST',
  path: '/shipment/documents/after',
  summary: 'Which labels, packing slips and commercial invoices open after these shipments were bought',
  noScreen: 'programs that open documents after shipping by the same settings as the screens',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({ shipmentIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  data: z.object({
    /** Shipments whose labels open. */
    labels: z.array(id),
    /** Orders whose packing slips open. */
    packingSlips: z.array(id),
    /** Shipments whose commercial invoices open: they cross a border and have a declaration. */
    customInvoices: z.array(id),
    /** Wanted by the settings and not there, one sentence each. */
    missing: z.array(z.object({ shipmentId: id, document: z.enum(['label', 'custom-invoice']), message: z.string() })),
    /** "Shipping Label Preview" for labels alone, else "Pdf Preview" (decisions 30); null where nothing opens. */
    title: z.nullable(z.enum(['Shipping Label Preview', 'Pdf Preview'])),
  }),
});
