-- What connecting and syncing stores needs beside the first tables.

ALTER TABLE stores ADD COLUMN connected_at timestamptz;
ALTER TABLE stores ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]';        -- what is missing for full use, one sentence each
ALTER TABLE stores ADD COLUMN registration_tenant_id uuid REFERENCES tenants;  -- whose app registration let us in; null: none needed

-- One renewal of a store's access at a time, over all processes; lease_no fences whoever was too slow.
CREATE TABLE store_access (
  tenant_id uuid NOT NULL,
  store_id uuid NOT NULL,
  version int NOT NULL DEFAULT 1,
  lease_no int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  renewed_at timestamptz,
  PRIMARY KEY (tenant_id, store_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE
);
SELECT maintenance.secure_table('store_access');

-- A consent that came back is used once, whoever brings it. The code itself is sealed and never stored.
CREATE TABLE store_consent_uses (
  realm_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenants,
  expires_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, id)
);
SELECT maintenance.secure_table('store_consent_uses');
SELECT maintenance.allow_system('store_consent_uses', 'realm_id, id, expires_at', NULL, 'DELETE');

-- What a store did that a person should look at: cancelled there with a label bought here, a fulfilment it would not take back.
CREATE TABLE store_notices (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  order_id uuid,
  code text COLLATE "C" NOT NULL,
  message text NOT NULL,
  next_step text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE UNIQUE INDEX store_notices_open ON store_notices (tenant_id, store_id, order_id, code) NULLS NOT DISTINCT WHERE resolved_at IS NULL;
CREATE INDEX store_notices_order ON store_notices (tenant_id, order_id, since DESC) WHERE order_id IS NOT NULL;
SELECT maintenance.secure_table('store_notices');

ALTER TABLE sync_streams ADD COLUMN last_ok_at timestamptz;
ALTER TABLE sync_streams ADD COLUMN last_error jsonb;
ALTER TABLE sync_streams ADD COLUMN wanted text COLLATE "C"               -- why it is due, when not by the clock
  CHECK (wanted IN ('webhook', 'manual', 'nightly'));

ALTER TABLE sync_runs ADD COLUMN pages int NOT NULL DEFAULT 0;
ALTER TABLE sync_runs ADD COLUMN items jsonb NOT NULL DEFAULT '[]';       -- what could not be taken: externalId and message

ALTER TABLE inbound_events ADD COLUMN external_account text COLLATE "C";
ALTER TABLE inbound_events ADD COLUMN mode text COLLATE "C" CHECK (mode IN ('live', 'sandbox', 'simulator'));

-- A delivery is verified before anybody knows whose it is: the system role finds whose secrets to try.
SELECT maintenance.allow_system('app_registrations', 'tenant_id, id, kind, slug, mode');

-- When the platform changed the order last: an older answer never overwrites a newer one, and a night's count compares.
ALTER TABLE orders ADD COLUMN external_updated_at timestamptz;
CREATE INDEX orders_external_updated ON orders (tenant_id, store_id, external_updated_at) WHERE external_updated_at IS NOT NULL;

ALTER TABLE order_items ADD COLUMN external_product_id text COLLATE "C";
-- Of qty_cancelled: units that the store says somebody else has shipped.
ALTER TABLE order_items ADD COLUMN qty_elsewhere int NOT NULL DEFAULT 0 CHECK (qty_elsewhere >= 0);
ALTER TABLE order_items ADD CONSTRAINT order_items_elsewhere_within_cancelled CHECK (qty_elsewhere <= qty_cancelled);
