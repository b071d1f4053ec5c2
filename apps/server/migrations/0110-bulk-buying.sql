-- Plans and jobs that buy labels for many orders. Work to do is the batch's row (due_at, lease_until, attempt as fence);
-- what became of each order stands in its item.

ALTER TABLE batches DROP CONSTRAINT batches_state_check;
ALTER TABLE batches ALTER COLUMN state SET DEFAULT 'planning';
ALTER TABLE batches ADD CONSTRAINT batches_state_check
  CHECK (state IN ('planning', 'planned', 'running', 'paused', 'done', 'cancelled'));
ALTER TABLE batches ADD CONSTRAINT batches_kind_check CHECK (kind IN ('auto-ship', 'service', 'preset'));
-- Sums are made of the items, one a currency.
ALTER TABLE batches DROP COLUMN planned_total_minor, DROP COLUMN currency;
ALTER TABLE batches
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN options jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN asker jsonb NOT NULL DEFAULT '{}',        -- realm, language, time zone and currency of who asked
  ADD COLUMN version int NOT NULL DEFAULT 1,           -- of the plan
  ADD COLUMN auto_start boolean NOT NULL DEFAULT false,
  ADD COLUMN intent_key text COLLATE "C",
  ADD COLUMN request_hash text COLLATE "C",
  ADD COLUMN started_at timestamptz,
  ADD COLUMN problem text;
CREATE UNIQUE INDEX batches_intent ON batches (tenant_id, intent_key) WHERE intent_key IS NOT NULL;

ALTER TABLE batch_items DROP CONSTRAINT batch_items_state_check;
ALTER TABLE batch_items ALTER COLUMN state SET DEFAULT 'rating';
ALTER TABLE batch_items ALTER COLUMN order_id SET NOT NULL;
ALTER TABLE batch_items ADD CONSTRAINT batch_items_state_check CHECK (state IN ('rating', 'blocked', 'planned', 'running',
  'open', 'waiting', 'done', 'failed', 'skipped', 'cancelled'));
ALTER TABLE batch_items DROP COLUMN planned_rate, DROP COLUMN problem;
ALTER TABLE batch_items
  ADD COLUMN cause text COLLATE "C",
  ADD COLUMN message text,
  ADD COLUMN grant_id uuid,
  ADD COLUMN quote_id uuid,
  ADD COLUMN rate_id uuid,
  ADD COLUMN rate_expires_at timestamptz,
  ADD COLUMN currency char(3),
  ADD COLUMN compare_minor int8,                       -- planned_minor in the tenant's currency
  ADD COLUMN choice jsonb,                             -- what is shown of the offer, and why it was chosen: nothing about cost
  ADD COLUMN intent_no int NOT NULL DEFAULT 1,         -- part of the purchase's key; counts purchases that came to nothing
  ADD COLUMN tries int NOT NULL DEFAULT 0,             -- failures in a row that are tried again by themselves
  ADD COLUMN due_at timestamptz,                       -- when a waiting one is tried again
  ADD COLUMN paid_minor int8,
  ADD COLUMN paid_currency char(3),
  ADD COLUMN settled_at timestamptz,
  ADD CHECK (planned_minor IS NULL OR currency IS NOT NULL),
  ADD CHECK (paid_minor IS NULL OR paid_currency IS NOT NULL);
CREATE INDEX batch_items_shipment ON batch_items (tenant_id, shipment_id) WHERE shipment_id IS NOT NULL;

-- Merged files of what was bought, in the chosen order.
CREATE TABLE batch_parts (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('labels', 'slips', 'invoices')),
  part int NOT NULL CHECK (part > 0),
  of int NOT NULL CHECK (of > 0),
  pieces jsonb NOT NULL,                               -- order and shipment of each, with the separator that comes before it
  orders int NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'making', 'ready', 'failed')),
  done int NOT NULL DEFAULT 0,
  tries int NOT NULL DEFAULT 0,
  pages int,
  file_name text NOT NULL,
  document_id uuid,
  problem text,
  PRIMARY KEY (tenant_id, batch_id, kind, part),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES batches ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, document_id) REFERENCES documents
);
SELECT maintenance.secure_table('batch_parts');
