-- What was understood of vendors' answers, by the hour, and where a share is not what it was.

-- Whose account it was, by name.
SELECT maintenance.allow_system('carrier_accounts', 'tenant_id, id, slug, name, mode, state');
SELECT maintenance.allow_system('stores', 'tenant_id, id, platform_code, external_account, name, mode, state, deleted_at');

CREATE TABLE answer_readings (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  connector text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL CHECK (operation IN ('rate', 'track', 'orders')),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('whole', 'part', 'left-out', 'unreadable')),
  account_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  items int NOT NULL DEFAULT 0,                -- prices, events, orders
  answers int NOT NULL DEFAULT 0,              -- in which there were such
  example text CHECK (length(example) <= 400), -- the latest, without personal data
  example_at timestamptz,
  PRIMARY KEY (tenant_id, connector, operation, kind, account_id, hour)
);
CREATE INDEX answer_readings_hour ON answer_readings (hour);
SELECT maintenance.secure_table('answer_readings');
SELECT maintenance.allow_system('answer_readings',
  'tenant_id, connector, operation, kind, account_id, hour, items, answers, example, example_at', NULL, 'DELETE');

CREATE TABLE reading_shifts (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the operator
  id uuid NOT NULL,
  connector text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  share float8 NOT NULL,                       -- when it was found, 0 to 1
  share_before float8 NOT NULL,
  items int NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX reading_shifts_open ON reading_shifts (tenant_id, connector, operation, kind) WHERE closed_at IS NULL;
SELECT maintenance.secure_table('reading_shifts', 'keep');
