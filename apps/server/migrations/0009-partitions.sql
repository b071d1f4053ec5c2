-- Monthly partitions, made ahead of time. Each table also has a DEFAULT partition, so an insert never fails for want
-- of a month; rows found there are moved when their month's partition is made.

CREATE TABLE maintenance.partitioned_tables (
  table_name text COLLATE "C" PRIMARY KEY,
  bound text COLLATE "C" NOT NULL CHECK (bound IN ('uuid7', 'time', 'date'))   -- what the partition key holds
);
INSERT INTO maintenance.partitioned_tables VALUES
  ('quotes', 'uuid7'), ('rates', 'uuid7'), ('sync_runs', 'uuid7'), ('carrier_calls', 'uuid7'), ('audit_events', 'uuid7'),
  ('tracking_events', 'time'), ('state_changes', 'time'), ('inbound_events', 'date');

-- The smallest UUIDv7 of a moment: 48 bits of milliseconds, then zeros.
CREATE FUNCTION maintenance.uuid7_floor(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::int8), 12, '0') || repeat('0', 20))::uuid $$;

-- Row security on a partition too: nobody is granted it, and only its owner's policy opens it.
CREATE FUNCTION maintenance.secure_partition(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY migrator_rows ON %s TO scanship_migrator USING (true) WITH CHECK (true)', target);
END $$;

-- Makes the partitions of one month where they are missing; answers how many it made.
CREATE FUNCTION maintenance.ensure_month(month date) RETURNS int LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  first_day timestamptz := date_trunc('month', month::timestamptz);
  next_day timestamptz := date_trunc('month', month::timestamptz) + interval '1 month';
  each_table record;
  lower_bound text;
  upper_bound text;
  key_column text;
  part text;
  made int := 0;
BEGIN
  FOR each_table IN SELECT table_name, bound FROM maintenance.partitioned_tables ORDER BY table_name LOOP
    part := each_table.table_name || '_' || to_char(first_day, 'YYYY_MM');
    CONTINUE WHEN to_regclass(format('public.%I', part)) IS NOT NULL;
    -- One worker at a time from here on, and nobody inserts into the default partition meanwhile.
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', each_table.table_name || '_default');
    CONTINUE WHEN to_regclass(format('public.%I', part)) IS NOT NULL;
    IF each_table.bound = 'uuid7' THEN
      lower_bound := maintenance.uuid7_floor(first_day)::text;
      upper_bound := maintenance.uuid7_floor(next_day)::text;
    ELSIF each_table.bound = 'date' THEN
      lower_bound := first_day::date::text;
      upper_bound := next_day::date::text;
    ELSE
      lower_bound := first_day::text;
      upper_bound := next_day::text;
    END IF;
    SELECT a.attname INTO key_column FROM pg_partitioned_table p
      JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
      WHERE p.partrelid = format('public.%I', each_table.table_name)::regclass;
    EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', part, each_table.table_name);
    EXECUTE format('WITH moved AS (DELETE FROM public.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO public.%5$I SELECT * FROM moved',
      each_table.table_name || '_default', key_column, lower_bound, upper_bound, part);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', each_table.table_name, part, lower_bound, upper_bound);
    PERFORM maintenance.secure_partition(format('public.%I', part)::regclass);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- This month and the next `months` months. Safe to run at any time and by several workers at once. Runs with the
-- owner's rights, so that the system role may call it.
CREATE FUNCTION maintenance.ensure_partitions(months int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  made int := 0;
BEGIN
  IF months IS NULL OR months < 0 OR months > 60 THEN RAISE EXCEPTION 'ensure_partitions: months must be 0 to 60'; END IF;
  FOR ahead IN 0 .. months LOOP
    made := made + maintenance.ensure_month(((now() AT TIME ZONE 'UTC')::date + make_interval(months => ahead))::date);
  END LOOP;
  RETURN made;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA maintenance FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.ensure_partitions(int) TO app_system;

DO $$
DECLARE each_table record;
BEGIN
  FOR each_table IN SELECT table_name FROM maintenance.partitioned_tables LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', each_table.table_name || '_default', each_table.table_name);
    PERFORM maintenance.secure_partition(format('public.%I', each_table.table_name || '_default')::regclass);
  END LOOP;
END $$;
SELECT maintenance.ensure_partitions(3);
