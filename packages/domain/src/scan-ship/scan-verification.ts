/** Item verification at the packing table: what was scanned against what the order needs. Pure; server and page share it. */

export interface PackedLine {
  readonly line: number;
  /** Units that go. */
  readonly quantity: number;
  readonly sku: string | null;
  /** UPC, EAN or other codes of the item, as they are printed. */
  readonly barcodes: readonly string[];
}

/** Units scanned of each line. */
export type Counts = ReadonlyMap<number, number>;

export type ItemScan =
  | { readonly kind: 'packed'; readonly line: number; readonly counts: Counts; readonly complete: boolean }
  /** The item is of this order, but all its units are packed already. */
  | { readonly kind: 'too-many'; readonly line: number }
  | { readonly kind: 'wrong' };

/**
 * A code as it is compared. UPC-A, EAN-13 and GTIN-14 of one item differ by leading zeros only (GS1 General Specifications
 * 3.3), and scanners are set to send one or the other.
 */
export const itemKey = (code: string): string => {
  const key = code.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  return /^\d{8,14}$/.test(key) ? key.replace(/^0+/, '') : key;
};

const isCodeOf = (line: PackedLine, key: string): boolean =>
  (line.sku !== null && itemKey(line.sku) === key) || line.barcodes.some((code) => itemKey(code) === key);

/** Takes one scanned item: the first line of it that still lacks a unit gets it. */
export function scanItem(lines: readonly PackedLine[], counts: Counts, code: string): ItemScan {
  const key = itemKey(code);
  const own = key === '' ? [] : lines.filter((line) => line.quantity > 0 && isCodeOf(line, key));
  const [first] = own;
  if (!first) return { kind: 'wrong' };
  const open = own.find((line) => (counts.get(line.line) ?? 0) < line.quantity);
  if (!open) return { kind: 'too-many', line: first.line };
  const after = new Map(counts).set(open.line, (counts.get(open.line) ?? 0) + 1);
  return { kind: 'packed', line: open.line, counts: after, complete: isComplete(lines, after) };
}

/** Every unit was scanned, and nothing that is not of the order. */
export const isComplete = (lines: readonly PackedLine[], counts: Counts): boolean =>
  lines.every((line) => (counts.get(line.line) ?? 0) === Math.max(0, line.quantity)) &&
  [...counts.keys()].every((line) => lines.some((each) => each.line === line));

/** Units scanned and units needed, for the packed count. */
export const progressOf = (
  lines: readonly PackedLine[],
  counts: Counts,
): { readonly packed: number; readonly needed: number } => ({
  packed: lines.reduce((sum, line) => sum + Math.min(line.quantity, counts.get(line.line) ?? 0), 0),
  needed: lines.reduce((sum, line) => sum + line.quantity, 0),
});

/** An item nobody can scan: it has neither SKU nor barcode. */
export const cannotBeScanned = (line: PackedLine): boolean => line.sku === null && line.barcodes.length === 0;
