-- Automation: what an order was chosen to ship with, how to take such a choice back, and why something was done by itself.

ALTER TABLE rules ADD COLUMN match text COLLATE "C" NOT NULL DEFAULT 'all' CHECK (match IN ('all', 'any'));

-- The whole of a preset is one value (packages/domain/src/automation.ts, ShippingChoice); nothing was kept here before.
ALTER TABLE presets DROP COLUMN package_id, DROP COLUMN grant_id, DROP COLUMN service;
ALTER TABLE presets RENAME COLUMN options TO choice;

ALTER TABLE service_mappings ADD COLUMN carrier text COLLATE "C" NOT NULL;
ALTER TABLE service_mappings ALTER COLUMN service DROP NOT NULL;

CREATE TABLE choice_batches (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  by_user uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX choice_batches_age ON choice_batches (tenant_id, created_at);
SELECT maintenance.secure_table('choice_batches');

-- Chosen by a person; wins over rules, mappings and defaults.
CREATE TABLE order_shipping_choices (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  choice jsonb NOT NULL,
  preset_id uuid,                              -- the preset it came from; may be gone by now
  batch_id uuid NOT NULL,                      -- the act that wrote it
  by_user uuid,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
SELECT maintenance.secure_table('order_shipping_choices');

-- What stood before an act, so that it can be undone; null: nothing was chosen.
CREATE TABLE choice_changes (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  order_id uuid NOT NULL,
  before jsonb,
  before_preset_id uuid,
  PRIMARY KEY (tenant_id, batch_id, order_id),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES choice_batches ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX choice_changes_order ON choice_changes (tenant_id, order_id);
SELECT maintenance.secure_table('choice_changes');

-- Reasons of what was done without asking, as they were then.
CREATE TABLE automation_decisions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  stage text COLLATE "C" NOT NULL CHECK (stage IN ('arrival', 'shipping')),
  reasons jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX automation_decisions_order ON automation_decisions (tenant_id, order_id, id DESC);
SELECT maintenance.secure_table('automation_decisions');

-- Which services a store's buyers asked for, without reading its orders.
CREATE INDEX orders_requested ON orders (tenant_id, store_id, requested_key, placed_at DESC) WHERE requested_key IS NOT NULL;
