-- What carriers know of an account's labels, held against what is known here (decision 0375).

-- A comparison of one account: work to do until it has ended, and then its result.
CREATE TABLE label_runs (
  tenant_id uuid NOT NULL,                     -- the owner of the account
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  why text COLLATE "C" NOT NULL CHECK (why IN ('night', 'asked', 'restore')),
  state text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  since timestamptz NOT NULL,                  -- labels made from then on
  until timestamptz NOT NULL,                  -- up to then: what is younger may still be under way here
  next_page text,                              -- where the carrier's list goes on; null: at its beginning, or it was read whole
  read_whole boolean NOT NULL DEFAULT false,
  listed int NOT NULL DEFAULT 0,
  matched int NOT NULL DEFAULT 0,              -- known to both in the same state
  elsewhere int NOT NULL DEFAULT 0,            -- made by other programs
  found int NOT NULL DEFAULT 0,                -- findings, those of the day before included
  problems jsonb NOT NULL DEFAULT '[]',        -- what could not be read, a sentence each
  error text,                                  -- why it failed, one sentence
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,              -- fencing number of the lease
  tries int NOT NULL DEFAULT 0,                -- in a row without an answer
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX label_runs_running ON label_runs (tenant_id, account_id) WHERE state = 'running';
CREATE INDEX label_runs_account ON label_runs (tenant_id, account_id, created_at);
CREATE INDEX label_runs_work ON label_runs (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('label_runs');
SELECT maintenance.allow_system('label_runs', 'tenant_id, id, account_id, state, due_at, lease_until, attempt, created_at',
  'due_at, lease_until, attempt');

-- Labels that a running comparison has read, so that it goes on where it stopped and none counts twice. Gone when it has ended.
CREATE TABLE label_run_labels (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  carrier_shipment_id text COLLATE "C" NOT NULL,
  shipper_tenant_id uuid,                      -- whose purchase it is; null: it is not known here
  purchase_id uuid,
  PRIMARY KEY (tenant_id, run_id, carrier_shipment_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES label_runs ON DELETE CASCADE
);
CREATE INDEX label_run_labels_purchase ON label_run_labels (tenant_id, run_id, purchase_id) WHERE purchase_id IS NOT NULL;
SELECT maintenance.secure_table('label_run_labels');

-- What one side lacks. Of the account's owner; who works on it is told by the exception in the inbox of `inbox_tenant_id`.
CREATE TABLE label_findings (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('unknown-here', 'twice', 'given-up-here', 'voided-here', 'voided-there', 'unknown-there')),
  subject text COLLATE "C" NOT NULL,           -- the label: the carrier's id of it, else our purchase
  purchase_id uuid,
  inbox_tenant_id uuid NOT NULL REFERENCES tenants,  -- whose purchase it is; where none is known the owner
  made_at timestamptz NOT NULL,
  evidence jsonb NOT NULL DEFAULT '{}',        -- what the carrier says: numbers, reference, service, place, cost
  run_id uuid NOT NULL,                        -- the last comparison that found it, or found it gone
  found_at timestamptz NOT NULL DEFAULT now(),
  gone_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts
);
CREATE UNIQUE INDEX label_findings_subject ON label_findings (tenant_id, account_id, kind, subject);
CREATE INDEX label_findings_open ON label_findings (tenant_id, account_id, made_at) WHERE gone_at IS NULL;
-- The system role's: what stands in the inbox of a customer.
CREATE INDEX label_findings_inbox ON label_findings (inbox_tenant_id) WHERE gone_at IS NULL;
SELECT maintenance.secure_table('label_findings');
SELECT maintenance.allow_system('label_findings', 'tenant_id, id, account_id, kind, subject, purchase_id, inbox_tenant_id, made_at, evidence, gone_at');

-- Who ships or has shipped with an account.
SELECT maintenance.allow_system('account_grants', 'tenant_id, id, owner_tenant_id, account_id');
CREATE INDEX account_grants_lent ON account_grants (owner_tenant_id, account_id);

-- Accounts that nothing is bought with until their carrier was asked, or a person says that nothing is missing: after a restore or a
-- failover. Empty otherwise. Everybody who ships with such an account has to know, so the ids are the whole installation's.
CREATE TABLE maintenance.unasked_accounts (
  account_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,                     -- the owner
  since timestamptz NOT NULL,                  -- from when on labels may be missing here
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON maintenance.unasked_accounts TO app_tenant, app_system;
GRANT INSERT, UPDATE, DELETE ON maintenance.unasked_accounts TO app_system;
