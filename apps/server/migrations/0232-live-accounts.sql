-- The exact traffic of one account, kept for a day at most.

CREATE TABLE traffic_recordings (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  id uuid NOT NULL,
  account_kind text COLLATE "C" NOT NULL CHECK (account_kind IN ('carrier', 'store')),
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 500),
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  stopped_at timestamptz,
  expires_at timestamptz NOT NULL,             -- everything that was kept is deleted then
  most_bytes int8 NOT NULL CHECK (most_bytes > 0),
  kept_bytes int8 NOT NULL DEFAULT 0,
  calls int NOT NULL DEFAULT 0,
  dropped int NOT NULL DEFAULT 0,              -- calls that did not fit any more
  PRIMARY KEY (tenant_id, id),
  CHECK (until <= started_at + interval '24 hours'),
  CHECK (expires_at <= started_at + interval '8 days')
);
CREATE UNIQUE INDEX traffic_recordings_running ON traffic_recordings (tenant_id, account_id) WHERE stopped_at IS NULL;
SELECT maintenance.secure_table('traffic_recordings');
SELECT maintenance.allow_system('traffic_recordings', 'tenant_id, id, account_id, until, stopped_at, expires_at', 'stopped_at', 'DELETE');

-- One attempt of one call as it went over the line, without the secrets of the account; sealed, because it names people.
CREATE TABLE recorded_calls (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  recording_id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL,         -- of carrier_calls
  subject_kind text COLLATE "C",
  subject_id uuid,
  operation text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  status int,
  sealed_bytes int NOT NULL,
  at timestamptz NOT NULL,
  sealed sealed NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, recording_id) REFERENCES traffic_recordings ON DELETE CASCADE
);
CREATE INDEX recorded_calls_recording ON recorded_calls (tenant_id, recording_id, id);
SELECT maintenance.secure_table('recorded_calls');
SELECT maintenance.allow_system('recorded_calls', 'tenant_id, id, recording_id, subject_id', NULL, 'DELETE');
