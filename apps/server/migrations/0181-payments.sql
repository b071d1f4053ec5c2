-- Payments of a buyer to its seller. Rows stand under the seller, who owns the account at the card provider; a buyer is shown its own.
ALTER TABLE effects DROP CONSTRAINT effects_kind_check;
ALTER TABLE effects ADD CONSTRAINT effects_kind_check CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook',
  'print', 'pickup_book', 'pickup_change', 'pickup_cancel', 'end_of_day', 'card_charge', 'card_refund'));

-- The buyer as a customer of the seller's card account.
CREATE TABLE card_customers (
  tenant_id uuid NOT NULL REFERENCES tenants,
  buyer_id uuid NOT NULL REFERENCES tenants,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  provider_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, buyer_id, mode)
);
SELECT maintenance.secure_table('card_customers', 'keep');

-- Cards on file: ids and what is printed on a receipt; numbers never come here.
CREATE TABLE cards (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  buyer_id uuid NOT NULL REFERENCES tenants,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  provider_id text COLLATE "C" NOT NULL,
  brand text COLLATE "C" NOT NULL,
  last4 text COLLATE "C" NOT NULL,
  exp_month int NOT NULL,
  exp_year int NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  removed_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX cards_provider ON cards (tenant_id, provider_id);
CREATE UNIQUE INDEX cards_default ON cards (tenant_id, buyer_id, mode) WHERE is_default;
CREATE INDEX cards_buyer ON cards (tenant_id, buyer_id, created_at) WHERE removed_at IS NULL;
SELECT maintenance.secure_table('cards', 'keep');

DROP TABLE payments;
CREATE TABLE payments (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  buyer_id uuid NOT NULL REFERENCES tenants,
  method text COLLATE "C" NOT NULL CHECK (method IN ('card', 'transfer', 'cheque', 'cash', 'other')),
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('top-up', 'pay', 'auto', 'manual')),
  mode text COLLATE "C" CHECK (mode IN ('live', 'sandbox', 'simulator')),   -- null: no card
  amount_minor int8 NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  -- open: recorded, the answer is not in. action: the cardholder must confirm it. Only 'succeeded' is in the books.
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'action', 'processing', 'succeeded', 'failed')),
  card_id uuid,
  card_name text,                              -- "visa 4242"
  provider_id text COLLATE "C",
  receipt_url text,
  reference text,                              -- of a transfer or cheque
  why text,                                    -- why it failed, for people
  refunded_minor int8 NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  disputed_minor int8 NOT NULL DEFAULT 0 CHECK (disputed_minor >= 0),
  effect_id uuid,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES cards
);
CREATE UNIQUE INDEX payments_provider ON payments (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
-- One automatic charge at a time.
CREATE UNIQUE INDEX payments_one_auto ON payments (tenant_id, buyer_id) WHERE purpose = 'auto' AND state IN ('open', 'action', 'processing');
CREATE INDEX payments_buyer ON payments (tenant_id, buyer_id, created_at DESC, id DESC);
SELECT maintenance.secure_table('payments', 'keep');

CREATE TABLE refunds (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor int8 NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  -- open: recorded. pending and succeeded are in the books, failed is out of them again.
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'pending', 'succeeded', 'failed')),
  provider_id text COLLATE "C",
  reason text NOT NULL DEFAULT '',
  why text,
  effect_id uuid,
  created_by uuid,                             -- null: made at the card provider itself
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE UNIQUE INDEX refunds_provider ON refunds (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX refunds_payment ON refunds (tenant_id, payment_id, created_at);
SELECT maintenance.secure_table('refunds', 'keep');

CREATE TABLE chargebacks (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  provider_id text COLLATE "C" NOT NULL,
  amount_minor int8 NOT NULL,
  currency char(3) NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- inquiry moves nothing; open and lost are taken from the books, won is given back.
  state text COLLATE "C" NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost')),
  evidence_due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE UNIQUE INDEX chargebacks_provider ON chargebacks (tenant_id, provider_id);
CREATE INDEX chargebacks_newest ON chargebacks (tenant_id, created_at DESC, id DESC);
SELECT maintenance.secure_table('chargebacks', 'keep');

CREATE TABLE auto_top_ups (
  tenant_id uuid NOT NULL REFERENCES tenants,
  buyer_id uuid NOT NULL REFERENCES tenants,
  state text COLLATE "C" NOT NULL CHECK (state IN ('on', 'off', 'paused')),
  currency char(3) NOT NULL,
  below_minor int8 NOT NULL CHECK (below_minor >= 0),
  amount_minor int8 NOT NULL CHECK (amount_minor > 0),
  card_id uuid NOT NULL,
  paused_why text,
  set_by uuid NOT NULL,
  realm_id uuid NOT NULL,                      -- whose host the person signs in at
  checked_at timestamptz NOT NULL DEFAULT '-infinity',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, buyer_id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES cards
);
CREATE INDEX auto_top_ups_due ON auto_top_ups (checked_at) WHERE state = 'on';
SELECT maintenance.secure_table('auto_top_ups', 'keep');
SELECT maintenance.allow_system('auto_top_ups', 'tenant_id, buyer_id, state, checked_at', 'checked_at');
