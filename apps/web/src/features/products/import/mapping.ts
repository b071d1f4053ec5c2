/** Which column of a file of products means what. */
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportField,
  type ProductMapping,
} from '@scanship/contracts/products/product-import';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { assignColumn, fieldAt } from '../../imports/frame/assign-column.ts';

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
  dangerousGoods: msg`Dangerous goods`,
  value: msg`Declared value`,
  currency: msg`Currency`,
  barcode: msg`Barcode`,
  binLocation: msg`Bin location`,
  picture: msg`Picture address`,
};

export const fieldOfColumn = ({ columns }: ProductMapping, column: number): ProductImportField | undefined =>
  fieldAt(columns, PRODUCT_IMPORT_FIELDS, column);

export const assign = (
  mapping: ProductMapping,
  column: number,
  field: ProductImportField | undefined,
): ProductMapping => ({ ...mapping, columns: assignColumn(mapping.columns, PRODUCT_IMPORT_FIELDS, column, field) });

/** Whether rows can be found: by SKU or by product ID. */
export const findable = ({ columns }: ProductMapping): boolean =>
  columns.sku !== undefined || columns.productId !== undefined;
