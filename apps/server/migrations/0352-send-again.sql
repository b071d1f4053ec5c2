-- An order that sends another one again.
ALTER TABLE orders ADD COLUMN sends_again uuid;
CREATE INDEX orders_sends_again ON orders (tenant_id, sends_again) WHERE sends_again IS NOT NULL;
