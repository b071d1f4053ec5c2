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
