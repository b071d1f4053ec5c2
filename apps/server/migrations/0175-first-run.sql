-- The guide for the first days: what each person chose, and what only a person can say. Its steps are read from what is there.
CREATE TABLE first_runs (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL,
  -- true: called back from the menu; false: dismissed; null: shown while it is of use.
  shown boolean,
  -- When the person saw a test page come out of the browser's own print dialog.
  browser_printed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id)
);
SELECT maintenance.secure_table('first_runs');
