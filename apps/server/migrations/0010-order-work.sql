-- What the order module adds: which orders can go in one parcel, the next manual number, what a preview promised.

-- Hash of recipient and place. Two unfulfilled orders of one key can be combined; an empty key never can.
ALTER TABLE orders ADD COLUMN ship_to_key text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX orders_combinable ON orders (tenant_id, ship_to_key) WHERE tab = 'unfulfilled' AND ship_to_key <> '';

-- The next number of a series ("M" for orders entered by hand); its row lock makes numbering free of races.
CREATE TABLE number_series (
  tenant_id uuid NOT NULL REFERENCES tenants,
  series text COLLATE "C" NOT NULL,
  next_no int8 NOT NULL CHECK (next_no > 0),
  PRIMARY KEY (tenant_id, series)
);
SELECT maintenance.secure_table('number_series');

-- Fingerprint of the last preview: a commit that would do something else is refused.
ALTER TABLE order_imports ADD COLUMN preview_hash text COLLATE "C";
ALTER TABLE order_imports ADD COLUMN sheet_name text;
CREATE INDEX order_imports_newest ON order_imports (tenant_id, created_at DESC, id DESC);
