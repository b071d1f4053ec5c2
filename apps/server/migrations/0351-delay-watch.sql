-- Delay watch: when a parcel will be late unless it moves, and how long parcels of a lane stay where they are.

ALTER TABLE trackers
  ADD COLUMN watch_at timestamptz,              -- late from then on unless there is news; null: not watched
  ADD COLUMN watch_for text COLLATE "C" CHECK (watch_for IN ('still', 'promise')),
  ADD COLUMN late text COLLATE "C" CHECK (late IN ('still', 'promise'));
CREATE INDEX trackers_watch ON trackers (watch_at) WHERE watch_at IS NOT NULL;
CREATE INDEX trackers_late ON trackers (tenant_id, last_event_at) WHERE late IS NOT NULL;
SELECT maintenance.allow_system('trackers',
  'tenant_id, id, slug, tracking_key, grant_id, owner_tenant_id, account_id, due_at, lease_until, attempt, watch_at',
  'due_at, lease_until, attempt');

-- Counted from a seller's own tracking history: 95 % of the parcels of a lane did not stay in a status for longer without news.
CREATE TABLE lane_gaps (
  tenant_id uuid NOT NULL REFERENCES tenants,
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  lane text COLLATE "C" NOT NULL,               -- "CA-ON>CA-BC"
  status text COLLATE "C" NOT NULL,
  parcels int NOT NULL,
  p95_ms int8 NOT NULL,
  PRIMARY KEY (tenant_id, slug, service, lane, status)
);
SELECT maintenance.secure_table('lane_gaps');

-- When the lanes of a seller were last counted.
CREATE TABLE lane_counts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
SELECT maintenance.secure_table('lane_counts');
