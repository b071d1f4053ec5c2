/** A mapping as it is remembered: by header name, so that it survives columns put in front. */
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportField,
  type ProductMapping,
  productMapping,
} from '@scanship/contracts/products/product-import';

export interface RememberedMapping {
  readonly columns: Readonly<Partial<Record<ProductImportField, string>>>;
  readonly defaults: ProductMapping['defaults'];
}

export const remember = ({ columns, defaults }: ProductMapping, headers: readonly string[]): RememberedMapping => ({
  columns: Object.fromEntries(
    PRODUCT_IMPORT_FIELDS.flatMap((field) => {
      const header = headers[columns[field] ?? -1];
      return header === undefined ? [] : [[field, header]];
    }),
  ),
  defaults,
});

/** Undefined when nothing was remembered, or it is not what mappings are today. */
export function recall(
  remembered: RememberedMapping | undefined,
  headers: readonly string[],
): ProductMapping | undefined {
  if (!remembered?.columns) return undefined;
  const columns = Object.entries(remembered.columns).flatMap(([field, header]) => {
    const index = headers.indexOf(header);
    return index < 0 ? [] : [[field, index]];
  });
  const parsed = productMapping.safeParse({ columns: Object.fromEntries(columns), defaults: remembered.defaults });
  return parsed.success ? parsed.data : undefined;
}
