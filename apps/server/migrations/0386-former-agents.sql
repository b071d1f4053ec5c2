-- Who looked after a customer before: written when it is assigned to somebody else (franchise_customers.agent_user_id), so that
-- what was sold until then is still earned, and taken back, by who looked after it on that day. Written by the database, whichever
-- release assigns; who did is in the log of acts.
CREATE TABLE former_agents (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  customer_id uuid NOT NULL REFERENCES tenants,
  last_day date NOT NULL,                      -- in the franchise's time zone; since the row before it ended
  agent_user_id uuid,                          -- null: nobody did
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, customer_id, last_day)
);
SELECT maintenance.secure_table('former_agents', 'append');

-- The day of a change is the new agent's. A row that would end on or before the last one is left out: on the same day who looked
-- after it until yesterday stands already, and where the day went back (another time zone, a clock set right) it would take the
-- days before from whom they were given to.
CREATE FUNCTION maintenance.keep_former_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A restore brings the rows with it.
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  INSERT INTO public.former_agents (tenant_id, customer_id, last_day, agent_user_id)
    SELECT NEW.tenant_id, NEW.customer_id, y.day, OLD.agent_user_id
    FROM public.tenants t CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE t.time_zone)::date - 1 AS day) y
    WHERE t.id = NEW.tenant_id AND NOT EXISTS (SELECT FROM public.former_agents f
      WHERE f.tenant_id = NEW.tenant_id AND f.customer_id = NEW.customer_id AND f.last_day >= y.day);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.keep_former_agent() FROM PUBLIC;
CREATE TRIGGER franchise_customers_agent AFTER UPDATE OF agent_user_id ON franchise_customers
  FOR EACH ROW WHEN (OLD.agent_user_id IS DISTINCT FROM NEW.agent_user_id) EXECUTE FUNCTION maintenance.keep_former_agent();
