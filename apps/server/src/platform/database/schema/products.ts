/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type ProductImportsState = 'uploaded' | 'previewed' | 'committed';

export interface ProductImportsTable {
  tenant_id: string;
  id: string;
  file_name: string;
  sheet_name: string | null;
  header_key: string;
  blob: string;
  mapping: Generated<Json>;
  state: Generated<ProductImportsState>;
  row_count: Generated<number>;
  preview_hash: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  committed_at: Timestamp | null;
}

export interface ProductPartsTable {
  tenant_id: string;
  product_id: string;
  part_id: string;
  quantity: Generated<number>;
}

export interface ProductTokensTable {
  tenant_id: string;
  token: string;
  product_id: string;
}

export interface ProductsTables {
  product_imports: ProductImportsTable;
  product_parts: ProductPartsTable;
  product_tokens: ProductTokensTable;
}
