-- The exceptions inbox. The modules write a row in the transaction in which a cause appears or ends; one row for each cause,
-- opened again when it comes back.
CREATE TABLE exceptions (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,                -- names the cause ("purchase:<id>", "store:<id>")
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('purchase', 'void', 'push', 'store', 'refund', 'tracking', 'import', 'carrier')),
  reason text COLLATE "C" NOT NULL,
  summary text NOT NULL,
  next_step text NOT NULL,
  actions jsonb NOT NULL DEFAULT '[]',
  subject jsonb NOT NULL DEFAULT '{}',          -- ids and names of order, shipment, store, carrier, import
  evidence jsonb NOT NULL DEFAULT '[]',
  operation_id uuid,
  reference text,
  owner_id uuid,
  snoozed_until timestamptz,
  last_note text,
  since timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_how text COLLATE "C" CHECK (resolved_how IN ('cause-gone', 'handled')),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((resolved_at IS NULL) = (resolved_how IS NULL))
);
CREATE UNIQUE INDEX exceptions_key ON exceptions (tenant_id, key);
CREATE INDEX exceptions_open ON exceptions (tenant_id, since, id) WHERE resolved_at IS NULL;
CREATE INDEX exceptions_resolved ON exceptions (tenant_id, resolved_at DESC, id DESC) WHERE resolved_at IS NOT NULL;
CREATE INDEX exceptions_operation ON exceptions (tenant_id, operation_id) WHERE operation_id IS NOT NULL;
SELECT maintenance.secure_table('exceptions');

CREATE TABLE exception_events (
  tenant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  what text COLLATE "C" NOT NULL
    CHECK (what IN ('opened', 'changed', 'assigned', 'snoozed', 'woken', 'note', 'acted', 'resolved', 'reopened')),
  by_user uuid,
  note text,
  PRIMARY KEY (tenant_id, exception_id, id),
  FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions ON DELETE CASCADE
);
SELECT maintenance.secure_table('exception_events', 'append');
