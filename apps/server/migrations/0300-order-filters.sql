-- The file an order came in with, so that what was imported can be shown and shipped together; labels nobody has printed yet.
ALTER TABLE orders ADD COLUMN import_id uuid;
CREATE INDEX orders_import ON orders (tenant_id, import_id) WHERE import_id IS NOT NULL;
CREATE INDEX documents_unprinted ON documents (tenant_id, shipment_id) WHERE kind = 'label' AND copies_printed = 0;
