/** Packing slips: what is in the parcel, for the packer and the buyer. Letter, A4 or 4x6; one order or many in one PDF. */
import type { Address } from '@scanship/domain/addresses/address';
import { addressLines } from './address-lines.ts';
import {
  breakable,
  codePicture,
  type DocumentBranding,
  type PaperSize,
  qrPicture,
  templateBranding,
} from './branding.ts';
import { DocumentError } from '../document-error.ts';
import { PACKING_SLIP_TEMPLATE } from './packing-slip-template.ts';
import { isRightToLeft, printableLine, printableLines } from '../text/printable-text.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

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
  /** Address of the page on which the buyer sees where the order is: a QR code at the end of the slip. */
  readonly page?: string | undefined;
}

export interface PackingSlipModel {
  readonly paper: PaperSize;
  /** Two slips on one sheet of letter or A4, beside each other, each half a sheet; a longer slip takes further halves. */
  readonly perSheet?: 1 | 2 | undefined;
  readonly language: 'en' | 'fr';
  readonly branding: DocumentBranding;
  readonly orders: readonly PackingSlipOrder[];
}

/** Sheets on their side, in points. */
const SHEETS = { letter: { width: 792, height: 612 }, a4: { width: 841.89, height: 595.276 } } as const;

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
    track: 'Track this order',
    scan: 'Scan the code with your phone to see where your parcels are.',
  },
  fr: {
    title: 'Bordereau d’emballage',
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
    track: 'Suivre cette commande',
    scan: 'Numérisez le code avec votre téléphone pour voir où en sont vos colis.',
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

/** What one slip is drawn on. */
export type SlipPaper = PaperSize | 'half-letter' | 'half-a4';

/** Points a page has and its parts take at most, and characters that certainly fit a line of each column. */
const CERTAIN = {
  letter: { page: 660, head: 100, line: 14, row: 12, name: 44, sku: 16, party: 22, box: 44, wide: 80 },
  a4: { page: 700, head: 100, line: 14, row: 12, name: 42, sku: 16, party: 20, box: 44, wide: 76 },
  'half-letter': { page: 500, head: 74, line: 13, row: 9, name: 40, sku: 40, party: 16, box: 36, wide: 44 },
  'half-a4': { page: 485, head: 74, line: 13, row: 9, name: 42, sku: 42, party: 17, box: 36, wide: 46 },
  '4x6': { page: 345, head: 66, line: 11, row: 8, name: 34, sku: 34, party: 14, box: 34, wide: 36 },
} as const;

/** Points that the QR code of the order's page takes with its distance, for addresses of 200 characters. */
const PAGE_CODE = 90;

/** Whether a slip cannot but fit on one page; what is doubtful is counted by the template. */
export function fitsOnePage(order: PackingSlipOrder, paper: SlipPaper): boolean {
  const size = CERTAIN[paper];
  const small = paper !== 'letter' && paper !== 'a4';
  const lines = (text: string | null | undefined, characters: number): number =>
    text
      ? text
          .split(/\r\n|[\n\r\u2028\u2029]/)
          .reduce((n, line) => n + Math.max(1, Math.ceil(line.length / characters)), 0)
      : 0;
  const party = ({
    name,
    companyName,
    address1,
    address2,
    city,
    provinceCode,
    zipcode,
    countryCode,
  }: Address): number =>
    [name, companyName, address1, address2, `${city} ${provinceCode} ${zipcode}`, countryCode].reduce(
      (n, text) => n + lines(text, size.party),
      1,
    );
  const facts = [
    order.orderDate,
    order.shipDate,
    order.service,
    order.trackingNumber,
    order.parcelNumber && 'parcel',
  ].reduce<number>((n, text) => n + lines(text || '', size.party - 8), 1);
  const items = order.items.reduce((height, { name, sku, note }) => {
    const texts = small
      ? lines(name, size.name) + lines(sku, size.sku) + lines(note, size.name)
      : Math.max(lines(name, size.name) + lines(note, size.name), lines(sku, size.sku));
    return height + Math.max(1, texts) * size.line + size.row;
  }, 0);
  const boxes = [order.note, order.giftMessage].reduce<number>(
    (height, text) => height + (text ? size.box + lines(text, size.wide) * size.line : 0),
    0,
  );
  const heads = Math.max(party(order.to), small ? 0 : party(order.from), facts) * size.line;
  const end = 2 * size.line + boxes + (order.page === undefined ? 0 : PAGE_CODE);
  return size.head + heads + items + end <= size.page && order.orderNumber.length <= 40;
}

function orderData(order: PackingSlipOrder, model: PackingSlipModel, paper: SlipPaper): Record<string, unknown> {
  const words = WORDS[model.language];
  const abroad = order.from.countryCode !== order.to.countryCode;
  const wrong = order.items.find((item) => !Number.isSafeInteger(item.quantity) || item.quantity < 0);
  if (wrong)
    throw new DocumentError(
      'bad-input',
      `Order ${order.orderNumber}: the quantity of "${wrong.name}" is not a whole number.`,
    );
  const number = printableLine(order.orderNumber);
  const small = paper !== 'letter' && paper !== 'a4';
  const parcel =
    order.parcelNumber && order.parcelCount ? `${order.parcelNumber} ${words.of} ${order.parcelCount}` : '';
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.ordered, order.orderDate],
    [words.shipped, order.shipDate],
    [words.service, order.service],
    [words.tracking, order.trackingNumber],
    [words.parcel, parcel],
  ];
  const code = codePicture(number, small ? 120 : 190, small ? 20 : 30);
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
    page: order.page === undefined ? null : { ...qrPicture(order.page), alt: words.track },
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
  const paper: SlipPaper = model.perSheet === 2 && model.paper !== '4x6' ? `half-${model.paper}` : model.paper;
  const branding = templateBranding(model.branding);
  const orders = model.orders.map((order) => orderData(order, model, paper));
  const [first] = model.orders;
  const title = orders.length === 1 ? `${words.title} ${printableLine(first?.orderNumber ?? '')}` : words.title;
  const parts = Array.from({ length: Math.ceil(orders.length / ORDERS_PER_PART) }, (_, part) => ({
    title,
    lang: model.language,
    paper,
    words,
    counted: !model.orders
      .slice(part * ORDERS_PER_PART, (part + 1) * ORDERS_PER_PART)
      .every((order) => fitsOnePage(order, paper)),
    orders: orders.slice(part * ORDERS_PER_PART, (part + 1) * ORDERS_PER_PART),
  }));
  const slips = await renderBranded(PACKING_SLIP_TEMPLATE, parts, branding, renderer);
  return paper === model.paper
    ? slips
    : renderer.paper('twoUp', { pdf: slips, sheet: SHEETS[model.paper === 'a4' ? 'a4' : 'letter'] });
}
