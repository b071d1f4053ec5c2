-- Makes the partitions of the earliest past month that has rows in a DEFAULT partition (imports of a customer's history, a worker that was
-- off for months) and answers its first day, NULL when there is none. One month a call, so that nobody waits long for its locks; a table
-- that is in use for longer than two seconds is left for another time. Rows of the years before 2000 or to come are not moved: a clock was off.
CREATE FUNCTION maintenance.ensure_past_month() RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  this_month timestamptz := date_trunc('month', now());
  earliest timestamptz := this_month;
  each_table record;
  moment text;
  found_at timestamptz;
BEGIN
  FOR each_table IN
    SELECT t.table_name, t.bound, a.attname AS key FROM maintenance.partitioned_tables t
      JOIN pg_partitioned_table p ON p.partrelid = format('public.%I', t.table_name)::regclass
      JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
      ORDER BY t.table_name
  LOOP
    -- The first 48 bits of a UUIDv7 are its milliseconds.
    moment := CASE each_table.bound
      WHEN 'uuid7' THEN format($f$to_timestamp(('x0000' || substr(replace(%I::text, '-', ''), 1, 12))::bit(64)::int8 / 1000.0)$f$, each_table.key)
      ELSE format('%I::timestamptz', each_table.key)
    END;
    EXECUTE format('SELECT min(at) FROM (SELECT %s AS at FROM public.%I) AS r WHERE at >= $1 AND at < $2', moment, each_table.table_name || '_default')
      INTO found_at USING '2000-01-01'::timestamptz, this_month;
    earliest := least(earliest, found_at);
  END LOOP;
  IF earliest = this_month THEN RETURN NULL; END IF;
  PERFORM maintenance.ensure_month(earliest::date);
  RETURN date_trunc('month', earliest)::date;
END $$;
REVOKE ALL ON FUNCTION maintenance.ensure_past_month() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.ensure_past_month() TO app_system;
