/** One row of a file and how problems in it are reported. */
import type { ImportField, ImportMapping, RowProblem } from '@scanship/contracts/orders/order-import';
import type { Cell } from '../../../platform/table-cells/cells.ts';

/** One row with its cells by field, cleaned. */
export interface FileRow {
  readonly number: number;
  readonly cells: Readonly<Partial<Record<ImportField, string>>>;
}

/** As long as a replacement may be that names it. */
const LONGEST_VALUE = 500;

export function problemAt(
  row: FileRow,
  field: ImportField | null,
  severity: RowProblem['severity'],
  message: string,
  headers: readonly string[],
  mapping: ImportMapping,
): RowProblem {
  const index = field === null ? undefined : mapping.columns[field];
  return {
    row: row.number,
    column: index === undefined ? null : (headers[index] ?? null),
    field,
    severity,
    message,
    ...(field === null || index === undefined ? {} : { value: (row.cells[field] ?? '').slice(0, LONGEST_VALUE) }),
  };
}

export type Report = (
  row: FileRow,
  field: ImportField | null,
  severity: RowProblem['severity'],
  message: string,
) => void;

/** Reports what a cell's reader says; undefined when it is an error. */
export function read<T>(cell: Cell<T>, row: FileRow, field: ImportField, report: Report): T | undefined {
  if ('error' in cell) {
    report(row, field, 'error', cell.error);
    return undefined;
  }
  if (cell.remark !== undefined) report(row, field, 'warning', cell.remark);
  return cell.value;
}
