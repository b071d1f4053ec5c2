-- Sums of label_days by calendar month, so that a year of many labels is read in a moment: whole months from here, the days around them
-- from label_days. Kept by the database with every row that comes and goes (none is changed), whichever release writes it.
CREATE TABLE label_months (
  tenant_id uuid NOT NULL REFERENCES tenants,
  customer_id uuid NOT NULL REFERENCES tenants,
  party_id uuid NOT NULL REFERENCES tenants,
  month date NOT NULL,                           -- its first day
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  store_id uuid NOT NULL,
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,
  orders int NOT NULL,
  voided int NOT NULL,
  spend_minor int8 NOT NULL,
  sold int NOT NULL,
  sold_minor int8 NOT NULL,
  cost_minor int8 NOT NULL,
  below int NOT NULL,
  below_minor int8 NOT NULL,
  delivered int NOT NULL,
  promised int NOT NULL,
  on_time int NOT NULL,
  compared_minor int8 NOT NULL,
  cheapest_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, month, party_id, slug, service, store_id, test, currency)
);
CREATE INDEX label_months_month ON label_months (tenant_id, month);
SELECT maintenance.secure_table('label_months');

-- The argument is the sign: 1 for rows that came, -1 for rows that went. In the order of keys, so that two of them do not wait for
-- each other.
CREATE FUNCTION maintenance.sum_label_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := TG_ARGV[0]::int;
BEGIN
  -- A restore brings the sums with it.
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  INSERT INTO public.label_months AS m
    SELECT tenant_id, customer_id, party_id, date_trunc('month', day)::date AS month, slug, service, store_id, test, currency,
      sign * sum(labels), sign * sum(orders), sign * sum(voided), sign * sum(spend_minor), sign * sum(sold),
      sign * sum(sold_minor), sign * sum(cost_minor), sign * sum(below), sign * sum(below_minor), sign * sum(delivered),
      sign * sum(promised), sign * sum(on_time), sign * sum(compared_minor), sign * sum(cheapest_minor)
    FROM changed GROUP BY tenant_id, customer_id, party_id, month, slug, service, store_id, test, currency
    ORDER BY tenant_id, customer_id, month, party_id, slug, service, store_id, test, currency
  ON CONFLICT (tenant_id, customer_id, month, party_id, slug, service, store_id, test, currency) DO UPDATE SET
    labels = m.labels + excluded.labels, orders = m.orders + excluded.orders, voided = m.voided + excluded.voided,
    spend_minor = m.spend_minor + excluded.spend_minor, sold = m.sold + excluded.sold, sold_minor = m.sold_minor + excluded.sold_minor,
    cost_minor = m.cost_minor + excluded.cost_minor, below = m.below + excluded.below, below_minor = m.below_minor + excluded.below_minor,
    delivered = m.delivered + excluded.delivered, promised = m.promised + excluded.promised, on_time = m.on_time + excluded.on_time,
    compared_minor = m.compared_minor + excluded.compared_minor, cheapest_minor = m.cheapest_minor + excluded.cheapest_minor;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.sum_label_months() FROM PUBLIC;
CREATE TRIGGER label_days_came AFTER INSERT ON label_days
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION maintenance.sum_label_months('1');
CREATE TRIGGER label_days_went AFTER DELETE ON label_days
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION maintenance.sum_label_months('-1');

-- Nothing updates a day, and there is no trigger for it.
REVOKE UPDATE ON label_days FROM app_tenant;

-- Releases that run beside this write on: what they write waits until these sums are there, and is added by the triggers.
LOCK TABLE label_days IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO label_months
  SELECT tenant_id, customer_id, party_id, date_trunc('month', day)::date, slug, service, store_id, test, currency,
    sum(labels), sum(orders), sum(voided), sum(spend_minor), sum(sold), sum(sold_minor), sum(cost_minor), sum(below),
    sum(below_minor), sum(delivered), sum(promised), sum(on_time), sum(compared_minor), sum(cheapest_minor)
  FROM label_days GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- What carriers charged later is few among the entries, and reports ask for it by day.
CREATE INDEX entries_adjusted ON entries (tenant_id, occurred_at) WHERE source_kind = 'adjustment';
