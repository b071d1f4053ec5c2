-- Found at a million orders: counting up to the cap read the table from end to end, because the tab was not in the index;
-- and signs that few orders carry had no index at all.

DROP INDEX orders_store;
DROP INDEX orders_country;
DROP INDEX orders_province;
CREATE INDEX orders_store ON orders (tenant_id, store_id, placed_at DESC, id DESC) INCLUDE (tab);
CREATE INDEX orders_country ON orders (tenant_id, country, placed_at DESC, id DESC) INCLUDE (tab);
CREATE INDEX orders_province ON orders (tenant_id, province, placed_at DESC, id DESC) INCLUDE (tab);

CREATE INDEX orders_on_hold ON orders (tenant_id, placed_at DESC, id DESC) WHERE hold_code IS NOT NULL;
CREATE INDEX orders_import_failed ON orders (tenant_id, placed_at DESC, id DESC) WHERE import_state = 'failed';
CREATE INDEX orders_partial ON orders (tenant_id, placed_at DESC, id DESC) WHERE fulfillment = 'partial';
