-- How many rows stand in DEFAULT partitions, 10,001 of one table at most. Their size says nothing once they were moved: what a table had grown
-- to stays. The system role has no right to the rows, and gets the number alone.
CREATE FUNCTION maintenance.rows_without_a_partition() RETURNS int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  found int;
  all_found int := 0;
  each_table record;
BEGIN
  FOR each_table IN SELECT table_name FROM maintenance.partitioned_tables LOOP
    EXECUTE format('SELECT count(*)::int FROM (SELECT FROM public.%I LIMIT 10001) AS r', each_table.table_name || '_default') INTO found;
    all_found := all_found + found;
  END LOOP;
  RETURN all_found;
END $$;
REVOKE ALL ON FUNCTION maintenance.rows_without_a_partition() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.rows_without_a_partition() TO app_system;
