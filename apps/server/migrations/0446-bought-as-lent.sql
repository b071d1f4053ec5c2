-- A label is stored only while its account is lent with this service: whoever ends the lending waits for labels that are being stored, and a
-- label for the end (docs/decisions/0023-lent-accounts.md). One look by the key of the grant; what a release knows of lendings does not matter.
CREATE FUNCTION maintenance.label_as_lent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM public.account_grants WHERE tenant_id = NEW.tenant_id AND id = NEW.grant_id AND valid_to IS NULL
    AND NOT left_out ? coalesce(NEW.service, '') FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account is not lent with service %', NEW.service
      USING ERRCODE = 'check_violation', TABLE = 'shipments', CONSTRAINT = 'shipments_as_lent';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shipments_as_lent BEFORE INSERT ON shipments FOR EACH ROW
  WHEN (NEW.state = 'buying' AND NEW.grant_id IS NOT NULL AND session_user <> 'scanship_migrator')
  EXECUTE FUNCTION maintenance.label_as_lent();
