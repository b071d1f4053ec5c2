/** PackingList.xlsx: what to take off the shelves, order by order, with barcodes that a hand scanner reads from the sheet. */
import { type CodePng, codePng } from '../barcodes/code-png.ts';
import { DocumentError } from '../document-error.ts';
import { xlsxText } from '../tables/table-writer.ts';

export interface PackingListItem {
  readonly sku?: string | undefined;
  readonly name: string;
  /** Units to pack. */
  readonly quantity: number;
}

export interface PackingListOrder {
  readonly orderNumber: string;
  /** As it is to be printed. */
  readonly orderDate: string;
  readonly recipient: string;
  /** "Toronto ON M5H 2N2, Canada". */
  readonly destination: string;
  readonly store?: string | undefined;
  readonly service?: string | undefined;
  readonly note?: string | undefined;
  readonly items: readonly PackingListItem[];
}

export interface PackingListModel {
  readonly language: 'en' | 'fr';
  readonly orders: readonly PackingListOrder[];
}

const WORDS = {
  en: {
    sheet: 'Packing list',
    headers: [
      'Order',
      'Order code',
      'Date',
      'Recipient',
      'Destination',
      'Store',
      'Service',
      'SKU',
      'SKU code',
      'Item',
      'Qty',
      'Packed',
      'Note',
    ],
    barcode: 'Barcode of',
    total: 'Total units',
  },
  fr: {
    sheet: 'Liste de colisage',
    headers: [
      'Commande',
      'Code de commande',
      'Date',
      'Destinataire',
      'Destination',
      'Magasin',
      'Service',
      'UGS',
      'Code UGS',
      'Article',
      'Qté',
      'Emballé',
      'Note',
    ],
    barcode: 'Code à barres de',
    total: 'Nombre d’unités',
  },
} as const;

const WIDTHS = [14, 34, 19, 24, 30, 16, 18, 20, 34, 40, 6, 8, 30];
const [ORDER_CODE, SKU_CODE] = [1, 8];
/** Pixels of the pictures; they are shown at half their size, so a module is one pixel of 96 dpi (0.26 mm) on the sheet. */
const CODE_HEIGHT = 76;
const MOST_CODE_WIDTH = 460;
const ROW_POINTS = 36;

const picture = (code: CodePng, row: number, col: number, altText: string) => ({
  data: code.png,
  type: 'png' as const,
  anchor: { from: { row, col } },
  width: Math.round(code.width / 2),
  height: Math.round(code.height / 2),
  altText,
});

/**
 * One row an item; an order's own columns stand on its first row. An order without items has a row all the same.
 * @throws DocumentError `bad-input` for no orders
 */
export async function packingListWorkbook(model: PackingListModel): Promise<Uint8Array> {
  if (model.orders.length === 0) throw new DocumentError('bad-input', 'There is no order to list.');
  const words = WORDS[model.language];
  const rows: (string | number | null)[][] = [[...words.headers]];
  const images: ReturnType<typeof picture>[] = [];
  const heights = new Map<number, { height: number }>();
  const known = new Map<string, CodePng | undefined>();
  // The same SKU stands in many orders.
  const codeOf = (text: string): CodePng | undefined => {
    if (!known.has(text)) known.set(text, codePng(text, CODE_HEIGHT, MOST_CODE_WIDTH));
    return known.get(text);
  };
  const put = (text: string, col: number): void => {
    const code = codeOf(text);
    if (code) images.push(picture(code, rows.length, col, `${words.barcode} ${text}`));
  };
  const text = (value: string | undefined): string | null => (value ? xlsxText(value) : null);
  let units = 0;
  for (const order of model.orders) {
    const items: readonly (PackingListItem | undefined)[] = order.items.length > 0 ? order.items : [undefined];
    for (const [index, item] of items.entries()) {
      if (item && (!Number.isSafeInteger(item.quantity) || item.quantity < 0))
        throw new DocumentError(
          'bad-input',
          `Order ${order.orderNumber}: the quantity of "${item.name}" is not a whole number.`,
        );
      const first = index === 0;
      if (first) put(order.orderNumber, ORDER_CODE);
      if (item?.sku) put(item.sku, SKU_CODE);
      heights.set(rows.length, { height: ROW_POINTS });
      // The number stands on every row, so that the sheet can be sorted and filtered.
      rows.push([
        text(order.orderNumber),
        null,
        first ? text(order.orderDate) : null,
        first ? text(order.recipient) : null,
        first ? text(order.destination) : null,
        first ? text(order.store) : null,
        first ? text(order.service) : null,
        text(item?.sku),
        null,
        text(item?.name),
        item?.quantity ?? null,
        null,
        first ? text(order.note) : null,
      ]);
      units += item?.quantity ?? 0;
    }
  }
  rows.push([null, null, null, null, null, null, null, null, null, words.total, units, null, null]);
  const bold = { style: { font: { bold: true } }, type: 'string' as const };
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [
      {
        name: words.sheet,
        columns: WIDTHS.map((width) => ({
          width,
          style: { alignment: { vertical: 'center' as const, wrapText: true } },
        })),
        rows,
        cells: new Map(words.headers.map((header, index) => [`0,${index}`, { ...bold, value: header }])),
        rowDefs: heights,
        images,
        freezePane: { rows: 1 },
        pageSetup: {
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: '$1:$1',
        },
      },
    ],
  });
}
