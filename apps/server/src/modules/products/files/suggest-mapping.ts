/** Which column of a file holds what, by its names and units. */
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportField,
  type ProductMapping,
} from '@scanship/contracts/products/product-import';
import { lengthUnitOf, weightUnitOf } from '../../../platform/table-cells/cells.ts';
import { headerKey, isProblemHeader, unitWordOf, withoutUnit } from '../../../platform/table-cells/headers.ts';
import { FILE_COLUMNS, otherNames } from './columns.ts';

const namesOf = (field: ProductImportField): readonly string[] => {
  const own = FILE_COLUMNS.find((column) => column.field === field);
  return [...(own ? [own.en, own.fr].map((name) => headerKey(withoutUnit(name))) : []), ...otherNames(field)];
};

/** A mapping to begin with. Columns that no name fits stay unmapped; none is used twice. */
export function suggestMapping(headers: readonly string[], defaults: ProductMapping['defaults']): ProductMapping {
  const keys = headers.map((header) =>
    isProblemHeader(header) ? [] : [headerKey(header), headerKey(withoutUnit(header))],
  );
  const columns: Partial<Record<ProductImportField, number>> = {};
  const used = new Set<number>();
  const rounds = Math.max(...PRODUCT_IMPORT_FIELDS.map((field) => namesOf(field).length));
  // Round by round, so that a column goes to the field for which its name is the surest.
  for (let round = 0; round < rounds; round += 1)
    for (const field of PRODUCT_IMPORT_FIELDS) {
      const name = namesOf(field)[round];
      if (name === undefined || columns[field] !== undefined) continue;
      const index = keys.findIndex((each, at) => !used.has(at) && each.includes(name));
      if (index < 0) continue;
      columns[field] = index;
      used.add(index);
    }
  const unitOf = (field: ProductImportField) => unitWordOf(headers[columns[field] ?? -1]) ?? '';
  const weight = /grams|grammes/i.test(headers[columns.weight ?? -1] ?? '') ? 'g' : weightUnitOf(unitOf('weight'));
  const length = lengthUnitOf(unitOf('length'));
  return {
    columns,
    defaults: {
      ...defaults,
      weightUnit: weight ?? defaults.weightUnit,
      lengthUnit: length === undefined || length === 'm' ? defaults.lengthUnit : length,
    },
  };
}
