-- Following parcels: the statuses of packages/domain/src/tracking.ts, whom to ask and when, pushes, refunds that come later.

ALTER TABLE trackers DROP CONSTRAINT trackers_status_check;
SELECT maintenance.backfill($$UPDATE trackers SET status = CASE status WHEN 'pending' THEN 'unknown'
  WHEN 'registered' THEN 'label-created' WHEN 'picked_up' THEN 'accepted' WHEN 'in_transit' THEN 'in-transit'
  WHEN 'out_for_delivery' THEN 'out-for-delivery' WHEN 'attempted' THEN 'exception' WHEN 'available' THEN 'available-for-pickup'
  ELSE status END$$, 'trackers');
ALTER TABLE trackers ALTER COLUMN status SET DEFAULT 'unknown';
ALTER TABLE trackers ADD CONSTRAINT trackers_status_check CHECK (status IN ('unknown', 'label-created', 'handed-over', 'accepted',
  'in-transit', 'customs', 'out-for-delivery', 'available-for-pickup', 'exception', 'returning', 'returned', 'delivered'));

ALTER TABLE trackers
  ADD COLUMN purchase_id uuid,
  ADD COLUMN grant_id uuid,                     -- whom it was bought with, and is asked with
  ADD COLUMN owner_tenant_id uuid REFERENCES tenants,  -- owner of that account
  ADD COLUMN account_id uuid,
  ADD COLUMN bought_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN scanned_at timestamptz,            -- first time in the carrier's hands
  ADD COLUMN last_event_at timestamptz,
  ADD COLUMN eta_on date,                       -- where the carrier names a day only
  ADD COLUMN asked_at timestamptz,
  ADD COLUMN pushed_at timestamptz,             -- last news the carrier sent by itself
  ADD COLUMN refresh_after timestamptz,         -- a person may have it asked again
  ADD COLUMN failures int NOT NULL DEFAULT 0,
  ADD COLUMN problem jsonb,                     -- why the last question was not answered: code, message, since
  ADD COLUMN unreadable jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN stopped text COLLATE "C" CHECK (stopped IN ('ended', 'no-news', 'voided', 'not-offered', 'no-account'));
-- Trackers from before this migration learn whom to ask.
UPDATE trackers AS t SET purchase_id = p.id, grant_id = p.grant_id, bought_at = p.created_at
  FROM parcels AS c JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
  WHERE c.tenant_id = t.tenant_id AND c.shipment_id = t.shipment_id AND c.no = t.parcel_no;
UPDATE trackers AS t SET owner_tenant_id = g.owner_tenant_id, account_id = g.account_id
  FROM account_grants AS g WHERE g.tenant_id = t.tenant_id AND g.id = t.grant_id;
-- Work of all tenants by lane (carrier and account), and pushes by number.
CREATE INDEX trackers_lane_work ON trackers (slug, account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX trackers_number_work ON trackers (slug, tracking_key);
SELECT maintenance.secure_table('trackers');
SELECT maintenance.allow_system('trackers',
  'tenant_id, id, slug, tracking_key, grant_id, owner_tenant_id, account_id, due_at, lease_until, attempt', 'due_at, lease_until, attempt');

ALTER TABLE tracking_events
  ADD COLUMN code text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'poll' CHECK (source IN ('poll', 'push'));

-- A carrier that pushes is told once for each account where to.
CREATE TABLE carrier_hooks (
  tenant_id uuid NOT NULL REFERENCES tenants,   -- owner of the account
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  hook_account text COLLATE "C",                -- the carrier's name of the account in its deliveries
  address text NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'active', 'failed')),
  try_after timestamptz,
  expires_at timestamptz,
  last_delivery_at timestamptz,
  problem jsonb,
  sealed sealed,                                -- the secret deliveries are signed with
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts
);
CREATE INDEX carrier_hooks_account ON carrier_hooks (slug, hook_account) WHERE hook_account IS NOT NULL;
SELECT maintenance.secure_table('carrier_hooks');
SELECT maintenance.allow_system('carrier_hooks', 'tenant_id, account_id, slug, hook_account, state');

-- One word for the parcels of an order, for its row in the list.
ALTER TABLE orders ADD COLUMN tracking_status text COLLATE "C" CHECK (tracking_status IN ('unknown', 'label-created', 'handed-over',
  'accepted', 'in-transit', 'customs', 'out-for-delivery', 'available-for-pickup', 'exception', 'returning', 'returned', 'delivered'));

-- Later refunds: when to ask or remind next.
ALTER TABLE voids ADD COLUMN refund_check_at timestamptz;
UPDATE voids SET refund_check_at = refund_due_at WHERE refund_state = 'pending';
CREATE INDEX voids_refund_work ON voids (refund_check_at) WHERE refund_check_at IS NOT NULL;
SELECT maintenance.secure_table('voids', 'keep');
SELECT maintenance.allow_system('voids',
  'tenant_id, id, state, attempt, due_at, lease_until, sent_at, settle_after, refund_state, refund_due_at, refund_check_at, created_at',
  'due_at, refund_check_at');
