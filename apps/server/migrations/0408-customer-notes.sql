-- What a franchise's people note of a customer, and what they have set themselves to do about it. Under the franchise's tenant id: the
-- customer never reads them. They go with the customer's record.
CREATE TABLE customer_notes (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  text text NOT NULL,
  pinned boolean NOT NULL DEFAULT false,
  author_id uuid NOT NULL,
  by_actor text,                               -- who wrote it in the author's name
  written_at timestamptz NOT NULL,
  edited_at timestamptz,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES franchise_customers ON DELETE CASCADE
);
CREATE INDEX customer_notes_customer ON customer_notes (tenant_id, customer_id, pinned DESC, written_at DESC, id);
SELECT maintenance.secure_table('customer_notes');

CREATE TABLE customer_tasks (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  text text NOT NULL,
  due_day date NOT NULL,                       -- in the franchise's time zone
  assignee_id uuid NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  done_at timestamptz,
  done_by uuid,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES franchise_customers ON DELETE CASCADE
);
CREATE INDEX customer_tasks_customer ON customer_tasks (tenant_id, customer_id, due_day, id);
CREATE INDEX customer_tasks_due ON customer_tasks (tenant_id, due_day, id) WHERE done_at IS NULL;
SELECT maintenance.secure_table('customer_tasks');
