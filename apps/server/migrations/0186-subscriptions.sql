-- A customer's plan as it was sold to it, and what was charged for it. Under the customer; due work of the renewal worker.
CREATE TABLE subscriptions (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  seller_id uuid NOT NULL REFERENCES tenants,
  terms jsonb NOT NULL,                        -- of the version it was sold on (domain/subscription.ts, PlanTerms)
  bill_every text COLLATE "C" NOT NULL DEFAULT 'month' CHECK (bill_every IN ('month', 'year')),
  anchor_day int NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  -- What the running fee is for; days are local days of the customer, the end is the first day of what comes next.
  term_start date NOT NULL,
  term_end date NOT NULL,
  term_price_minor int8 NOT NULL DEFAULT 0,
  term_full_days int NOT NULL DEFAULT 31,
  trial boolean NOT NULL DEFAULT false,
  -- The month in which labels are counted, as days and as moments.
  period_start date NOT NULL,
  period_end date NOT NULL,
  period_start_at timestamptz NOT NULL,
  period_end_at timestamptz NOT NULL,
  allowance int,
  next_code text COLLATE "C" CHECK (next_code IN ('Basic', 'Standard', 'Advanced')),
  next_every text COLLATE "C" CHECK (next_every IN ('month', 'year')),
  warned int NOT NULL DEFAULT 0,               -- percent of the allowance that was told in this period
  past_due_since timestamptz,
  refuse_at timestamptz,                       -- from then on no labels are sold
  version int NOT NULL DEFAULT 1,
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX subscriptions_work ON subscriptions (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('subscriptions', 'keep');
SELECT maintenance.allow_system('subscriptions', 'tenant_id, due_at, lease_until, attempt', 'lease_until, attempt');

CREATE TABLE subscription_charges (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the customer
  id uuid NOT NULL,                            -- source of its entries in both books
  seller_id uuid NOT NULL REFERENCES tenants,
  key text COLLATE "C" NOT NULL,               -- what it is for; charged once
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('fee', 'change', 'overage')),
  plan_code text COLLATE "C" NOT NULL,
  lines jsonb NOT NULL DEFAULT '[]',
  net_minor int8 NOT NULL,
  tax_minor int8 NOT NULL,
  total_minor int8 NOT NULL,                   -- negative: to the customer's credit
  currency char(3) NOT NULL,
  due_on date NOT NULL,
  settled_at timestamptz,                      -- seen paid; null where nothing was owed either
  acted_by uuid,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX subscription_charges_key ON subscription_charges (tenant_id, key);
CREATE INDEX subscription_charges_open ON subscription_charges (tenant_id, due_on) WHERE settled_at IS NULL;
SELECT maintenance.secure_table('subscription_charges', 'keep');

-- Who is a customer already pays nothing before its first full month; labels are counted from now on.
INSERT INTO subscriptions (tenant_id, seller_id, terms, anchor_day, term_start, term_end, term_full_days,
    period_start, period_end, period_start_at, period_end_at, allowance, due_at)
  SELECT c.id, c.realm_id,
    jsonb_build_object('code', v.code, 'no', v.no, 'currency', v.currency, 'monthlyMinor', v.monthly_minor,
      'yearlyMinor', v.yearly_minor, 'labels', v.labels, 'overageMinor', v.overage_minor, 'trialDays', v.trial_days,
      'graceDays', v.grace_days),
    1, d.today, d.first, d.first - (d.first - interval '1 month')::date, d.today, d.first, now(),
    d.first::timestamp AT TIME ZONE d.zone, v.labels, d.first::timestamp AT TIME ZONE d.zone
  FROM tenants c
  JOIN plan_versions v ON v.tenant_id = c.realm_id AND v.code = c.plan_code AND v.no = 1
  LEFT JOIN customer_settings s ON s.tenant_id = c.id
  CROSS JOIN LATERAL (SELECT coalesce(s.time_zone, c.time_zone) AS zone) z
  CROSS JOIN LATERAL (SELECT z.zone, (now() AT TIME ZONE z.zone)::date AS today,
    (date_trunc('month', now() AT TIME ZONE z.zone) + interval '1 month')::date AS first) d
  WHERE c.kind = 'customer' AND c.state <> 'closed';
UPDATE franchise_customers AS f SET plan_version_no = 1 FROM subscriptions s WHERE s.tenant_id = f.customer_id;
