-- Carriers' billing files, what they hold against what was bought, and what of it is passed down the levels.

-- An uploaded file: read and audited as due work. The same bytes are taken once for an account.
CREATE TABLE bill_files (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the carrier account
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  layout text COLLATE "C" NOT NULL CHECK (layout IN ('ups', 'fedex', 'canada-post', 'purolator', 'mapped')),
  file_name text NOT NULL,
  blob text COLLATE "C" NOT NULL,
  currency char(3) NOT NULL,
  mapping jsonb,
  state text COLLATE "C" NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'auditing', 'done', 'failed')),
  counts jsonb NOT NULL DEFAULT '{}',          -- rows, lines, known, matched, suggested, open, differences
  faults jsonb NOT NULL DEFAULT '[]',          -- the first 500; their number is in counts
  problem text,
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,
  lease_until timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts,
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs
);
CREATE UNIQUE INDEX bill_files_once ON bill_files (tenant_id, account_id, blob);
CREATE INDEX bill_files_work ON bill_files (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('bill_files', 'keep');
SELECT maintenance.allow_system('bill_files', 'tenant_id, id, state, attempt, due_at, lease_until', 'due_at, lease_until, attempt');

-- Which column is what, said once for an account and a header row.
CREATE TABLE bill_mappings (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  header_key text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, header_key),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts
);
SELECT maintenance.secure_table('bill_mappings', 'keep');

-- How a level treats differences of its buyers.
CREATE TABLE bill_settings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  notice_days int NOT NULL DEFAULT 7 CHECK (notice_days BETWEEN 0 AND 90),
  tolerance_minor int NOT NULL DEFAULT 2 CHECK (tolerance_minor BETWEEN 0 AND 10000),
  policy jsonb NOT NULL DEFAULT '{}',          -- kind of difference -> { mode, fromMinor }
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
SELECT maintenance.secure_table('bill_settings', 'keep');

ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_state_check;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_state_check
  CHECK (state IN ('open', 'suggested', 'matched', 'own', 'adjusted', 'disputed', 'accepted'));
ALTER TABLE invoice_lines
  ADD COLUMN file_id uuid,
  ADD COLUMN invoice_date date,
  ADD COLUMN ship_date date,
  ADD COLUMN charge_kind text COLLATE "C",
  ADD COLUMN label text NOT NULL DEFAULT '',
  ADD COLUMN tracking_number text COLLATE "C",
  ADD COLUMN shipper_tenant_id uuid,
  ADD COLUMN match_by text COLLATE "C" CHECK (match_by IN ('tracking', 'reference', 'carrier_reference', 'person')),
  ADD COLUMN suggestions jsonb,                -- purchases that may be meant, for a person to confirm
  ADD FOREIGN KEY (tenant_id, file_id) REFERENCES bill_files;
CREATE INDEX invoice_lines_file ON invoice_lines (tenant_id, file_id, state);
CREATE INDEX invoice_lines_purchase ON invoice_lines (tenant_id, purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX invoice_lines_state ON invoice_lines (tenant_id, state, id DESC);

-- One shipment's label with everything billed for it so far.
CREATE TABLE bill_shipments (
  tenant_id uuid NOT NULL REFERENCES tenants,
  purchase_id uuid NOT NULL,
  account_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C",
  shipper_tenant_id uuid NOT NULL,
  buyer_tenant_id uuid NOT NULL,               -- who buys from the owner; the owner itself for its own label
  shipment_id uuid NOT NULL,
  tracking_number text COLLATE "C",
  package_name text,
  invoice_date date,
  currency char(3) NOT NULL,
  expected_minor int8 NOT NULL,
  billed_minor int8 NOT NULL,
  rerated_minor int8,
  audited_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purchase_id)
);
CREATE INDEX bill_shipments_month ON bill_shipments (tenant_id, invoice_date);
SELECT maintenance.secure_table('bill_shipments', 'keep');

