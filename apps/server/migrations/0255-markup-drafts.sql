-- Mark-ups as drafts, and versions that begin on a day (docs/decisions/0255-prices-change-safely.md).

-- A change that is being prepared: one of each plan, of the level that earns, for everybody there who may set prices.
CREATE TABLE markup_drafts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  buyer_tenant_id uuid REFERENCES tenants,     -- null: of the default
  used boolean NOT NULL DEFAULT true,
  note text NOT NULL DEFAULT '',
  rules jsonb NOT NULL,
  based_on int NOT NULL,                       -- version of the plan it was begun on
  version int NOT NULL DEFAULT 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX markup_drafts_buyer ON markup_drafts (tenant_id, buyer_tenant_id) NULLS NOT DISTINCT;
SELECT maintenance.secure_table('markup_drafts');

-- From when a version holds; it holds until the next one begins. What the validity of rules says, said of the version; `used` of a
-- plan is the same for the release before, which knows no versions that begin later.
ALTER TABLE markup_versions ADD COLUMN starts_at timestamptz, ADD COLUMN restores int,
  ADD COLUMN withdrawn_at timestamptz, ADD COLUMN withdrawn_by uuid;
UPDATE markup_versions SET starts_at = created_at;
CREATE INDEX markup_versions_holding ON markup_versions (tenant_id, plan_id, starts_at DESC) WHERE withdrawn_at IS NULL;
CREATE INDEX markup_versions_dated ON markup_versions (starts_at) WHERE starts_at > created_at;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON markup_versions TO app_tenant;

-- A process of the release before saves without a beginning: it holds at once. While a version waits it would leave the rules that
-- hold until then beside its own, so its save is refused.
CREATE FUNCTION maintenance.begin_saved_markups() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.markup_versions AS v WHERE v.tenant_id = NEW.tenant_id AND v.plan_id = NEW.plan_id
      AND v.starts_at > clock_timestamp() AND v.withdrawn_at IS NULL) THEN
    RAISE EXCEPTION 'mark-ups that wait for their day are changed by processes of the newer release only';
  END IF;
  NEW.starts_at := NEW.created_at;
  RETURN NEW;
END $$;
CREATE TRIGGER markup_versions_begin BEFORE INSERT ON markup_versions FOR EACH ROW WHEN (NEW.starts_at IS NULL)
  EXECUTE FUNCTION maintenance.begin_saved_markups();

-- Own mark-ups that are switched on or off by a version whose day has come: for the release before alone. Answers of how many plans.
CREATE FUNCTION maintenance.follow_dated_markups() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  done int;
BEGIN
  UPDATE public.markup_plans AS p SET used = h.used
  FROM (SELECT DISTINCT tenant_id, plan_id FROM public.markup_versions
      WHERE starts_at > created_at AND starts_at BETWEEN clock_timestamp() - interval '7 days' AND clock_timestamp()) AS d,
    LATERAL (SELECT v.used FROM public.markup_versions AS v WHERE v.tenant_id = d.tenant_id AND v.plan_id = d.plan_id
      AND v.withdrawn_at IS NULL AND v.starts_at <= clock_timestamp() ORDER BY v.starts_at DESC, v.version DESC LIMIT 1) AS h
  WHERE p.tenant_id = d.tenant_id AND p.id = d.plan_id AND p.used <> h.used;
  GET DIAGNOSTICS done = ROW_COUNT;
  RETURN done;
END $$;
REVOKE ALL ON FUNCTION maintenance.follow_dated_markups() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.follow_dated_markups() TO app_system;
