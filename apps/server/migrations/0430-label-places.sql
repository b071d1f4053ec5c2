-- The zone of the carrier or the rate sheet that a label was priced by, as it was told with the price. Null: none was told.
ALTER TABLE shipments ADD COLUMN zone text;

-- What a customer's labels of a day cost by carrier and zone, in its own rows.
CREATE TABLE zone_days (
  tenant_id uuid NOT NULL REFERENCES tenants,
  day date NOT NULL,                             -- they were bought, in the time zone of tenant_id
  slug text COLLATE "C" NOT NULL,
  zone text COLLATE "C" NOT NULL,                -- '': none was told
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,                           -- that stand
  orders int NOT NULL,                           -- different orders on them
  voided int NOT NULL,
  spend_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, day, slug, zone, test, currency)
);
SELECT maintenance.secure_table('zone_days');
REVOKE UPDATE ON zone_days FROM app_tenant;

-- Labels of a customer's day by lane, of each seller for itself. Reports read their sums below.
CREATE TABLE lane_days (
  tenant_id uuid NOT NULL REFERENCES tenants,
  customer_id uuid NOT NULL REFERENCES tenants,  -- whose labels
  day date NOT NULL,
  lane text COLLATE "C" NOT NULL,                -- 'CA-ON>US-NY', as delays are watched
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,
  voided int NOT NULL,
  sold int NOT NULL,                             -- labels that tenant_id sold
  sold_minor int8 NOT NULL,
  cost_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, day, lane, test, currency)
);
SELECT maintenance.secure_table('lane_days');
REVOKE UPDATE ON lane_days FROM app_tenant;

-- Sums of lane_days over all customers, of each day and of each calendar month: many customers ship on few lanes. Kept by the
-- database with every row that comes and goes.
CREATE TABLE lane_sums (
  tenant_id uuid NOT NULL REFERENCES tenants,
  months boolean NOT NULL,                       -- of the month that begins on `starts`, else of that day
  starts date NOT NULL,
  lane text COLLATE "C" NOT NULL,
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,
  voided int NOT NULL,
  sold int NOT NULL,
  sold_minor int8 NOT NULL,
  cost_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, months, starts, lane, test, currency)
);
SELECT maintenance.secure_table('lane_sums');

-- The argument is the sign: 1 for rows that came, -1 for rows that went.
CREATE FUNCTION maintenance.sum_lanes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT int := TG_ARGV[0]::int;
BEGIN
  -- A restore brings the sums with it.
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  -- Customers share these rows: two roll-ups would wait for each other's, in either order. A roll-up writes its franchise's before the
  -- platform's.
  PERFORM pg_advisory_xact_lock(hashtextextended('lane_sums ' || tenant_id, 0)) FROM (SELECT DISTINCT tenant_id FROM changed ORDER BY 1) AS t;
  INSERT INTO public.lane_sums AS s
    SELECT tenant_id, months, CASE WHEN months THEN date_trunc('month', day)::date ELSE day END AS starts, lane, test, currency,
      sign * sum(labels), sign * sum(voided), sign * sum(sold), sign * sum(sold_minor), sign * sum(cost_minor)
    FROM changed CROSS JOIN (VALUES (false), (true)) AS both_of(months)
    GROUP BY tenant_id, months, starts, lane, test, currency
  ON CONFLICT (tenant_id, months, starts, lane, test, currency) DO UPDATE SET
    labels = s.labels + excluded.labels, voided = s.voided + excluded.voided, sold = s.sold + excluded.sold,
    sold_minor = s.sold_minor + excluded.sold_minor, cost_minor = s.cost_minor + excluded.cost_minor;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.sum_lanes() FROM PUBLIC;
CREATE TRIGGER lane_days_came AFTER INSERT ON lane_days
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION maintenance.sum_lanes('1');
CREATE TRIGGER lane_days_went AFTER DELETE ON lane_days
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION maintenance.sum_lanes('-1');
