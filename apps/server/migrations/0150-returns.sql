-- Shipments that come back: what they bring back, asked and bought.
ALTER TABLE quotes ADD COLUMN return_of uuid;
ALTER TABLE shipments ADD COLUMN return_of uuid;
ALTER TABLE shipments ADD FOREIGN KEY (tenant_id, return_of) REFERENCES shipments;
CREATE INDEX shipments_return_of ON shipments (tenant_id, return_of) WHERE return_of IS NOT NULL;
