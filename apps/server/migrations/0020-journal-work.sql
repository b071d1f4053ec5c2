-- What the purchase journal needs beside the first tables.

-- An additional or replacing label names the items of its order without taking them: they are counted once.
ALTER TABLE shipment_items ADD COLUMN held boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN shipment_items.held IS 'counted in the order''s allocated and shipped quantities through this shipment';

-- Print jobs are effects like every other act that reaches outside.
ALTER TABLE effects DROP CONSTRAINT effects_kind_check;
ALTER TABLE effects ADD CONSTRAINT effects_kind_check
  CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook', 'print'));
