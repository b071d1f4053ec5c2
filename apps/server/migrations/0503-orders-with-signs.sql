-- Orders with a note, a gift message or an unproved address: of a million orders each was looked at to count them.
-- step
DROP INDEX CONCURRENTLY IF EXISTS orders_with_signs;
-- step
CREATE INDEX CONCURRENTLY orders_with_signs ON orders (tenant_id, placed_at DESC, id DESC) INCLUDE (tab, signs) WHERE signs <> 0;
