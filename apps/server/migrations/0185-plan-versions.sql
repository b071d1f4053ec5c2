-- What a plan of a franchise was sold for, version by version. Never changed: a subscription remembers the one it was sold on.
-- plans.prices and plans.allowances say what is offered now.
CREATE TABLE plan_versions (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the seller
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL CHECK (code IN ('Basic', 'Standard', 'Advanced')),
  no int NOT NULL,
  currency char(3) NOT NULL,
  monthly_minor int8 NOT NULL DEFAULT 0,
  yearly_minor int8,                           -- null: not sold by the year
  labels int,                                  -- of a period; null: any number
  overage_minor int8,                          -- for each label above them; null: there are none above them
  trial_days int NOT NULL DEFAULT 0,
  grace_days int NOT NULL DEFAULT 14,          -- labels can still be bought so long after a fee is overdue
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX plan_versions_no ON plan_versions (tenant_id, code, no);
SELECT maintenance.secure_table('plan_versions', 'append');

INSERT INTO plan_versions (tenant_id, id, code, no, currency, monthly_minor, labels)
  SELECT p.tenant_id, gen_random_uuid(), p.code, 1, t.currency,
    CASE WHEN jsonb_typeof(p.prices -> 'monthlyMinor') = 'number' THEN (p.prices ->> 'monthlyMinor')::int8 ELSE 0 END,
    CASE WHEN jsonb_typeof(p.allowances -> 'labelsPerMonth') = 'number' THEN (p.allowances ->> 'labelsPerMonth')::int END
  FROM plans p JOIN tenants t ON t.id = p.tenant_id;

-- Which version a customer is on, for the seller's own counting.
ALTER TABLE franchise_customers ADD COLUMN plan_version_no int;
