/** Which column of a file of orders means what. */
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  REQUIRED_IMPORT_FIELDS,
} from '@scanship/contracts/orders/order-import';
import { assignColumn, fieldAt } from './frame/assign-column.ts';

export const fieldOfColumn = ({ columns }: ImportMapping, column: number): ImportField | undefined =>
  fieldAt(columns, IMPORT_FIELDS, column);

export const assign = (mapping: ImportMapping, column: number, field: ImportField | undefined): ImportMapping => ({
  ...mapping,
  columns: assignColumn(mapping.columns, IMPORT_FIELDS, column, field),
});

/** Needed fields without a column; a default country stands in for its column. */
export const missingRequired = (mapping: ImportMapping): readonly ImportField[] =>
  REQUIRED_IMPORT_FIELDS.filter(
    (field) => mapping.columns[field] === undefined && !(field === 'countryCode' && mapping.defaults.countryCode),
  );

type ReadAs = NonNullable<ImportMapping['readAs']>[number];
const same = (a: ReadAs, b: ReadAs): boolean => a.field === b.field && a.from === b.from && a.row === b.row;

/** The mapping with a cell, or all cells that say the same, read as something else; what was said of them before gives way. */
export const readAs = (mapping: ImportMapping, given: ReadAs): ImportMapping => {
  // A text that could not be read either was meant for the same cells.
  const kept = (mapping.readAs ?? []).filter((each) => !same(each, given));
  const chained = kept.map((each) =>
    each.field === given.field && given.row === undefined && each.to === given.from ? { ...each, to: given.to } : each,
  );
  return { ...mapping, readAs: [...chained, given] };
};

export const withoutReadAs = (mapping: ImportMapping, gone: ReadAs): ImportMapping => ({
  ...mapping,
  readAs: (mapping.readAs ?? []).filter((each) => !same(each, gone)),
});
