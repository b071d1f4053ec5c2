-- An account that is taken out of use ends for everybody who ships with it, not for its owner alone: a price asked a moment before is then
-- refused like one of a lending that ended (shipments_as_lent), and nothing brings a grant of it into force again.
CREATE FUNCTION maintenance.account_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF session_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  -- Whoever brings a grant of it into force shares its owner's lock; the realms' are held as by whoever else changes several grants.
  PERFORM pg_advisory_xact_lock(maintenance.lendings_lock(lender)) FROM (SELECT NEW.tenant_id AS lender UNION
    SELECT t.realm_id FROM account_grants AS g JOIN tenants AS t ON t.id = g.tenant_id
      WHERE g.owner_tenant_id = NEW.tenant_id AND g.account_id = NEW.id AND g.valid_to IS NULL ORDER BY lender) AS lenders;
  UPDATE account_grants SET valid_to = now() WHERE owner_tenant_id = NEW.tenant_id AND account_id = NEW.id AND valid_to IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.account_removed() FROM PUBLIC;
CREATE TRIGGER carrier_accounts_removed AFTER UPDATE OF state ON carrier_accounts FOR EACH ROW
  WHEN (NEW.state = 'removed' AND OLD.state <> 'removed') EXECUTE FUNCTION maintenance.account_removed();

CREATE OR REPLACE FUNCTION maintenance.keep_to_lending() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  held record;
  realm uuid := (SELECT realm_id FROM tenants WHERE id = NEW.tenant_id);
BEGIN
  -- A restore brings the rows as they were.
  IF session_user = 'scanship_migrator' THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock_shared(maintenance.lendings_lock(lender))
    FROM (SELECT unnest(ARRAY[NEW.owner_tenant_id, realm]) AS lender ORDER BY 1) AS lenders WHERE lender IS NOT NULL;
  SELECT * INTO held FROM maintenance.lending_holds(NEW.tenant_id, NEW.owner_tenant_id, NEW.account_id);
  held.lent := held.lent AND NOT EXISTS (SELECT FROM carrier_accounts AS a
    WHERE a.tenant_id = NEW.owner_tenant_id AND a.id = NEW.account_id AND a.state = 'removed');
  IF NOT held.lent AND TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  IF NOT held.lent THEN NEW.valid_to := coalesce(OLD.valid_to, now()); END IF;
  -- Two who bring one into force wait for one another here; the second leaves it at the first one's.
  IF NEW.valid_to IS NULL AND (TG_OP = 'INSERT' OR OLD.valid_to IS NOT NULL) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('grant ' || NEW.tenant_id || NEW.account_id, 0));
    IF EXISTS (SELECT FROM account_grants AS o WHERE o.tenant_id = NEW.tenant_id AND o.owner_tenant_id = NEW.owner_tenant_id
      AND o.account_id = NEW.account_id AND o.valid_to IS NULL AND o.id <> NEW.id) THEN RETURN NULL; END IF;
  END IF;
  NEW.left_out := held.left_out;
  RETURN NEW;
END $$;
