-- Statements: months that were closed, the invoices they became, credit notes, and who earned on them. All under the seller's
-- tenant id; a buyer reads its own invoices through the seller's rows.

CREATE TABLE statement_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  invoice_prefix text COLLATE "C" NOT NULL DEFAULT 'INV',
  credit_prefix text COLLATE "C" NOT NULL DEFAULT 'CN',
  auto_close boolean NOT NULL DEFAULT true,    -- on the first day of the next month
  mail boolean NOT NULL DEFAULT true,          -- to the buyers' administrators
  terms_days int NOT NULL DEFAULT 30 CHECK (terms_days BETWEEN 0 AND 180),  -- of buyers that have none of their own
  legal_name text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',            -- its lines; registrations stand in tax_registrations
  payment_note text NOT NULL DEFAULT '',
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT maintenance.secure_table('statement_settings', 'keep');

-- The next number of a seller's series in a year; taken in the transaction that writes the paper, so none is lost.
CREATE TABLE invoice_series (
  tenant_id uuid NOT NULL REFERENCES tenants,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('invoice', 'credit')),
  year int NOT NULL,
  next_no int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, kind, year)
);
SELECT maintenance.secure_table('invoice_series', 'keep');

-- A month of a seller: due when it is over, worked off in stages, each step one transaction that moves the cursor.
CREATE TABLE month_closes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  month date NOT NULL,                         -- its first day
  time_zone text COLLATE "C" NOT NULL,
  ends_at timestamptz NOT NULL,                -- what happened before belongs to the month
  state text COLLATE "C" NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'closing', 'closed')),
  stage text COLLATE "C" NOT NULL DEFAULT 'royalties'
    CHECK (stage IN ('royalties', 'invoices', 'commissions', 'mails', 'done')),
  cursor uuid,                                 -- the last account (or invoice, for mails) that is done
  done int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  waits_for text,                              -- why it does not go on, in words
  issued_day date,
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  started_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,                              -- null: by itself
  PRIMARY KEY (tenant_id, month)
);
CREATE INDEX month_closes_work ON month_closes (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('month_closes', 'keep');
SELECT maintenance.allow_system('month_closes', 'tenant_id, month, state, due_at, lease_until, attempt',
  'due_at, lease_until, attempt');

-- Never changed: what is wrong is corrected by a credit note.
CREATE TABLE invoices (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the seller
  id uuid NOT NULL,
  number text COLLATE "C" NOT NULL,
  month date NOT NULL,
  account_id uuid NOT NULL,                    -- the receivable
  party_id uuid NOT NULL REFERENCES tenants,   -- the buyer
  party_name text NOT NULL,
  currency char(3) NOT NULL,
  opening_minor int8 NOT NULL,
  charges_minor int8 NOT NULL,
  settled_minor int8 NOT NULL,
  tax_minor int8 NOT NULL,
  closing_minor int8 NOT NULL,
  sections jsonb NOT NULL,                     -- [{section, count, minor, taxMinor}]
  taxes jsonb NOT NULL,                        -- [{code, label, ratePpm, minor}]
  entry_count int NOT NULL,
  first_entry uuid NOT NULL,
  last_entry uuid NOT NULL,
  next_from uuid NOT NULL,                     -- every entry before it is in this or an earlier invoice
  issued_day date NOT NULL,
  due_day date NOT NULL,
  terms_days int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts
);
CREATE UNIQUE INDEX invoices_number ON invoices (tenant_id, number);
CREATE UNIQUE INDEX invoices_once ON invoices (tenant_id, account_id, month);
CREATE INDEX invoices_newest ON invoices (tenant_id, month DESC, id DESC);
CREATE INDEX invoices_party ON invoices (tenant_id, party_id, month DESC, id DESC);
SELECT maintenance.secure_table('invoices', 'append');

-- Which entry is in which invoice: each in one, by its key. Without foreign keys: the invoice is written after its entries in
-- the same transaction, and a million checks one by one would cost more than the close (`verifyInvoice` holds them together).
CREATE TABLE invoice_entries (
  tenant_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  section text COLLATE "C" NOT NULL CHECK (section IN ('label', 'return', 'void', 'adjustment', 'plan', 'royalty', 'correction',
    'payment', 'refund')),
  source_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  amount_minor int8 NOT NULL,
  tax_minor int8 NOT NULL,
  cost_minor int8 NOT NULL,                    -- the seller's own, before taxes; no buyer reads it
  PRIMARY KEY (tenant_id, entry_id, account_id)
);
CREATE INDEX invoice_entries_invoice ON invoice_entries (tenant_id, invoice_id, entry_id);
SELECT maintenance.secure_table('invoice_entries', 'append');

-- What an invoice earned its seller, apart from what its buyer reads.
CREATE TABLE invoice_earnings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  invoice_id uuid NOT NULL,
  month date NOT NULL,
  party_id uuid NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,                         -- without those that were voided
  revenue_minor int8 NOT NULL,                 -- of shipping, before taxes
  margin_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, invoice_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices
);
CREATE INDEX invoice_earnings_month ON invoice_earnings (tenant_id, month);
SELECT maintenance.secure_table('invoice_earnings', 'append');

CREATE TABLE credit_notes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,                            -- source_id of its entries
  number text COLLATE "C" NOT NULL,
  invoice_id uuid NOT NULL,
  party_id uuid NOT NULL REFERENCES tenants,
  amount_minor int8 NOT NULL CHECK (amount_minor > 0),   -- to the buyer's credit, tax included
  tax_minor int8 NOT NULL,
  taxes jsonb NOT NULL DEFAULT '[]',           -- [{code, label, ratePpm, minor}]
  currency char(3) NOT NULL,
  reason text NOT NULL,
  day date NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices
);
CREATE UNIQUE INDEX credit_notes_number ON credit_notes (tenant_id, number);
CREATE INDEX credit_notes_invoice ON credit_notes (tenant_id, invoice_id);
SELECT maintenance.secure_table('credit_notes', 'append');

-- Payments and credit notes are few among the labels, and asked for by what no invoice holds yet.
CREATE INDEX entries_settling ON entries (tenant_id, id) WHERE source_kind IN ('payment', 'correction');
