-- Statements of a seller's bank: each line once, and which payments, refunds and payouts it is.
CREATE TABLE bank_accounts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  currency char(3) NOT NULL,
  number text,                                  -- as the bank's own files name it; null: none has so far
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX bank_accounts_name ON bank_accounts (tenant_id, lower(name));
SELECT maintenance.secure_table('bank_accounts', 'keep');

-- Which column of a table is what, remembered for an account and a layout.
CREATE TABLE bank_mappings (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  header_key text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, header_key),
  FOREIGN KEY (tenant_id, account_id) REFERENCES bank_accounts
);
SELECT maintenance.secure_table('bank_mappings', 'keep');

CREATE TABLE bank_files (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  file_name text NOT NULL,
  source text COLLATE "C" NOT NULL,             -- 'camt', or the layout of a table
  lines int NOT NULL,                           -- kept from this file
  known int NOT NULL,                           -- were here already
  pending int NOT NULL,
  faults jsonb NOT NULL,                        -- the first rows that could not be read: [{row, message}]
  fault_count int NOT NULL,
  from_day date,
  to_day date,
  opening_day date,
  opening_minor int8,
  closing_day date,                             -- the balance at the end of this day
  closing_minor int8,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES bank_accounts
);
CREATE INDEX bank_files_newest ON bank_files (tenant_id, account_id, created_at DESC, id DESC);
SELECT maintenance.secure_table('bank_files', 'append');

CREATE TABLE bank_lines (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  file_id uuid NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  part_of text COLLATE "C" NOT NULL DEFAULT '', -- the entry it is a part of
  source text COLLATE "C" NOT NULL,
  booked_on date NOT NULL,
  value_on date,
  amount_minor int8 NOT NULL CHECK (amount_minor <> 0), -- positive: came in
  currency char(3) NOT NULL,
  party text NOT NULL,
  party_account text NOT NULL,
  text text NOT NULL,
  reference text NOT NULL,
  bank_ref text NOT NULL,
  -- replaced: the sum of lines that came in detail later
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'matched', 'aside', 'replaced')),
  aside_reason text COLLATE "C" CHECK (aside_reason IN ('own-transfer', 'bank-fee', 'interest', 'supplier', 'owner', 'tax', 'other')),
  note text NOT NULL DEFAULT '',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES bank_accounts,
  FOREIGN KEY (tenant_id, file_id) REFERENCES bank_files
);
CREATE UNIQUE INDEX bank_lines_once ON bank_lines (tenant_id, account_id, line_key);
CREATE INDEX bank_lines_newest ON bank_lines (tenant_id, account_id, booked_on DESC, id DESC);
SELECT maintenance.secure_table('bank_lines', 'keep');

-- Payouts of the card provider to the bank, as it tells of them, and what is in each.
CREATE TABLE card_payouts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  provider_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  amount_minor int8 NOT NULL,                   -- what arrives; negative: what is taken from the bank
  currency char(3) NOT NULL,
  arrives_on date NOT NULL,
  -- false: what is in it the provider does not say (a payout by hand, or one that is not worked out yet)
  itemised boolean NOT NULL,
  made_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX card_payouts_provider ON card_payouts (tenant_id, provider_id);
CREATE INDEX card_payouts_newest ON card_payouts (tenant_id, arrives_on DESC, id DESC);
SELECT maintenance.secure_table('card_payouts', 'keep');

CREATE TABLE card_payout_items (
  tenant_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  provider_id text COLLATE "C" NOT NULL,        -- of the balance transaction
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('charge', 'refund', 'refund-failed', 'dispute', 'dispute-won', 'fee', 'other')),
  amount_minor int8 NOT NULL,
  fee_minor int8 NOT NULL,
  net_minor int8 NOT NULL,
  intent_id text COLLATE "C",                   -- the payment it is about, at the provider
  subject_id text COLLATE "C",                  -- the charge, refund or dispute
  happened_at timestamptz NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (tenant_id, payout_id, provider_id),
  FOREIGN KEY (tenant_id, payout_id) REFERENCES card_payouts
);
CREATE INDEX card_payout_items_intent ON card_payout_items (tenant_id, intent_id) WHERE intent_id IS NOT NULL;
SELECT maintenance.secure_table('card_payout_items', 'append');

-- What a line is: each payment, refund and payout of at most one line that is not undone.
CREATE TABLE bank_matches (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  line_id uuid NOT NULL,
  payment_id uuid,                              -- one of these three
  refund_id uuid,
  payout_id uuid,
  amount_minor int8 NOT NULL CHECK (amount_minor <> 0),
  entered boolean NOT NULL,                     -- the payment was entered by confirming; undoing books it back
  undo_refund_id uuid,                          -- what booked it back
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_by uuid,
  undone_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, line_id) REFERENCES bank_lines,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds,
  FOREIGN KEY (tenant_id, payout_id) REFERENCES card_payouts
);
CREATE UNIQUE INDEX bank_matches_payment ON bank_matches (tenant_id, payment_id) WHERE undone_at IS NULL AND payment_id IS NOT NULL;
CREATE UNIQUE INDEX bank_matches_refund ON bank_matches (tenant_id, refund_id) WHERE undone_at IS NULL AND refund_id IS NOT NULL;
CREATE UNIQUE INDEX bank_matches_payout ON bank_matches (tenant_id, payout_id) WHERE undone_at IS NULL AND payout_id IS NOT NULL;
CREATE INDEX bank_matches_line ON bank_matches (tenant_id, line_id, created_at);
CREATE INDEX bank_matches_undo ON bank_matches (tenant_id, undo_refund_id) WHERE undo_refund_id IS NOT NULL;
SELECT maintenance.secure_table('bank_matches', 'keep');
