-- Everything stored of a customer as one archive, made in the background for its franchise and kept for some days.
CREATE TABLE customer_exports (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- the franchise
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES tenants,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
  asked_by uuid NOT NULL,
  by_actor text,                                 -- who asked in that name
  asked_at timestamptz NOT NULL,
  due_at timestamptz,                            -- while it is to be made; then when it is to go
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  size int8,
  parts int,
  ready_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_exports_waiting ON customer_exports (tenant_id, customer_id) WHERE state = 'waiting';
CREATE INDEX customer_exports_customer ON customer_exports (tenant_id, customer_id, id);
CREATE INDEX customer_exports_work ON customer_exports (due_at);
SELECT maintenance.secure_table('customer_exports');
SELECT maintenance.allow_system('customer_exports', 'tenant_id, id, due_at, lease_until');

-- Its bytes. All of it is in other tables: neither a backup nor the write-ahead log needs it a second time, and what a crash takes is made again.
CREATE UNLOGGED TABLE customer_export_parts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  export_id uuid NOT NULL,
  no int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant_id, export_id, no),
  FOREIGN KEY (tenant_id, export_id) REFERENCES customer_exports ON DELETE CASCADE
);
ALTER TABLE customer_export_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;  -- compressed already
SELECT maintenance.secure_table('customer_export_parts');
