-- Who looked after a customer before: written when it is assigned to somebody else (franchise_customers.agent_user_id), so that
-- what was sold until then is still earned, and taken back, by who looked after it on that day.
CREATE TABLE former_agents (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  customer_id uuid NOT NULL REFERENCES tenants,
  last_day date NOT NULL,                      -- in the franchise's time zone; since the row before it ended
  agent_user_id uuid,                          -- null: nobody did
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, customer_id, last_day)
);
SELECT maintenance.secure_table('former_agents', 'append');