CREATE TABLE bill_differences (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  purchase_id uuid,                            -- null: a charge of the account itself (a late fee)
  kind text COLLATE "C" NOT NULL,
  minor int8 NOT NULL,                         -- taxes included; negative: a credit
  tax_minor int8 NOT NULL DEFAULT 0,
  currency char(3) NOT NULL,
  line_ids jsonb NOT NULL DEFAULT '[]',
  invoice_number text COLLATE "C" NOT NULL,
  invoice_date date,
  evidence jsonb NOT NULL DEFAULT '{}',        -- measured, declared, the carrier's words, links
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'absorbed', 'disputed', 'recovered', 'gone')),
  case_id uuid,
  claim_until date,
  note text NOT NULL DEFAULT '',
  decided_by uuid,
  decided_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX bill_differences_open ON bill_differences (tenant_id, purchase_id, kind) WHERE state = 'open';
CREATE INDEX bill_differences_state ON bill_differences (tenant_id, state, id DESC);
CREATE INDEX bill_differences_purchase ON bill_differences (tenant_id, purchase_id);
SELECT maintenance.secure_table('bill_differences', 'keep');

-- One row at every level of a case: what this level is charged, and what it charges the next. No row says what another
-- level pays. The owner's row is the due work that books all of them.
ALTER TABLE adjustments
  ADD COLUMN case_id uuid,
  ADD COLUMN difference_id uuid,
  ADD COLUMN from_tenant uuid REFERENCES tenants,   -- null: the carrier
  ADD COLUMN to_tenant uuid REFERENCES tenants,     -- null: nobody below pays
  ADD COLUMN passed_minor int8 NOT NULL DEFAULT 0,
  ADD COLUMN lines jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN passed_lines jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'notice'
    CHECK (state IN ('notice', 'disputed', 'booked', 'cancelled')),
  ADD COLUMN notice_until timestamptz,
  ADD COLUMN shipment_id uuid,                      -- of the shipper, at every level: a link where it may be opened
  ADD COLUMN evidence jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN levels jsonb,                          -- the owner's row only: tenants from the owner down
  ADD COLUMN attempt int NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN lease_until timestamptz,
  ADD COLUMN booked_at timestamptz,
  ADD COLUMN version int NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX adjustments_case ON adjustments (tenant_id, case_id);
CREATE INDEX adjustments_state ON adjustments (tenant_id, state, id DESC);
CREATE INDEX adjustments_work ON adjustments (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.allow_system('adjustments', 'tenant_id, id, case_id, state, attempt, due_at, lease_until',
  'due_at, lease_until, attempt');

-- The same id on both sides: who objects, and who answers. Towards a carrier there is one side only.
ALTER TABLE disputes
  ADD COLUMN side text COLLATE "C" NOT NULL DEFAULT 'raised' CHECK (side IN ('raised', 'received')),
  ADD COLUMN case_id uuid,
  ADD COLUMN difference_id uuid,
  ADD COLUMN with_tenant uuid REFERENCES tenants,   -- the other side; null: the carrier
  ADD COLUMN above_id uuid,                         -- the dispute this one was handed on to
  ADD COLUMN amount_minor int8 NOT NULL DEFAULT 0,
  ADD COLUMN currency char(3),
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'unknown',
  ADD COLUMN answer text NOT NULL DEFAULT '',
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN created_by uuid;
CREATE INDEX disputes_case ON disputes (tenant_id, case_id);
CREATE INDEX disputes_state ON disputes (tenant_id, state, id DESC);

-- A bill names parcels of all customers of an account; which of them are whose is looked up by number alone.
SELECT maintenance.allow_system('parcels', 'tenant_id, shipment_id, no, tracking_key, purchase_id');
CREATE INDEX parcels_key ON parcels (tracking_key) WHERE tracking_key IS NOT NULL;
GRANT SELECT (shipment_id, carrier_ref) ON purchases TO app_system;
CREATE INDEX purchases_reference ON purchases (carrier_ref);
