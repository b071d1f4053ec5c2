/** Which column of the file means what. A column means one thing, and a field comes from one column. */
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportField,
  type ProductMapping,
} from '@scanship/contracts/product-import';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

export const FIELD_WORDS: Readonly<Record<ProductImportField, MessageDescriptor>> = {
  productId: msg`Product ID`,
  sku: msg`SKU`,
  title: msg`Title`,
  weight: msg`Weight`,
  length: msg`Length`,
  width: msg`Width`,
  height: msg`Height`,
  hsCode: msg`HS code`,
  originCountry: msg`Made in`,
  customsText: msg`Customs description`,
  value: msg`Declared value`,
  currency: msg`Currency`,
  barcode: msg`Barcode`,
  binLocation: msg`Bin location`,
  picture: msg`Picture address`,
};

export const fieldOfColumn = ({ columns }: ProductMapping, column: number): ProductImportField | undefined =>
  PRODUCT_IMPORT_FIELDS.find((field) => columns[field] === column);

/** Gives a column its meaning; the field leaves the column it had before. */
export function assign(mapping: ProductMapping, column: number, field: ProductImportField | undefined): ProductMapping {
  const columns: ProductMapping['columns'] = {};
  for (const name of PRODUCT_IMPORT_FIELDS) {
    const index = mapping.columns[name];
    if (index !== undefined && index !== column && name !== field) columns[name] = index;
  }
  if (field) columns[field] = column;
  return { ...mapping, columns };
}

/** Whether rows can be found: by SKU or by product ID. */
export const findable = ({ columns }: ProductMapping): boolean =>
  columns.sku !== undefined || columns.productId !== undefined;
