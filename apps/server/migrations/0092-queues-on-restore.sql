-- A restored backup brings the rows of these queues itself: what its owner writes into the tables is not noted again. The
-- application never works as the owner; an audit event that somebody writes as the owner stays unsealed, and shows.

CREATE OR REPLACE FUNCTION maintenance.note_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  IF NEW.bought_at IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.state IS DISTINCT FROM OLD.state
      OR NEW.bought_at IS DISTINCT FROM OLD.bought_at OR NEW.price_minor IS DISTINCT FROM OLD.price_minor) THEN
    INSERT INTO public.rollup_due (tenant_id, at) VALUES (NEW.tenant_id, NEW.bought_at);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintenance.note_open_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'scanship_migrator' AND NEW.state IS DISTINCT FROM OLD.state
      AND (NEW.state IN ('unknown', 'disputed') OR OLD.state IN ('unknown', 'disputed')) THEN
    INSERT INTO public.rollup_due (tenant_id, at) VALUES (NEW.tenant_id, now());
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintenance.note_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'scanship_migrator' THEN
    INSERT INTO public.audit_pending (tenant_id, event_id) VALUES (NEW.tenant_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;
