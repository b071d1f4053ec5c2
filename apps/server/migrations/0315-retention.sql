-- What every label leaves behind ends after its time (docs/configuration.md, "What is kept how long"): of partitioned tables whole
-- months are dropped, which takes a moment however many rows they hold and leaves no dead ones behind.

-- Since when a table is whole. Written with the drop itself, so that a month that was let go is told from one somebody removed.
CREATE TABLE kept_since (
  table_name text COLLATE "C" PRIMARY KEY,
  since timestamptz NOT NULL
);
ALTER TABLE kept_since ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_since FORCE ROW LEVEL SECURITY;
CREATE POLICY migrator_rows ON kept_since TO scanship_migrator USING (true) WITH CHECK (true);
CREATE POLICY all_rows ON kept_since FOR SELECT TO app_tenant, app_system USING (true);
GRANT SELECT ON kept_since TO app_tenant, app_system;

-- Lets go of the oldest month of a partitioned table that ended before `moment`, or of at most 5,000 rows that are in no month; answers
-- whether there may be more. One call is one transaction, and whoever is at work on the table is waited for 300 ms at most: then it
-- fails, nothing has happened, and the next round tries again.
-- Deliveries are the exception: one that was not worked off keeps its month, whatever its age.
CREATE FUNCTION maintenance.let_go(which text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '300ms' AS $$
DECLARE
  kind text;
  since timestamptz := date_trunc('month', moment);
  part text;
  key_column text;
  lower_bound text;
  gone int;
  held boolean := false;
BEGIN
  SELECT bound INTO kind FROM maintenance.partitioned_tables WHERE table_name = which;
  IF kind IS NULL THEN RAISE EXCEPTION 'let_go: % has no months', which; END IF;
  -- This month is never let go, whatever the setting says.
  since := least(since, date_trunc('month', now()));
  SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('public.%I', which)::regclass AND c.relname ~ ('^' || which || '_\d{4}_\d\d$')
      AND right(c.relname, 7) < to_char(since, 'YYYY_MM')
    ORDER BY c.relname LIMIT 1;
  IF part IS NOT NULL AND kind = 'date' THEN EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', part) INTO held; END IF;
  IF held THEN RETURN false; END IF;
  IF part IS NOT NULL THEN
    INSERT INTO public.kept_since AS k VALUES (which, to_date(right(part, 7), 'YYYY_MM') + interval '1 month')
      ON CONFLICT (table_name) DO UPDATE SET since = greatest(k.since, excluded.since);
    EXECUTE format('DROP TABLE public.%I', part);
    RETURN true;
  END IF;
  IF kind = 'date' THEN RETURN false; END IF;
  lower_bound := CASE kind WHEN 'uuid7' THEN maintenance.uuid7_floor(since)::text ELSE since::text END;
  SELECT a.attname INTO key_column FROM pg_partitioned_table p
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = format('public.%I', which)::regclass;
  EXECUTE format('DELETE FROM public.%1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE %2$I < %3$L LIMIT 5000))',
    which || '_default', key_column, lower_bound);
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN
    INSERT INTO public.kept_since AS k VALUES (which, since)
      ON CONFLICT (table_name) DO UPDATE SET since = greatest(k.since, excluded.since);
  END IF;
  RETURN gone = 5000;
END $$;
REVOKE ALL ON FUNCTION maintenance.let_go(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.let_go(text, timestamptz) TO app_system;
