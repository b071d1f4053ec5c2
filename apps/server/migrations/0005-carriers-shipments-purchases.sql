-- Carrier accounts and prices, quotes, shipments, and the journal of every act that reaches outside.

CREATE TABLE carrier_accounts (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the owner
  id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  name text NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  state text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (state IN ('pending', 'active', 'needs_attention', 'paused', 'removed')),
  secret_id uuid,
  settings jsonb NOT NULL DEFAULT '{}',
  health jsonb NOT NULL DEFAULT '{}',
  quota_key text COLLATE "C" NOT NULL,         -- accounts that share one credential share one budget
  next_serial int8 NOT NULL DEFAULT 1 CHECK (next_serial > 0),  -- numbers of labels the shipper numbers
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, secret_id) REFERENCES secrets
);
SELECT maintenance.secure_table('carrier_accounts');

-- tenant_id ships with it; an own account is a grant to oneself, so rating reads this table only.
CREATE TABLE account_grants (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  owner_tenant_id uuid NOT NULL REFERENCES tenants,
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  name text NOT NULL,                          -- what the shipper sees
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  services jsonb NOT NULL DEFAULT '{}',        -- service code -> { enabled }
  markup_plan_id uuid,                         -- of the owner's markup_rules
  valid_from timestamptz NOT NULL DEFAULT now(),
  valid_to timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX account_grants_account ON account_grants (tenant_id, owner_tenant_id, account_id);
SELECT maintenance.secure_table('account_grants');

CREATE TABLE rate_sheets (
  tenant_id uuid NOT NULL,                     -- the owner
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  version int NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'retired')),
  name text NOT NULL,
  source_name text NOT NULL DEFAULT '',
  source_blob text COLLATE "C",
  sheet jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts,
  FOREIGN KEY (tenant_id, source_blob) REFERENCES blobs
);
CREATE UNIQUE INDEX rate_sheets_version ON rate_sheets (tenant_id, account_id, version);
CREATE UNIQUE INDEX rate_sheets_active ON rate_sheets (tenant_id, account_id) WHERE state = 'active';
SELECT maintenance.secure_table('rate_sheets', 'keep');

-- Never changed, only superseded: valid_to of the old row is set and a new row written.
CREATE TABLE markup_rules (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the level that earns
  id uuid NOT NULL,
  plan_id uuid NOT NULL,
  position int NOT NULL,
  scope jsonb NOT NULL DEFAULT '{}',
  percent_bp int NOT NULL DEFAULT 0,           -- hundredths of a percent
  fixed_minor int8 NOT NULL DEFAULT 0,
  floor_minor int8,
  cap_minor int8,
  currency char(3) NOT NULL,
  valid_from timestamptz NOT NULL DEFAULT now(),
  valid_to timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX markup_rules_plan ON markup_rules (tenant_id, plan_id, position);
SELECT maintenance.secure_table('markup_rules', 'append');
GRANT UPDATE (valid_to) ON markup_rules TO app_tenant;

-- quotes and rates are partitioned by month through the time in the quote's UUIDv7 id.
CREATE TABLE quotes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  request jsonb NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  order_id uuid,
  location_id uuid,
  ship_date date NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX quotes_order ON quotes (tenant_id, order_id, id DESC);
CREATE INDEX quotes_request ON quotes (tenant_id, request_hash, id DESC);
SELECT maintenance.secure_table('quotes');

CREATE TABLE rates (
  tenant_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  id uuid NOT NULL,
  grant_id uuid,
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C",                    -- null when the carrier answered with a problem only
  service_name text,
  price_minor int8,
  currency char(3),
  price_lines jsonb NOT NULL DEFAULT '[]',     -- sell side only
  compare_minor int8,                          -- in the tenant's currency
  fx_day date,
  retail_minor int8,
  billable_g int,
  transit_days int,
  deliver_at timestamptz,
  expires_at timestamptz,
  problem jsonb,
  details jsonb NOT NULL DEFAULT '{}',         -- badges, notes, watermark: nothing about cost
  sealed sealed,                               -- cost chain, mark-up versions, the vendor's rate or draft token
  PRIMARY KEY (tenant_id, quote_id, id),
  CHECK (price_minor IS NULL OR (currency IS NOT NULL AND service IS NOT NULL)),
  CHECK (price_minor IS NOT NULL OR problem IS NOT NULL)
) PARTITION BY RANGE (quote_id);
SELECT maintenance.secure_table('rates');

CREATE TABLE manifests (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  owner_tenant_id uuid NOT NULL REFERENCES tenants,
  account_id uuid NOT NULL,
  grant_id uuid,
  location_id uuid,
  close_date date NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closing', 'closed', 'failed', 'unknown')),
  document_id uuid,
  vendor_ids jsonb NOT NULL DEFAULT '{}',
  problem jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE INDEX manifests_day ON manifests (tenant_id, close_date DESC, id DESC);
SELECT maintenance.secure_table('manifests');

CREATE TABLE shipments (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'buying', 'partly_bought', 'bought', 'handed_over',
    'delivered', 'returned', 'lost', 'voiding', 'voided')),
  direction text COLLATE "C" NOT NULL DEFAULT 'outbound' CHECK (direction IN ('outbound', 'return')),
  source text COLLATE "C" NOT NULL DEFAULT 'bought' CHECK (source IN ('bought', 'manual')),
  test boolean NOT NULL DEFAULT false,
  from_address jsonb NOT NULL,                 -- snapshot
  to_address jsonb NOT NULL,                   -- snapshot
  to_country char(2),
  store_id uuid,
  location_id uuid,
  grant_id uuid,
  quote_id uuid,
  rate_id uuid,
  slug text COLLATE "C",
  service text COLLATE "C",
  service_name text,
  options jsonb NOT NULL DEFAULT '{}',
  customs jsonb,
  ship_date date,
  price_minor int8,
  currency char(3),
  price_lines jsonb NOT NULL DEFAULT '[]',
  replaces_id uuid,
  manifest_id uuid,
  created_by uuid,
  bought_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, replaces_id) REFERENCES shipments (tenant_id, id),
  FOREIGN KEY (tenant_id, manifest_id) REFERENCES manifests,
  CHECK (price_minor IS NULL OR currency IS NOT NULL)
);
CREATE INDEX shipments_newest ON shipments (tenant_id, created_at DESC, id DESC);
CREATE INDEX shipments_state ON shipments (tenant_id, state, created_at DESC, id DESC);
CREATE INDEX shipments_slug ON shipments (tenant_id, slug, created_at DESC, id DESC);
CREATE INDEX shipments_store ON shipments (tenant_id, store_id, created_at DESC, id DESC);
CREATE INDEX shipments_manifest ON shipments (tenant_id, manifest_id) WHERE manifest_id IS NOT NULL;
SELECT maintenance.secure_table('shipments');

