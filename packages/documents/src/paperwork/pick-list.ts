/** Pick list: what to take off which shelf, in the order in which one walks past them, and which orders it is for. */
import type { DocumentBranding } from './branding.ts';
import { DocumentError } from '../document-error.ts';
import { listPdf } from './list-document.ts';
import { safeSheetName, xlsxText } from '../tables/table-writer.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface PickListLine {
  /** Shelf ("A-03-2"); empty where the product has none. */
  readonly bin: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly orders: readonly { readonly number: string; readonly quantity: number }[];
}

export interface PickList {
  readonly language: 'en' | 'fr';
  /** As it is to be printed ("2026-11-21 09:30"). */
  readonly madeAt: string;
  readonly orderCount: number;
  readonly lines: readonly PickListLine[];
}

const WORDS = {
  en: {
    title: 'Pick list',
    headers: ['Bin', 'SKU', 'Item', 'Qty', 'Orders'],
    made: 'Made',
    orders: 'Orders',
    lines: 'Lines',
    total: 'Total units',
    noBin: 'No bin',
    picked: 'Picked',
    by: 'Picked by, time',
  },
  fr: {
    title: 'Liste de prélèvement',
    headers: ['Emplacement', 'UGS', 'Article', 'Qté', 'Commandes'],
    made: 'Établie',
    orders: 'Commandes',
    lines: 'Lignes',
    total: 'Nombre d’unités',
    noBin: 'Sans emplacement',
    picked: 'Prélevé',
    by: 'Prélevé par, heure',
  },
} as const;

/** Orders named in one line of paper; more are told by their number. */
const MOST_NAMED = 12;

const ordersOf = (line: PickListLine, most: number): string => {
  const named = line.orders
    .slice(0, most)
    .map(({ number, quantity }) => (quantity === 1 ? number : `${number} ×${quantity}`));
  return line.orders.length > most ? `${named.join(', ')} +${line.orders.length - most}` : named.join(', ');
};
const units = (list: PickList): number => list.lines.reduce((n, line) => n + line.quantity, 0);

/** @throws DocumentError `bad-input` when nothing is to be picked */
export function pickListPdf(
  list: PickList,
  look: { readonly paper: 'letter' | 'a4'; readonly branding: DocumentBranding },
  renderer: TypstRenderer,
): Promise<Uint8Array> {
  const words = WORDS[list.language];
  return listPdf(
    {
      title: words.title,
      language: list.language,
      ...look,
      facts: [
        { name: words.made, lines: [list.madeAt] },
        { name: words.orders, lines: [String(list.orderCount)] },
        { name: words.lines, lines: [String(list.lines.length)] },
      ],
      ticks: true,
      columns: words.headers.map((name, index) => ({
        name,
        strong: index === 0 || index === 3,
        right: index === 3,
        grow: index === 2 || index === 4,
      })),
      rows: list.lines.map((line) => [
        line.bin || words.noBin,
        line.sku || '–',
        line.name,
        String(line.quantity),
        ordersOf(line, MOST_NAMED),
      ]),
      sums: [{ name: words.total, value: String(units(list)) }],
      signatures: [words.by],
      foot: `${words.title} · ${list.madeAt}`,
    },
    renderer,
  );
}

/** @throws DocumentError `bad-input` when nothing is to be picked */
export async function pickListWorkbook(list: PickList): Promise<Uint8Array> {
  if (list.lines.length === 0) throw new DocumentError('bad-input', 'There is nothing to list.');
  const words = WORDS[list.language];
  const headers = [...words.headers, words.picked];
  const bold = { style: { font: { bold: true } }, type: 'string' as const };
  const text = (value: string): string | null => (value === '' ? null : xlsxText(value));
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [
      {
        name: safeSheetName(words.title),
        columns: [14, 20, 44, 8, 50, 10].map((width) => ({
          width,
          style: { alignment: { vertical: 'center' as const, wrapText: true } },
        })),
        rows: [
          headers,
          ...list.lines.map((line) => [
            text(line.bin),
            text(line.sku),
            text(line.name),
            line.quantity,
            text(ordersOf(line, 200)),
            null,
          ]),
          [null, null, words.total, units(list), null, null],
        ],
        cells: new Map(headers.map((header, index) => [`0,${index}`, { ...bold, value: header }])),
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
