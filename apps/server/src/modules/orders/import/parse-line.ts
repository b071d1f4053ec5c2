/** One line of an order out of one row of a file. */
import type { ImportMapping } from '@scanship/contracts/orders/order-import';
import { divideRounded } from '@scanship/domain/money/money';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { isRounded, readPrice, readQuantity, readWeight } from '../../../platform/table-cells/cells.ts';
import { findCountry } from '../../../platform/table-cells/countries-by-name.ts';
import { type FileRow, read, type Report } from './file-row.ts';

export interface ParsedLine {
  readonly sku: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
}

const MAX_SKU = 100;
const MAX_TITLE = 200;

/**
 * The line of a row, or none where its quantity is 0 or cannot be read (which is reported). Without a quantity column
 * a row is one unit; without item columns the line is named after the order.
 */
export function parseLine(
  row: FileRow,
  {
    currency,
    number,
    mapping,
    report,
  }: { readonly currency: string; readonly number: string; readonly mapping: ImportMapping; readonly report: Report },
): ParsedLine[] {
  const text = (field: keyof FileRow['cells']): string => row.cells[field] ?? '';
  const quantity = readUnits(row, mapping, report);
  if (quantity === undefined) return [];
  if (quantity === 0) {
    report(row, 'quantity', 'warning', 'The quantity is 0; this line is left out.');
    return [];
  }
  const sku = text('sku');
  if (isRounded(sku))
    report(
      row,
      'sku',
      'warning',
      `The spreadsheet wrote the SKU as ${sku}; its digits are lost. Format the column as text.`,
    );
  if (sku.length > MAX_SKU) report(row, 'sku', 'error', `A SKU has at most ${MAX_SKU} characters, not ${sku.length}.`);
  const title = text('title') || sku;
  if (title.length > MAX_TITLE)
    report(row, 'title', 'warning', `The item name has ${title.length} characters; the first ${MAX_TITLE} are kept.`);
  const named = mapping.columns.title !== undefined || mapping.columns.sku !== undefined;
  if (title === '' && named) report(row, 'title', 'warning', 'This line has neither an item name nor a SKU.');
  const weight = read(readWeight(text('weight'), mapping.defaults.weightUnit), row, 'weight', report);
  return [
    {
      sku: sku || null,
      title: Array.from(title).slice(0, MAX_TITLE).join('') || `Order ${number}`,
      quantity,
      unitMinor: readUnitPrice(row, currency, quantity, report),
      weightGrams: weight ?? null,
      hsCode: readHsCode(row, report),
      originCountry: readOrigin(row, report),
    },
  ];
}

function readUnits(row: FileRow, mapping: ImportMapping, report: Report): number | undefined {
  const text = row.cells.quantity ?? '';
  if (text !== '') return read(readQuantity(text), row, 'quantity', report);
  if (mapping.columns.quantity !== undefined) report(row, 'quantity', 'warning', 'The quantity is blank; 1 is used.');
  return 1;
}

function readUnitPrice(row: FileRow, currency: string, quantity: number, report: Report): number {
  const unit = row.cells.unitPrice ?? '';
  if (unit !== '') return read(readPrice(unit, currency), row, 'unitPrice', report)?.minor ?? 0;
  const line = row.cells.lineTotal ?? '';
  if (line === '') return 0;
  const total = read(readPrice(line, currency), row, 'lineTotal', report)?.minor;
  if (total === undefined) return 0;
  const each = Number(divideRounded(BigInt(total), BigInt(quantity)));
  if (each * quantity !== total)
    report(
      row,
      'lineTotal',
      'warning',
      `${line} cannot be divided evenly among ${quantity} units; the unit price is rounded.`,
    );
  return each;
}

function readHsCode(row: FileRow, report: Report): string | null {
  const text = row.cells.hsCode ?? '';
  if (text === '') return null;
  const digits = hsDigits(text);
  if (digits === undefined)
    report(row, 'hsCode', 'warning', `"${text}" is not an HS code (6 to 12 digits); it is left out.`);
  return digits ?? null;
}

function readOrigin(row: FileRow, report: Report): string | null {
  const text = row.cells.originCountry ?? '';
  if (text === '') return null;
  const code = findCountry(text);
  if (code === undefined)
    report(row, 'originCountry', 'warning', `"${text}" is not a country; the origin is left out.`);
  return code ?? null;
}
