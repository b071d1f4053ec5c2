-- Fingerprints of the buyers of orders, for platforms that ask by the buyer that a person is forgotten: such a notice names no
-- store, so the system role finds the orders of all tenants by the fingerprint, and each tenant's are erased as that tenant.
CREATE TABLE order_buyers (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  buyer_key bytea NOT NULL CHECK (octet_length(buyer_key) = 32),   -- SHA-256 of platform and the platform's id of the buyer
  PRIMARY KEY (tenant_id, order_id, buyer_key),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_buyers_key ON order_buyers (buyer_key);
SELECT maintenance.secure_table('order_buyers');
SELECT maintenance.allow_system('order_buyers', 'tenant_id, order_id, buyer_key');
