-- Stores and their sync, inbound events, automation, products, packages.

CREATE TABLE stores (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  platform_code text COLLATE "C" NOT NULL,     -- the manifest's code; 'manual' and 'file' are ours
  external_account text COLLATE "C" NOT NULL,
  name text NOT NULL,
  mode text COLLATE "C" NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'sandbox', 'simulator')),
  state text COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'connected', 'stale', 'needs_consent', 'paused', 'disconnected')),
  secret_id uuid,
  address jsonb,
  settings jsonb NOT NULL DEFAULT '{}',
  branding jsonb NOT NULL DEFAULT '{}',
  location_id uuid,
  currency char(3),
  time_zone text COLLATE "C",
  weight_unit text COLLATE "C" CHECK (weight_unit IN ('g', 'kg', 'oz', 'lb')),
  last_ok_at timestamptz,
  last_error jsonb,
  deleted_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, secret_id) REFERENCES secrets,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE UNIQUE INDEX stores_account ON stores (tenant_id, platform_code, external_account) WHERE deleted_at IS NULL;
SELECT maintenance.secure_table('stores');
SELECT maintenance.allow_system('stores', 'tenant_id, id, platform_code, external_account, mode, state, deleted_at');

ALTER TABLE locations ADD FOREIGN KEY (tenant_id, store_id) REFERENCES stores;

CREATE TABLE sync_streams (
  tenant_id uuid NOT NULL,
  store_id uuid NOT NULL,
  stream text COLLATE "C" NOT NULL,            -- orders, products, locations, ...
  cursor jsonb,
  high_water timestamptz,
  overlap_s int NOT NULL DEFAULT 300,
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  stale_since timestamptz,
  PRIMARY KEY (tenant_id, store_id, stream),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE
);
CREATE INDEX sync_streams_due ON sync_streams (tenant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX sync_streams_work ON sync_streams (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('sync_streams');
SELECT maintenance.allow_system('sync_streams', 'tenant_id, store_id, stream, due_at, lease_until, attempt', 'due_at, lease_until, attempt');

-- Partitioned by month through the time in its UUIDv7 id.
CREATE TABLE sync_runs (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  stream text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL CHECK (cause IN ('poll', 'webhook', 'manual', 'nightly')),
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  seen int NOT NULL DEFAULT 0,
  created int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  remote_count int,
  error jsonb,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX sync_runs_store ON sync_runs (tenant_id, store_id, id DESC);
SELECT maintenance.secure_table('sync_runs');

-- Stored and acknowledged before it is understood; tenant and store are known only after routing.
CREATE TABLE inbound_events (
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  delivery_key text COLLATE "C" NOT NULL,
  tenant_id uuid,
  store_id uuid,
  topic text COLLATE "C",
  headers jsonb NOT NULL DEFAULT '{}',
  body bytea NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'routed', 'done', 'ignored', 'failed')),
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease_until timestamptz,
  problem jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (month, id)
) PARTITION BY RANGE (month);
CREATE UNIQUE INDEX inbound_events_delivery ON inbound_events (slug, delivery_key, month);
CREATE INDEX inbound_events_work ON inbound_events (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE inbound_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbound_events FORCE ROW LEVEL SECURITY;
CREATE POLICY migrator_rows ON inbound_events TO scanship_migrator USING (true) WITH CHECK (true);
CREATE POLICY system_rows ON inbound_events TO app_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON inbound_events TO app_system;

CREATE TABLE packages (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('own', 'preset')),
  slug text COLLATE "C",                       -- carrier of a preset
  preset_code text COLLATE "C",
  inner_l_mm int CHECK (inner_l_mm > 0),
  inner_w_mm int CHECK (inner_w_mm > 0),
  inner_h_mm int CHECK (inner_h_mm > 0),
  outer_l_mm int NOT NULL CHECK (outer_l_mm > 0),
  outer_w_mm int NOT NULL CHECK (outer_w_mm > 0),
  outer_h_mm int NOT NULL CHECK (outer_h_mm > 0),
  tare_g int NOT NULL DEFAULT 0 CHECK (tare_g >= 0),
  max_g int CHECK (max_g > 0),
  cost_minor int8,
  currency char(3),
  is_default boolean NOT NULL DEFAULT false,
  archived_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((kind = 'preset') = (preset_code IS NOT NULL)),
  CHECK (cost_minor IS NULL OR currency IS NOT NULL)
);
CREATE UNIQUE INDEX packages_default ON packages (tenant_id) WHERE is_default;
SELECT maintenance.secure_table('packages');
ALTER TABLE customer_settings ADD FOREIGN KEY (tenant_id, package_id) REFERENCES packages;

CREATE TABLE service_mappings (
  tenant_id uuid NOT NULL,
  store_id uuid NOT NULL,
  requested_key text COLLATE "C" NOT NULL,
  grant_id uuid,
  service text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, store_id, requested_key),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE
);
SELECT maintenance.secure_table('service_mappings');

CREATE TABLE rules (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  position int NOT NULL,
  name text NOT NULL DEFAULT '',
  conditions jsonb NOT NULL,
  actions jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX rules_position ON rules (tenant_id, position);
SELECT maintenance.secure_table('rules');

CREATE TABLE presets (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  name text NOT NULL,
  hotkey text COLLATE "C",
  package_id uuid,
  grant_id uuid,
  service text COLLATE "C",
  options jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, package_id) REFERENCES packages
);
CREATE UNIQUE INDEX presets_hotkey ON presets (tenant_id, hotkey) WHERE hotkey IS NOT NULL;
SELECT maintenance.secure_table('presets');

-- Effective value = overrides, else imported; the plain columns hold the effective value.
CREATE TABLE products (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  sku text NOT NULL,
  sku_key text COLLATE "C" NOT NULL,
  title text NOT NULL DEFAULT '',
  weight_g int CHECK (weight_g >= 0),
  l_mm int CHECK (l_mm >= 0),
  w_mm int CHECK (w_mm >= 0),
  h_mm int CHECK (h_mm >= 0),
  hs_code text COLLATE "C",
  origin_country char(2),
  customs_text text,
  value_minor int8,
  currency char(3),
  bin_location text,
  imported jsonb NOT NULL DEFAULT '{}',
  overrides jsonb NOT NULL DEFAULT '{}',
  imported_hash text COLLATE "C",
  archived_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (value_minor IS NULL OR currency IS NOT NULL)
);
CREATE UNIQUE INDEX products_sku ON products (tenant_id, sku_key);
CREATE INDEX products_newest ON products (tenant_id, created_at DESC, id DESC);
SELECT maintenance.secure_table('products');

CREATE TABLE product_aliases (
  tenant_id uuid NOT NULL,
  store_id uuid NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  sku_key text COLLATE "C",
  barcode text COLLATE "C",
  product_id uuid NOT NULL,
  multiplier int NOT NULL DEFAULT 1 CHECK (multiplier > 0),
  PRIMARY KEY (tenant_id, store_id, external_id, product_id),   -- several products = a bundle
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX product_aliases_sku ON product_aliases (tenant_id, sku_key);
CREATE INDEX product_aliases_barcode ON product_aliases (tenant_id, barcode);
CREATE INDEX product_aliases_product ON product_aliases (tenant_id, product_id);
SELECT maintenance.secure_table('product_aliases');
