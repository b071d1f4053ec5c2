-- Whether this database may have gone back in time: after a failover to a standby that lagged, or a restore, labels that were
-- paid for can be unknown here. Until a month later, carriers that can be asked are asked before such an order is bought again.
GRANT USAGE ON SCHEMA maintenance TO app_tenant, app_system;
GRANT SELECT ON maintenance.migrations TO app_system;

-- PostgreSQL begins a new timeline with each promotion and each recovery to a point in time; a dump has another system.
CREATE FUNCTION maintenance.current_branch() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  system text := '';
BEGIN
  IF pg_is_in_recovery() THEN RETURN NULL; END IF;
  BEGIN
    SELECT system_identifier::text INTO system FROM pg_control_system();
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- some hosted servers keep it to themselves; the timeline tells a failover all the same
  END;
  RETURN system || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
END $$;

CREATE TABLE maintenance.lineage (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  branch text COLLATE "C",
  rewound_at timestamptz                       -- last time the branch was found to be another one; the database's clock
);
INSERT INTO maintenance.lineage (branch) VALUES (maintenance.current_branch());
GRANT SELECT ON maintenance.lineage TO app_tenant, app_system;
GRANT UPDATE (branch, rewound_at) ON maintenance.lineage TO app_system;
GRANT EXECUTE ON FUNCTION maintenance.current_branch() TO app_tenant, app_system;
