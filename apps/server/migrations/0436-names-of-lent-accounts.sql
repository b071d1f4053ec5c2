-- Whoever is lent an account sees it under its owner's name for it, also after it was renamed; saving the account puts older names right.
CREATE FUNCTION maintenance.account_renamed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE account_grants SET name = NEW.name
    WHERE owner_tenant_id = NEW.tenant_id AND account_id = NEW.id AND tenant_id <> NEW.tenant_id AND name <> NEW.name;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.account_renamed() FROM PUBLIC;
CREATE TRIGGER carrier_accounts_renamed AFTER UPDATE OF name ON carrier_accounts
  FOR EACH ROW EXECUTE FUNCTION maintenance.account_renamed();