CREATE TABLE shipment_items (
  tenant_id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line int NOT NULL,
  parcel_no int NOT NULL DEFAULT 1 CHECK (parcel_no > 0),
  qty int NOT NULL CHECK (qty > 0),
  PRIMARY KEY (tenant_id, shipment_id, order_id, line, parcel_no),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id, line) REFERENCES order_items
);
CREATE INDEX shipment_items_order ON shipment_items (tenant_id, order_id, line);
SELECT maintenance.secure_table('shipment_items');

-- One row per carrier call that can cost money. Steps are in effect_steps.
CREATE TABLE purchases (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  piece int NOT NULL CHECK (piece > 0),        -- 1..n; a carrier that takes all parcels in one call has piece 1 only
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('buy', 'return', 'pickup')),
  grant_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C",
  test boolean NOT NULL DEFAULT false,
  intent_key text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  carrier_ref text COLLATE "C" NOT NULL CHECK (carrier_ref ~ '^[0-9A-Z]{16}$'),
  carrier_uuid uuid NOT NULL,                  -- for vendors whose own key must be a UUID
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed',
    'confirmed', 'complete', 'refused', 'absent', 'voided')),
  attempt int NOT NULL DEFAULT 0,              -- fencing number of the lease
  due_at timestamptz,
  lease_until timestamptz,
  sent_at timestamptz,
  settle_after timestamptz,
  price_minor int8,
  currency char(3),
  vendor_ids jsonb NOT NULL DEFAULT '{}',      -- what a person may see: tracking number, reference; never cost or a token
  problem jsonb,
  sealed sealed,                               -- request, cost, vendor token
  created_by uuid,
  created_by_session uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments,
  CHECK (price_minor IS NULL OR currency IS NOT NULL)
);
CREATE UNIQUE INDEX purchases_intent ON purchases (tenant_id, intent_key);
CREATE UNIQUE INDEX purchases_carrier_ref ON purchases (tenant_id, carrier_ref);
-- No second live label for one piece, whatever key a second tab sends.
CREATE UNIQUE INDEX purchases_one_live_label ON purchases (tenant_id, shipment_id, piece)
  WHERE kind = 'buy' AND state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed', 'complete');
