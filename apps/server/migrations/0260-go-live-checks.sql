-- The go-live check of a carrier account: a few shipments priced, bought in the vendor's test system, tracked and voided.

CREATE TABLE go_live_checks (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 500),
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL,
  alive_until timestamptz,                     -- null: waits for a process; past: the process that ran it is gone
  ended_at timestamptz,
  cut bool NOT NULL DEFAULT false,             -- it ended before its last step
  recording_id uuid,                           -- of traffic_recordings, where its calls are kept
  own_recording bool NOT NULL DEFAULT false,   -- begun for the check, and stopped with it
  shipments jsonb NOT NULL,                    -- with their steps: written before and after every call
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX go_live_checks_running ON go_live_checks (tenant_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX go_live_checks_account ON go_live_checks (tenant_id, account_id, id);
SELECT maintenance.secure_table('go_live_checks');
SELECT maintenance.allow_system('go_live_checks', 'tenant_id, id, started_at, alive_until, ended_at', 'alive_until');

-- Calls of a step are found by the step.
CREATE INDEX recorded_calls_subject ON recorded_calls (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
