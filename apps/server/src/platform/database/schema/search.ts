/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface OrderTitleWordsTable {
  tenant_id: string;
  token: string;
  sku_key: string;
}

export interface SearchTables {
  order_title_words: OrderTitleWordsTable;
}
