-- Mark-ups of a plan's or a group's customers (docs/decisions/0370-markups-by-plan-and-group.md).

-- Customers that a franchise prices alike; each is in one group at the most. One that was removed keeps its name for the history.
CREATE TABLE customer_groups (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  id uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 80),
  version int NOT NULL DEFAULT 1,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_groups_name ON customer_groups (tenant_id, lower(name)) WHERE removed_at IS NULL;
SELECT maintenance.secure_table('customer_groups', 'keep');

ALTER TABLE franchise_customers ADD COLUMN group_id uuid;
ALTER TABLE franchise_customers ADD CONSTRAINT franchise_customers_group FOREIGN KEY (tenant_id, group_id) REFERENCES customer_groups;
CREATE INDEX franchise_customers_group ON franchise_customers (tenant_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX franchise_customers_plan ON franchise_customers (tenant_id, plan_code);

-- buyer_tenant_id names whom mark-ups are for: a buyer below, or a row of customer_groups or plans, as buyer_kind says. Neither is
-- ever deleted. The release before finds the mark-ups of a buyer by its id and the default by null, and so never takes these.
ALTER TABLE markup_plans ADD COLUMN buyer_kind text COLLATE "C" NOT NULL DEFAULT 'buyer' CHECK (buyer_kind IN ('buyer', 'group', 'plan'));
ALTER TABLE markup_plans DROP CONSTRAINT markup_plans_buyer_tenant_id_fkey;
ALTER TABLE markup_drafts DROP CONSTRAINT markup_drafts_buyer_tenant_id_fkey;
