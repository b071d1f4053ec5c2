-- Orders: the hot row is narrow, the wide part lies beside it; search tokens, tags and counters are rows.

CREATE TABLE orders (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  platform_code text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL DEFAULT 'store' CHECK (source IN ('store', 'manual', 'file', 'api')),
  number text NOT NULL,
  -- Derived by the domain from the facts below: archived, cancelled, fulfilled, manual_fulfilled or unfulfilled.
  tab text COLLATE "C" NOT NULL DEFAULT 'unfulfilled'
    CHECK (tab IN ('unfulfilled', 'manual_fulfilled', 'fulfilled', 'cancelled', 'archived')),
  fulfillment text COLLATE "C" NOT NULL DEFAULT 'unfulfilled'
    CHECK (fulfillment IN ('unfulfilled', 'partial', 'fulfilled', 'manual_fulfilled')),
  cancelled_at timestamptz,
  archived_at timestamptz,
  hold_code text COLLATE "C",
  import_state text COLLATE "C" NOT NULL DEFAULT 'ok' CHECK (import_state IN ('ok', 'failed')),
  placed_at timestamptz NOT NULL,
  ship_by timestamptz,
  location_id uuid,
  country char(2),
  province text COLLATE "C",
  requested_key text COLLATE "C",              -- the service the buyer asked for
  item_qty int NOT NULL DEFAULT 0,
  sku_count int NOT NULL DEFAULT 0,
  item_summary text NOT NULL DEFAULT '',
  weight_g int NOT NULL DEFAULT 0,
  total_minor int8 NOT NULL DEFAULT 0,
  currency char(3) NOT NULL,
  ship_to_name text NOT NULL DEFAULT '',
  signs int NOT NULL DEFAULT 0,                -- bits: 1 note, 2 gift, 4 international, 8 unverified address, 16 combinable
  claimed_by uuid,
  claimed_until timestamptz,
  imported_hash text COLLATE "C",
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE UNIQUE INDEX orders_external ON orders (tenant_id, store_id, external_id);
CREATE INDEX orders_newest ON orders (tenant_id, placed_at DESC, id DESC);
CREATE INDEX orders_tab ON orders (tenant_id, tab, placed_at DESC, id DESC);
CREATE INDEX orders_store ON orders (tenant_id, store_id, placed_at DESC, id DESC);
CREATE INDEX orders_country ON orders (tenant_id, country, placed_at DESC, id DESC);
CREATE INDEX orders_province ON orders (tenant_id, province, placed_at DESC, id DESC);
CREATE INDEX orders_ship_by ON orders (tenant_id, ship_by, id) WHERE tab = 'unfulfilled';
SELECT maintenance.secure_table('orders');

CREATE TABLE order_details (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  ship_to jsonb NOT NULL,                      -- effective address
  ship_to_imported jsonb,
  address_check jsonb,
  bill_to jsonb,
  notes jsonb NOT NULL DEFAULT '{}',
  customs jsonb NOT NULL DEFAULT '{}',
  imported jsonb NOT NULL DEFAULT '{}',        -- replaced by a re-sync
  overrides jsonb NOT NULL DEFAULT '{}',       -- never touched by a re-sync
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
SELECT maintenance.secure_table('order_details');

CREATE TABLE order_items (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line int NOT NULL,
  external_line_id text COLLATE "C",
  external_group text COLLATE "C",             -- fulfilment order, purchase order or location at the platform
  sku text NOT NULL DEFAULT '',
  sku_key text COLLATE "C" NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  product_id uuid,
  qty int NOT NULL CHECK (qty >= 0),
  qty_allocated int NOT NULL DEFAULT 0 CHECK (qty_allocated >= 0),   -- in live purchases, shipped ones included
  qty_shipped int NOT NULL DEFAULT 0 CHECK (qty_shipped >= 0),
  qty_cancelled int NOT NULL DEFAULT 0 CHECK (qty_cancelled >= 0),
  unit_minor int8 NOT NULL DEFAULT 0,
  weight_g int,
  hs_code text COLLATE "C",
  origin char(2),
  placed_at timestamptz NOT NULL,              -- of the order, for the SKU index
  PRIMARY KEY (tenant_id, order_id, line),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE,
  CONSTRAINT order_items_not_over_allocated CHECK (qty_allocated <= qty - qty_cancelled),
  CONSTRAINT order_items_not_over_shipped CHECK (qty_shipped <= qty_allocated)
);
CREATE INDEX order_items_sku ON order_items (tenant_id, sku_key, placed_at DESC, order_id);
SELECT maintenance.secure_table('order_items');

CREATE TABLE order_tags (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  tag text COLLATE "C" NOT NULL CHECK (tag <> ''),
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, order_id, tag),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_tags_tag ON order_tags (tenant_id, tag, placed_at DESC, order_id);
SELECT maintenance.secure_table('order_tags');

-- Search by equality or prefix (token ^@ 'abc'). Tokens are lower case. Deleted when personal data is purged.
CREATE TABLE order_tokens (
  tenant_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL CHECK (field IN ('number', 'name', 'email', 'phone', 'postal', 'tracking', 'sku')),
  token text COLLATE "C" NOT NULL CHECK (token <> ''),
  order_id uuid NOT NULL,
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, field, token, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_tokens_order ON order_tokens (tenant_id, order_id);
SELECT maintenance.secure_table('order_tokens');

-- Deltas in the order's own transaction, on one of 8 shards; past days are folded into shard 0.
CREATE TABLE order_counts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  day date NOT NULL,                           -- of placed_at, UTC
  store_id uuid NOT NULL,
  tab text COLLATE "C" NOT NULL,
  shard int NOT NULL CHECK (shard BETWEEN 0 AND 7),
  n int8 NOT NULL,
  PRIMARY KEY (tenant_id, day, store_id, tab, shard)
);
SELECT maintenance.secure_table('order_counts');
SELECT maintenance.allow_system('order_counts', 'tenant_id, day, store_id, tab, shard, n', 'n', 'INSERT, DELETE');

CREATE TABLE order_imports (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  file_name text NOT NULL,
  blob text COLLATE "C" NOT NULL,              -- sha256 of the file as uploaded
  mapping jsonb NOT NULL DEFAULT '{}',
  state text COLLATE "C" NOT NULL DEFAULT 'uploaded'
    CHECK (state IN ('uploaded', 'previewed', 'committing', 'committed', 'failed', 'discarded')),
  row_count int NOT NULL DEFAULT 0,
  ok_count int NOT NULL DEFAULT 0,
  problem_count int NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]',
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  committed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs
);
SELECT maintenance.secure_table('order_imports');

CREATE TABLE import_mappings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  name text NOT NULL,
  header_key text COLLATE "C" NOT NULL,        -- hash of the file's header row
  mapping jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX import_mappings_name ON import_mappings (tenant_id, name);
CREATE INDEX import_mappings_header ON import_mappings (tenant_id, header_key);
SELECT maintenance.secure_table('import_mappings');
