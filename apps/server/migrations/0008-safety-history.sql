-- Idempotency, who changed what, the sealed audit trail, traces of calls.

CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL REFERENCES tenants,
  key text COLLATE "C" NOT NULL,
  route text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done')),
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 1,
  status int,
  answer jsonb,
  answer_blob text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key),
  FOREIGN KEY (tenant_id, answer_blob) REFERENCES blobs
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
SELECT maintenance.secure_table('idempotency_keys');
SELECT maintenance.allow_system('idempotency_keys', 'tenant_id, key, expires_at', NULL, 'DELETE');

CREATE TABLE state_changes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  subject_kind text COLLATE "C" NOT NULL,
  subject_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  id uuid NOT NULL,
  from_state text COLLATE "C",
  to_state text COLLATE "C" NOT NULL,
  by_user uuid,
  by_session uuid,
  why text,
  PRIMARY KEY (tenant_id, subject_kind, subject_id, at, id)
) PARTITION BY RANGE (at);
SELECT maintenance.secure_table('state_changes', 'append');

CREATE TABLE audit_events (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  actors jsonb NOT NULL,                       -- the chain: person, then who they act as
  action text COLLATE "C" NOT NULL,
  subject_kind text COLLATE "C",
  subject_id uuid,
  before_hash text COLLATE "C",
  after_hash text COLLATE "C",
  details jsonb NOT NULL DEFAULT '{}',
  request_id text COLLATE "C",
  ip text COLLATE "C",
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_events_subject ON audit_events (tenant_id, subject_kind, subject_id, id);
SELECT maintenance.secure_table('audit_events', 'append');
SELECT maintenance.allow_system('audit_events',
  'tenant_id, id, actors, action, subject_kind, subject_id, before_hash, after_hash, details, request_id, ip, at');

-- One sealer hashes ranges of audit_events; no act waits for a chain lock.
CREATE TABLE audit_seals (
  tenant_id uuid NOT NULL REFERENCES tenants,
  no int8 NOT NULL,
  from_id uuid NOT NULL,
  to_id uuid NOT NULL,
  events int NOT NULL,
  root text COLLATE "C" NOT NULL,
  previous text COLLATE "C",
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, no)
);
SELECT maintenance.secure_table('audit_seals', 'append');
REVOKE INSERT ON audit_seals FROM app_tenant;
SELECT maintenance.allow_system('audit_seals', 'tenant_id, no, from_id, to_id, events, root, previous, sealed_at', NULL, 'INSERT');

-- Redacted traces, under the owner of the account; a shipper on a lent account gets only message and reference.
CREATE TABLE carrier_calls (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  account_id uuid,
  shipper_tenant_id uuid REFERENCES tenants,
  subject_kind text COLLATE "C",
  subject_id uuid,
  operation text COLLATE "C" NOT NULL,
  method text COLLATE "C",
  address text,
  status int,
  outcome text COLLATE "C" NOT NULL,
  request text,
  response text,
  duration_ms int,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX carrier_calls_account ON carrier_calls (tenant_id, account_id, id DESC);
CREATE INDEX carrier_calls_reference ON carrier_calls (tenant_id, reference);
CREATE INDEX carrier_calls_subject ON carrier_calls (tenant_id, subject_id, id);
SELECT maintenance.secure_table('carrier_calls', 'append');
