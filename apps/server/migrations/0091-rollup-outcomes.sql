-- A purchase or void whose outcome becomes unknown, or is settled, changes how its customer stands.

CREATE FUNCTION maintenance.note_open_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state AND (NEW.state IN ('unknown', 'disputed') OR OLD.state IN ('unknown', 'disputed')) THEN
    INSERT INTO public.rollup_due (tenant_id, at) VALUES (NEW.tenant_id, now());
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.note_open_outcome() FROM PUBLIC;
CREATE TRIGGER purchases_rollup AFTER UPDATE OF state ON purchases FOR EACH ROW EXECUTE FUNCTION maintenance.note_open_outcome();
CREATE TRIGGER voids_rollup AFTER UPDATE OF state ON voids FOR EACH ROW EXECUTE FUNCTION maintenance.note_open_outcome();
