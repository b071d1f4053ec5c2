/** The columns of the product list: how wide, and what stands in a cell. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ProductRow } from '@scanship/contracts/products/products';
import type { ReactNode } from 'react';
import type { Format } from '../../../app/use-format.ts';
import type { ColumnConfig } from '../../orders/model/column-config.ts';

export interface ProductColumn {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly width: number;
  /** Where all columns fit with it, it may be so narrow; absent: it keeps its width. */
  readonly least?: number;
  readonly numeric?: boolean;
  readonly sort?: 'createdAt' | 'updatedAt' | 'sku' | 'title';
  /** Absent: the row draws it (what is opened or edited there). */
  readonly cell?: (product: ProductRow, format: Format) => ReactNode;
}
const none = <span className="dim">–</span>;

export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  { id: 'sku', title: msg`SKU`, width: 168, sort: 'sku' },
  {
    id: 'title',
    title: msg`Title`,
    width: 250,
    least: 160,
    sort: 'title',
    cell: (p) => <span title={p.title}>{p.title || none}</span>,
  },
  { id: 'weightGrams', title: msg`Weight`, width: 112 },
  { id: 'hsCode', title: msg`HS code`, width: 120 },
  { id: 'originCountry', title: msg`Made in`, width: 130, least: 104 },
  {
    id: 'dimensions',
    title: msg`Size`,
    width: 150,
    least: 120,
    cell: ({ dimensions: d }, format) =>
      d ? [d.lengthMm, d.widthMm, d.heightMm].map((mm) => format.length(mm)).join(' × ') : none,
  },
  {
    id: 'value',
    title: msg`Declared value`,
    width: 124,
    numeric: true,
    cell: (p, format) => (p.value ? format.money(p.value) : none),
  },
  { id: 'customsText', title: msg`Customs description`, width: 170, least: 110, cell: (p) => p.customsText ?? none },
  { id: 'stores', title: msg`Stores`, width: 150, least: 104, cell: (p) => p.stores.join(', ') || none },
  { id: 'binLocation', title: msg`Bin location`, width: 110, cell: (p) => p.binLocation ?? none },
  { id: 'barcode', title: msg`Barcode`, width: 132, cell: (p) => p.barcode ?? none },
  {
    id: 'updatedAt',
    title: msg`Changed`,
    width: 128,
    sort: 'updatedAt',
    cell: (p, format) => format.instant(p.updatedAt, 'short'),
  },
  {
    id: 'createdAt',
    title: msg`Came in`,
    width: 128,
    sort: 'createdAt',
    cell: (p, format) => format.instant(p.createdAt, 'short'),
  },
];
export const COLUMN_BY_ID: ReadonlyMap<string, ProductColumn> = new Map(PRODUCT_COLUMNS.map((c) => [c.id, c]));
export const DEFAULT_COLUMNS: ColumnConfig = {
  order: PRODUCT_COLUMNS.map((c) => c.id),
  hidden: ['customsText', 'barcode', 'createdAt'],
  widths: {},
  pinned: ['sku'],
};
