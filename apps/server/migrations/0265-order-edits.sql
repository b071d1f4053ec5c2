-- What an edit of many orders replaced, so that it can be taken back exactly.

CREATE TABLE order_edits (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  by_user uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
SELECT maintenance.secure_table('order_edits');

-- A line as it was and as the edit left it: a line that is not so any more was changed by somebody since.
CREATE TABLE order_edit_lines (
  tenant_id uuid NOT NULL,
  edit_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line int NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (tenant_id, edit_id, order_id, line),
  FOREIGN KEY (tenant_id, edit_id) REFERENCES order_edits ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_edit_lines_order ON order_edit_lines (tenant_id, order_id);
SELECT maintenance.secure_table('order_edit_lines');
