-- What a level's sales agents earn, and what the platform asks of its franchises.

CREATE TABLE commission_plans (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  agent_user_id uuid NOT NULL,                 -- of the level's realm
  customer_id uuid REFERENCES tenants,         -- null: all customers assigned to the agent that have no plan of their own
  basis text COLLATE "C" NOT NULL CHECK (basis IN ('margin', 'revenue', 'label')),
  rate_bp int NOT NULL DEFAULT 0 CHECK (rate_bp BETWEEN 0 AND 10000),
  per_label_minor int8 NOT NULL DEFAULT 0 CHECK (per_label_minor >= 0),
  currency char(3) NOT NULL,
  first_day date NOT NULL,
  last_day date,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (last_day IS NULL OR last_day >= first_day)
);
CREATE INDEX commission_plans_agent ON commission_plans (tenant_id, agent_user_id, first_day DESC);
SELECT maintenance.secure_table('commission_plans', 'append');
-- A plan is ended, never rewritten: what was earned by it stays explained.
GRANT UPDATE (last_day) ON commission_plans TO app_tenant;

CREATE TABLE commission_statements (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,                            -- source_id of its entry
  month date NOT NULL,
  agent_user_id uuid NOT NULL,
  currency char(3) NOT NULL,
  amount_minor int8 NOT NULL,
  lines jsonb NOT NULL,                        -- [{planId, customerId, labels, revenueMinor, marginMinor, minor}]
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX commission_statements_once ON commission_statements (tenant_id, month, agent_user_id, currency);
SELECT maintenance.secure_table('commission_statements', 'append');

CREATE TABLE commission_payouts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,                            -- source_id of its entry
  agent_user_id uuid NOT NULL,
  currency char(3) NOT NULL,
  amount_minor int8 NOT NULL CHECK (amount_minor > 0),
  day date NOT NULL,
  note text NOT NULL DEFAULT '',
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX commission_payouts_agent ON commission_payouts (tenant_id, agent_user_id, day);
SELECT maintenance.secure_table('commission_payouts', 'append');

-- Under the platform. Superseded from a month on, never rewritten.
CREATE TABLE royalty_terms (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  franchise_id uuid NOT NULL REFERENCES tenants,
  basis text COLLATE "C" NOT NULL CHECK (basis IN ('revenue', 'margin')),
  rate_bp int NOT NULL DEFAULT 0 CHECK (rate_bp BETWEEN 0 AND 10000),
  per_label_minor int8 NOT NULL DEFAULT 0 CHECK (per_label_minor >= 0),
  minimum_minor int8 NOT NULL DEFAULT 0 CHECK (minimum_minor >= 0),
  currency char(3) NOT NULL,
  first_month date NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX royalty_terms_franchise ON royalty_terms (tenant_id, franchise_id, first_month DESC, created_at DESC);
SELECT maintenance.secure_table('royalty_terms', 'append');

-- What was asked. What it is a share of stays with the franchise: a share of the margin must not be a list of margins.
CREATE TABLE royalties (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,                            -- source_id of its entries
  month date NOT NULL,
  franchise_id uuid NOT NULL REFERENCES tenants,
  currency char(3) NOT NULL,
  basis text COLLATE "C" NOT NULL,
  rate_bp int NOT NULL,
  share_minor int8 NOT NULL,
  labels_minor int8 NOT NULL,
  top_up_minor int8 NOT NULL,
  total_minor int8 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX royalties_once ON royalties (tenant_id, month, franchise_id, currency);
CREATE INDEX royalties_franchise ON royalties (tenant_id, franchise_id, month DESC);
SELECT maintenance.secure_table('royalties', 'append');