CREATE INDEX purchases_settle ON purchases (tenant_id, settle_after) WHERE state IN ('sending', 'unknown');
CREATE INDEX purchases_open ON purchases (tenant_id, state, created_at) WHERE state IN ('unknown', 'disputed');
CREATE INDEX purchases_shipment ON purchases (tenant_id, shipment_id, piece);
CREATE INDEX purchases_work ON purchases (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('purchases', 'keep');
SELECT maintenance.allow_system('purchases', 'tenant_id, id, kind, slug, state, attempt, due_at, lease_until, sent_at, settle_after, created_at',
  'due_at');

CREATE TABLE voids (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  intent_key text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C",
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed',
    'confirmed', 'complete', 'refused', 'absent', 'voided')),
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease_until timestamptz,
  sent_at timestamptz,
  settle_after timestamptz,
  refund_state text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (refund_state IN ('none', 'pending', 'received', 'refused')),
  refund_due_at timestamptz,
  vendor_ids jsonb NOT NULL DEFAULT '{}',
  problem jsonb,
  sealed sealed,
  created_by uuid,
  created_by_session uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, purchase_id) REFERENCES purchases
);
CREATE UNIQUE INDEX voids_intent ON voids (tenant_id, intent_key);
CREATE UNIQUE INDEX voids_one_live ON voids (tenant_id, purchase_id)
  WHERE state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed', 'complete');
CREATE INDEX voids_purchase ON voids (tenant_id, purchase_id);
CREATE INDEX voids_refund ON voids (tenant_id, refund_due_at) WHERE refund_state = 'pending';
CREATE INDEX voids_work ON voids (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('voids', 'keep');
SELECT maintenance.allow_system('voids',
  'tenant_id, id, state, attempt, due_at, lease_until, sent_at, settle_after, refund_state, refund_due_at, created_at', 'due_at');

CREATE TABLE effects (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook')),
  subject_kind text COLLATE "C" NOT NULL,
  subject_id uuid NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  intent_key text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C",
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed',
    'confirmed', 'complete', 'refused', 'absent', 'voided')),
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease_until timestamptz,
  sent_at timestamptz,
  settle_after timestamptz,
  vendor_ids jsonb NOT NULL DEFAULT '{}',
  problem jsonb,
  sealed sealed,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX effects_intent ON effects (tenant_id, intent_key);
CREATE INDEX effects_subject ON effects (tenant_id, subject_kind, subject_id, id);
CREATE INDEX effects_settle ON effects (tenant_id, settle_after) WHERE state IN ('sending', 'unknown');
CREATE INDEX effects_open ON effects (tenant_id, state, created_at) WHERE state IN ('unknown', 'disputed', 'refused');
CREATE INDEX effects_work ON effects (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('effects', 'keep');
SELECT maintenance.allow_system('effects', 'tenant_id, id, kind, state, attempt, due_at, lease_until, sent_at, settle_after, created_at', 'due_at');

-- A step is stored before and after. A restart goes on at the first unfinished step and never repeats create or pay
-- without a look-up or the vendor's own key.
CREATE TABLE effect_steps (
  tenant_id uuid NOT NULL REFERENCES tenants,
  subject_kind text COLLATE "C" NOT NULL CHECK (subject_kind IN ('purchase', 'void', 'effect')),
  subject_id uuid NOT NULL,
  no int NOT NULL,
  name text COLLATE "C" NOT NULL,
  effect text COLLATE "C" NOT NULL CHECK (effect IN ('none', 'reserve', 'create', 'pay', 'read')),
  state text COLLATE "C" NOT NULL CHECK (state IN ('started', 'done', 'refused', 'unknown', 'failed')),
  attempt int NOT NULL DEFAULT 1,
  vendor_result sealed,
  problem jsonb,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, subject_kind, subject_id, no)
);
SELECT maintenance.secure_table('effect_steps', 'keep');

CREATE TABLE pickups (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  purchase_id uuid,
  grant_id uuid,
  location_id uuid,
  day date NOT NULL,
  ready_from time,
  ready_to time,
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'booked', 'cancelled', 'failed', 'unknown')),
  details jsonb NOT NULL DEFAULT '{}',
  problem jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, purchase_id) REFERENCES purchases,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
SELECT maintenance.secure_table('pickups');

-- The plan a person confirmed is what runs.
CREATE TABLE batches (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  filter jsonb NOT NULL DEFAULT '{}',
  exclusions jsonb NOT NULL DEFAULT '[]',
  planned_total_minor int8,
  currency char(3),
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'running', 'done', 'stopped')),
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease_until timestamptz,
  created_by uuid,
  created_by_session uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX batches_work ON batches (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('batches');
SELECT maintenance.allow_system('batches', 'tenant_id, id, kind, state, attempt, due_at, lease_until', 'due_at');

CREATE TABLE batch_items (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  position int NOT NULL,
  order_id uuid,
  shipment_id uuid,
  planned_minor int8,
  planned_rate jsonb,                          -- quote and rate ids, service: nothing about cost
  state text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'running', 'done', 'failed', 'skipped', 'unknown')),
  problem jsonb,
  PRIMARY KEY (tenant_id, batch_id, position),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES batches ON DELETE CASCADE
);
CREATE INDEX batch_items_state ON batch_items (tenant_id, batch_id, state, position);
SELECT maintenance.secure_table('batch_items');
