-- The link by which a sales agent brings customers, one at a time: a new one ends the one before.
CREATE TABLE agent_links (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  agent_user_id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,              -- random; it opens nothing, and says only whose customer signs up
  made_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, agent_user_id)
);
CREATE UNIQUE INDEX agent_links_code ON agent_links (tenant_id, code);
SELECT maintenance.secure_table('agent_links', 'keep');

-- Whose link a customer signed up by. It stays when the customer is assigned to somebody else.
ALTER TABLE franchise_customers ADD COLUMN referred_by uuid;
CREATE INDEX franchise_customers_referred ON franchise_customers (tenant_id, referred_by) WHERE referred_by IS NOT NULL;
