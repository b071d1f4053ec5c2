-- Orders of a shift lie at one packing station: until the lease ends nobody else buys their labels, so that two stations
-- without a line cannot both ship one. The database's clock decides.
CREATE TABLE order_leases (
  tenant_id uuid NOT NULL REFERENCES tenants,
  order_id uuid NOT NULL,
  shift_id uuid NOT NULL,
  -- Made at random in the station's browser and kept there.
  station_id uuid NOT NULL,
  station_name text NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_leases_shift ON order_leases (tenant_id, shift_id);
SELECT maintenance.secure_table('order_leases');
