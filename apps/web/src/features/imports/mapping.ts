/** Which column of the file means what. A column means one thing, and a field comes from one column. */
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  REQUIRED_IMPORT_FIELDS,
} from '@scanship/contracts/order-import';

export const fieldOfColumn = (mapping: ImportMapping, column: number): ImportField | undefined =>
  IMPORT_FIELDS.find((field) => mapping.columns[field] === column);

/** Gives a column its meaning; the field leaves the column it had before. */
export function assign(mapping: ImportMapping, column: number, field: ImportField | undefined): ImportMapping {
  const columns: ImportMapping['columns'] = {};
  for (const [name, index] of Object.entries(mapping.columns) as [ImportField, number | undefined][])
    if (index !== undefined && index !== column && name !== field) columns[name] = index;
  if (field) columns[field] = column;
  return { ...mapping, columns };
}

/** Needed fields without a column; a default country stands in for its column. */
export const missingRequired = (mapping: ImportMapping): readonly ImportField[] =>
  REQUIRED_IMPORT_FIELDS.filter(
    (field) => mapping.columns[field] === undefined && !(field === 'countryCode' && mapping.defaults.countryCode),
  );
