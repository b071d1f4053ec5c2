-- A label or a driver is stored as wanted only while the company is active: whoever suspends or closes it waits for what is being stored, and
-- that for the end, whatever was read before (docs/decisions/0425-data-of-a-customer.md). Voids, cancellations and what is under way go on.
CREATE FUNCTION maintenance.while_active() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM public.tenants WHERE id = NEW.tenant_id AND state = 'active' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the company % is not active', NEW.tenant_id
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_while_active';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION maintenance.while_active() FROM PUBLIC;
CREATE TRIGGER purchases_while_active BEFORE INSERT ON purchases FOR EACH ROW
  WHEN (NEW.state IN ('planned', 'reserved') AND session_user <> 'scanship_migrator')
  EXECUTE FUNCTION maintenance.while_active();
CREATE TRIGGER effects_while_active BEFORE INSERT ON effects FOR EACH ROW
  WHEN (NEW.kind IN ('pickup_book', 'pickup_change') AND NEW.state = 'planned' AND session_user <> 'scanship_migrator')
  EXECUTE FUNCTION maintenance.while_active();

-- Nothing that a carrier may still bill is deleted, whatever was looked at before.
CREATE FUNCTION maintenance.keep_what_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % is still open', TG_TABLE_NAME, OLD.id USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME,
    CONSTRAINT = TG_TABLE_NAME || '_still_open';
END $$;
CREATE TRIGGER purchases_still_open BEFORE DELETE ON purchases FOR EACH ROW
  WHEN (OLD.state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed'))
  EXECUTE FUNCTION maintenance.keep_what_is_open();
CREATE TRIGGER voids_still_open BEFORE DELETE ON voids FOR EACH ROW
  WHEN (OLD.state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed'))
  EXECUTE FUNCTION maintenance.keep_what_is_open();
