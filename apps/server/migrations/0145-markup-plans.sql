-- Mark-up plans of a level: one default, and one for each buyer that has its own. Rules stay in markup_rules and are never
-- changed: valid_from and valid_to are when they were in force, first_day and last_day the days of shipping they are for.
CREATE TABLE markup_plans (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the level that earns
  id uuid NOT NULL,                            -- plan_id of its rules
  buyer_tenant_id uuid REFERENCES tenants,     -- null: the default
  used boolean NOT NULL DEFAULT true,          -- a buyer's plan that is not used leaves it on the default
  currency char(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX markup_plans_buyer ON markup_plans (tenant_id, buyer_tenant_id) NULLS NOT DISTINCT;
SELECT maintenance.secure_table('markup_plans', 'keep');

-- What was in force from when, as it was saved.
CREATE TABLE markup_versions (
  tenant_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  version int NOT NULL,
  used boolean NOT NULL,
  note text NOT NULL DEFAULT '',
  rule_ids jsonb NOT NULL,                     -- in their order
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, plan_id, version),
  FOREIGN KEY (tenant_id, plan_id) REFERENCES markup_plans
);
SELECT maintenance.secure_table('markup_versions', 'append');

ALTER TABLE markup_rules ADD COLUMN name text NOT NULL DEFAULT '';
ALTER TABLE markup_rules ADD COLUMN first_day date;
ALTER TABLE markup_rules ADD COLUMN last_day date;

-- A plan was named by the grant it was for; from now on it belongs to the buyer, whatever account is lent. The newest wins.
INSERT INTO markup_plans (tenant_id, id, buyer_tenant_id, currency)
  SELECT DISTINCT ON (r.tenant_id, g.tenant_id) r.tenant_id, r.plan_id, g.tenant_id, r.currency
  FROM account_grants g JOIN markup_rules r ON r.tenant_id = g.owner_tenant_id AND r.plan_id = g.markup_plan_id
  WHERE g.markup_plan_id IS NOT NULL ORDER BY r.tenant_id, g.tenant_id, r.valid_from DESC
  ON CONFLICT DO NOTHING;
INSERT INTO markup_versions (tenant_id, plan_id, version, used, rule_ids)
  SELECT p.tenant_id, p.id, 1, true, coalesce(jsonb_agg(r.id ORDER BY r.position) FILTER (WHERE r.valid_to IS NULL), '[]')
  FROM markup_plans p JOIN markup_rules r ON r.tenant_id = p.tenant_id AND r.plan_id = p.id GROUP BY p.tenant_id, p.id;
ALTER TABLE account_grants DROP COLUMN markup_plan_id;
