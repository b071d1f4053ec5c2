-- Nor is anything bought for a company of a franchise (or of whatever stands above it) that is not active: nobody of it could sign in to
-- see or to stop it. Only the company's own row is waited for, as its data can be erased: a label that is stored while the franchise is
-- being suspended is one of the moment before, and thousands of customers do not meet in one row.
CREATE FUNCTION maintenance.all_active(company uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT NOT EXISTS (SELECT FROM public.tenant_closure AS c JOIN public.tenants AS t ON t.id = c.ancestor_id
    WHERE c.descendant_id = company AND t.state <> 'active')
$$;
REVOKE ALL ON FUNCTION maintenance.all_active(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.all_active(uuid) TO app_tenant;

CREATE OR REPLACE FUNCTION maintenance.while_active() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM public.tenants WHERE id = NEW.tenant_id AND state = 'active' FOR SHARE;
  IF NOT FOUND OR NOT maintenance.all_active(NEW.tenant_id) THEN
    RAISE EXCEPTION 'the company % is not active', NEW.tenant_id
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_while_active';
  END IF;
  RETURN NEW;
END $$;
