-- A second factor that support takes away from somebody who lost it: asked by one person, done by another or after a day.
CREATE TABLE factor_resets (
  realm_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenants,    -- the company they work in
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'stopped', 'withdrawn')),
  reason text NOT NULL CHECK (reason <> ''),
  asked_by uuid NOT NULL,
  confirmed_by uuid CHECK (confirmed_by <> asked_by),
  stop_hash bytea NOT NULL,                      -- SHA-256 of what the mailed link holds
  due_at timestamptz NOT NULL,                   -- done then by itself
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (realm_id, id),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX factor_resets_waiting ON factor_resets (realm_id, user_id) WHERE state = 'waiting';
CREATE INDEX factor_resets_company ON factor_resets (realm_id, tenant_id, id);
CREATE INDEX factor_resets_due ON factor_resets (due_at) WHERE state = 'waiting';
SELECT maintenance.secure_table('factor_resets', 'keep');
SELECT maintenance.allow_system('factor_resets', 'realm_id, id, state, due_at');
