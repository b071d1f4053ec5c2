/** Packing slips: what is in the parcel, for the packer and the buyer. Letter, A4 or 4x6; one order or many in one PDF. */
import type { Address } from '@scanship/domain/address';
import { addressLines } from './address-lines.ts';
import { breakable, codePicture, type DocumentBranding, type PaperSize, templateBranding } from './branding.ts';
import { DocumentError } from './document-error.ts';
import { PACKING_SLIP_TEMPLATE } from './packing-slip-template.ts';
import { isRightToLeft, printableLine, printableLines } from './printable-text.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from './typst-renderer.ts';

export interface PackingSlipItem {
  readonly name: string;
  readonly sku?: string | undefined;
  /** Units in this parcel. */
  readonly quantity: number;
  /** Units of the order, where only some are packed: printed as "2 of 5". */
  readonly ordered?: number | undefined;
  readonly note?: string | undefined;
}

export interface PackingSlipOrder {
  readonly orderNumber: string;
  /** YYYY-MM-DD, as all dates here. */
  readonly orderDate?: string | undefined;
  readonly shipDate?: string | undefined;
  readonly from: Address;
  readonly to: Address;
  /** "Maple Speed Courier, Regional Express". */
  readonly service?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly parcelNumber?: number | undefined;
  readonly parcelCount?: number | undefined;
  readonly items: readonly PackingSlipItem[];
  /** From the buyer or for the packer; line breaks are kept. */
  readonly note?: string | undefined;
  readonly giftMessage?: string | undefined;
}

export interface PackingSlipModel {
  readonly paper: PaperSize;
  readonly language: 'en' | 'fr';
  readonly branding: DocumentBranding;
  readonly orders: readonly PackingSlipOrder[];
}

/** Orders compiled at once. */
const ORDERS_PER_PART = 50;

const WORDS = {
  en: {
    title: 'Packing slip',
    to: 'Ship to',
    from: 'Ship from',
    details: 'Details',
    item: 'Item',
    sku: 'SKU',
    quantity: 'Qty',
    total: 'Total units',
    page: 'Page',
    order: 'Order',
    ordered: 'Ordered',
    shipped: 'Shipped',
    service: 'Service',
    tracking: 'Tracking',
    parcel: 'Parcel',
    of: 'of',
    note: 'Note',
    gift: 'Gift message',
  },
  fr: {
    title: 'Bordereau d’expédition',
    to: 'Destinataire',
    from: 'Expéditeur',
    details: 'Détails',
    item: 'Article',
    sku: 'UGS',
    quantity: 'Qté',
    total: 'Nombre d’unités',
    page: 'Page',
    order: 'Commande',
    ordered: 'Commandé le',
    shipped: 'Expédié le',
    service: 'Service',
    tracking: 'Suivi',
    parcel: 'Colis',
    of: 'de',
    note: 'Note',
    gift: 'Message cadeau',
  },
} as const;

export interface TemplateLine {
  readonly text: string;
  readonly rtl: boolean;
}

/** A text from outside as the templates take it. */
export const templateLine = (text: string): TemplateLine => {
  const clean = printableLine(text);
  return { text: breakable(clean), rtl: isRightToLeft(clean) };
};

export function partyLines(address: Address, language: 'en' | 'fr', withCountry: boolean): TemplateLine[] {
  const a = addressLines(address, language);
  return [a.name, a.company, ...a.street, ...a.locality, withCountry ? a.country : '']
    .filter((text) => text !== '')
    .map(templateLine);
}

function orderData(order: PackingSlipOrder, model: PackingSlipModel): Record<string, unknown> {
  const words = WORDS[model.language];
  const abroad = order.from.countryCode !== order.to.countryCode;
  const wrong = order.items.find((item) => !Number.isSafeInteger(item.quantity) || item.quantity < 0);
  if (wrong)
    throw new DocumentError(
      'bad-input',
      `Order ${order.orderNumber}: the quantity of "${wrong.name}" is not a whole number.`,
    );
  const number = printableLine(order.orderNumber);
  const parcel =
    order.parcelNumber && order.parcelCount ? `${order.parcelNumber} ${words.of} ${order.parcelCount}` : '';
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.ordered, order.orderDate],
    [words.shipped, order.shipDate],
    [words.service, order.service],
    [words.tracking, order.trackingNumber],
    [words.parcel, parcel],
  ];
  const code = codePicture(number, model.paper === '4x6' ? 120 : 190, model.paper === '4x6' ? 20 : 30);
  const boxes = [
    { title: words.gift, lines: printableLines(order.giftMessage ?? '', 40).map(templateLine) },
    { title: words.note, lines: printableLines(order.note ?? '', 40).map(templateLine) },
  ];
  return {
    number: breakable(number),
    code: code ? { ...code, alt: `${words.order} ${number}` } : null,
    to: partyLines(order.to, model.language, abroad),
    from: partyLines(order.from, model.language, abroad),
    facts: facts.flatMap(([name, value]) => (value ? [{ name, value: templateLine(value) }] : [])),
    items: order.items.map((item) => ({
      name: templateLine(item.name),
      sku: item.sku ? breakable(printableLine(item.sku)) : null,
      quantity:
        item.ordered === undefined || item.ordered === item.quantity
          ? `${item.quantity}`
          : `${item.quantity} ${words.of} ${item.ordered}`,
      note: item.note ? templateLine(item.note) : null,
      // Rows stay whole on one page unless they could be higher than one.
      long: item.name.length + (item.note?.length ?? 0) + (item.sku?.length ?? 0) > 800,
    })),
    total: String(order.items.reduce((n, item) => n + item.quantity, 0)),
    boxes: boxes.filter((box) => box.lines.length > 0),
  };
}

/**
 * Draws packing slips in the order given, each starting on a new page with its own page numbers.
 * @throws DocumentError `bad-input` for no orders or a broken quantity, else what the renderer throws.
 */
export async function packingSlipPdf(model: PackingSlipModel, renderer: TypstRenderer): Promise<Uint8Array> {
  if (model.orders.length === 0)
    return Promise.reject(new DocumentError('bad-input', 'There is no order to print a packing slip for.'));
  const words = WORDS[model.language];
  const branding = templateBranding(model.branding);
  const orders = model.orders.map((order) => orderData(order, model));
  const [first] = model.orders;
  const title = orders.length === 1 ? `${words.title} ${printableLine(first?.orderNumber ?? '')}` : words.title;
  const parts = Array.from({ length: Math.ceil(orders.length / ORDERS_PER_PART) }, (_, part) => ({
    title,
    lang: model.language,
    paper: model.paper,
    words,
    orders: orders.slice(part * ORDERS_PER_PART, (part + 1) * ORDERS_PER_PART),
  }));
  return renderBranded(PACKING_SLIP_TEMPLATE, parts, branding, renderer);
}
