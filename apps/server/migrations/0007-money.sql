-- Books, one per level, under the level's own tenant_id. Entries and postings are append-only by privilege.

CREATE TABLE accounts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('wallet', 'receivable', 'payable', 'revenue', 'cost', 'tax', 'clearing')),
  party_tenant_id uuid REFERENCES tenants,
  currency char(3) NOT NULL,
  name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX accounts_party ON accounts (tenant_id, kind, party_tenant_id, currency) WHERE party_tenant_id IS NOT NULL;
CREATE UNIQUE INDEX accounts_own ON accounts (tenant_id, kind, currency) WHERE party_tenant_id IS NULL;
SELECT maintenance.secure_table('accounts', 'keep');

CREATE TABLE entries (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  source_kind text COLLATE "C" NOT NULL,
  source_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  note text,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX entries_source ON entries (tenant_id, source_kind, source_id, kind);
CREATE INDEX entries_newest ON entries (tenant_id, occurred_at DESC, id DESC);
SELECT maintenance.secure_table('entries', 'append');

-- The postings of an entry sum to 0 per currency.
CREATE TABLE postings (
  tenant_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  no int NOT NULL,
  account_id uuid NOT NULL,
  amount_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  PRIMARY KEY (tenant_id, entry_id, no),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES entries,
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts
);
CREATE INDEX postings_account ON postings (tenant_id, account_id, entry_id);
SELECT maintenance.secure_table('postings', 'append');

-- A cache: amount from postings, reserved from purchases that may still be paid.
CREATE TABLE balances (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_minor int8 NOT NULL DEFAULT 0,
  reserved_minor int8 NOT NULL DEFAULT 0 CHECK (reserved_minor >= 0),
  credit_limit_minor int8,                     -- null = bill later without a limit
  through_entry uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts
);
SELECT maintenance.secure_table('balances', 'keep');

-- What one level bought and sold one purchase for. purchase_id names a purchase of another tenant.
CREATE TABLE price_chain (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  from_tenant uuid NOT NULL REFERENCES tenants,   -- who sells
  to_tenant uuid NOT NULL REFERENCES tenants,     -- who buys
  cost_minor int8 NOT NULL,
  price_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  lines jsonb NOT NULL DEFAULT '[]',
  markup_versions jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX price_chain_purchase ON price_chain (tenant_id, purchase_id, from_tenant, to_tenant);
SELECT maintenance.secure_table('price_chain', 'append');

CREATE TABLE invoice_lines (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  owner_tenant_id uuid NOT NULL REFERENCES tenants,
  account_id uuid NOT NULL,                    -- carrier account that was invoiced
  invoice_number text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  purchase_id uuid,
  tracking_key text COLLATE "C",
  amount_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'matched', 'adjusted', 'disputed', 'accepted')),
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX invoice_lines_key ON invoice_lines (tenant_id, account_id, invoice_number, line_key);
SELECT maintenance.secure_table('invoice_lines', 'keep');

CREATE TABLE adjustments (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  purchase_id uuid,
  invoice_line_id uuid,
  entry_id uuid,
  kind text COLLATE "C" NOT NULL,
  amount_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_line_id) REFERENCES invoice_lines,
  FOREIGN KEY (tenant_id, entry_id) REFERENCES entries
);
SELECT maintenance.secure_table('adjustments', 'keep');

CREATE TABLE disputes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  invoice_line_id uuid,
  adjustment_id uuid,
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'sent', 'won', 'lost', 'withdrawn')),
  evidence jsonb NOT NULL DEFAULT '{}',
  due_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_line_id) REFERENCES invoice_lines,
  FOREIGN KEY (tenant_id, adjustment_id) REFERENCES adjustments
);
SELECT maintenance.secure_table('disputes', 'keep');

CREATE TABLE payments (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  provider text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,          -- the provider's event: booked once
  provider_ids jsonb NOT NULL DEFAULT '{}',
  kind text COLLATE "C" NOT NULL,
  amount_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed', 'refunded', 'disputed')),
  entry_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES entries
);
CREATE UNIQUE INDEX payments_event ON payments (tenant_id, provider, event_id);
SELECT maintenance.secure_table('payments', 'keep');
