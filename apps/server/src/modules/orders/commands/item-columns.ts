/** What is written of an order's item, by column and PostgreSQL type: whoever inserts items inserts all of it. */
export const ITEM_COLUMNS = {
  tenant_id: 'uuid',
  order_id: 'uuid',
  line: 'int4',
  external_line_id: 'text',
  external_group: 'text',
  external_product_id: 'text',
  sku: 'text',
  sku_key: 'text',
  title: 'text',
  qty: 'int4',
  qty_cancelled: 'int4',
  qty_elsewhere: 'int4',
  unit_minor: 'int8',
  weight_g: 'int4',
  hs_code: 'text',
  origin: 'text',
  image_url: 'text',
  /** As the store gave it, to see later what the store changed. */
  imported: 'jsonb',
  placed_at: 'timestamptz',
} as const;
