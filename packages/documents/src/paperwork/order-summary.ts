/** The summary of chosen orders: what each one is, and how many units of each SKU all of them need. */
import { type DocumentBranding, templateBranding } from './branding.ts';
import { DocumentError } from '../document-error.ts';
import { ORDER_SUMMARY_TEMPLATE } from './order-summary-template.ts';
import { templateLine } from './packing-slip.ts';
import { printableLine } from '../text/printable-text.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface SummaryOrder {
  readonly orderNumber: string;
  /** YYYY-MM-DD. */
  readonly orderDate: string;
  readonly recipient: string;
  /** "Toronto ON, CA". */
  readonly destination: string;
  readonly service?: string | undefined;
  readonly status: string;
  readonly items: number;
  /** As printed, with its currency ("45.00 CAD"). */
  readonly total: string;
}

export interface SummarySku {
  readonly sku: string;
  readonly name: string;
  readonly units: number;
  /** Orders it stands in. */
  readonly orders: number;
}

export interface OrderSummaryModel {
  readonly paper: 'letter' | 'a4';
  readonly language: 'en' | 'fr';
  readonly branding: DocumentBranding;
  /** YYYY-MM-DD HH:mm, as printed. */
  readonly madeAt: string;
  readonly orders: readonly SummaryOrder[];
  readonly skus: readonly SummarySku[];
  /** Sums by currency, as printed. */
  readonly totals: readonly string[];
}

const WORDS = {
  en: {
    title: 'Order summary',
    made: 'Made on',
    orders: 'Orders',
    units: 'Units',
    value: 'Value',
    skus: 'SKUs',
    bySku: 'Units by SKU',
    byOrder: 'Orders',
    sku: 'SKU',
    item: 'Item',
    inOrders: 'In orders',
    order: 'Order',
    date: 'Date',
    recipient: 'Recipient',
    destination: 'Destination',
    status: 'Status',
    total: 'Total',
    noSku: 'no SKU',
    page: 'Page',
  },
  fr: {
    title: 'Sommaire des commandes',
    made: 'Établi le',
    orders: 'Commandes',
    units: 'Unités',
    value: 'Valeur',
    skus: 'UGS',
    bySku: 'Unités par UGS',
    byOrder: 'Commandes',
    sku: 'UGS',
    item: 'Article',
    inOrders: 'Commandes',
    order: 'Commande',
    date: 'Date',
    recipient: 'Destinataire',
    destination: 'Destination',
    status: 'État',
    total: 'Total',
    noSku: 'sans UGS',
    page: 'Page',
  },
} as const;

/** @throws DocumentError `bad-input` for no orders, else what the renderer throws */
export async function orderSummaryPdf(model: OrderSummaryModel, renderer: TypstRenderer): Promise<Uint8Array> {
  if (model.orders.length === 0) throw new DocumentError('bad-input', 'There is no order to summarize.');
  const words = WORDS[model.language];
  const units = model.skus.reduce((n, each) => n + each.units, 0);
  const part = {
    title: words.title,
    lang: model.language,
    paper: model.paper,
    words,
    madeAt: model.madeAt,
    facts: [
      { name: words.orders, value: String(model.orders.length) },
      { name: words.skus, value: String(model.skus.length) },
      { name: words.units, value: String(units) },
      { name: words.value, value: model.totals.join(' · ') },
    ],
    skus: model.skus.map((each) => ({
      sku: each.sku === '' ? null : templateLine(each.sku),
      name: templateLine(each.name),
      units: String(each.units),
      orders: String(each.orders),
    })),
    orders: model.orders.map((order) => ({
      number: templateLine(order.orderNumber),
      date: printableLine(order.orderDate),
      recipient: templateLine(order.recipient),
      destination: templateLine([order.destination, order.service].filter((text) => text).join(' · ')),
      status: printableLine(order.status),
      items: String(order.items),
      total: printableLine(order.total).replaceAll(' ', '\u00a0'),
    })),
  };
  return renderBranded(ORDER_SUMMARY_TEMPLATE, [part], templateBranding(model.branding), renderer);
}
