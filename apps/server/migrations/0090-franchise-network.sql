-- What the network of franchises needs: who acts for whom, customers of a franchise, senders, audit leaves, roll-ups.

-- The people who act as this session's user, outermost first: [{realmId, sessionId, userId, userName, fullName, role,
-- tenantName, since, reason}]. Written once when the session is opened. The impersonator may sign in elsewhere (a super
-- admin in the platform's realm), so the parent is named with its realm and no foreign key can hold it.
ALTER TABLE sessions ADD COLUMN actors jsonb NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN parent_realm_id uuid;
ALTER TABLE sessions DROP CONSTRAINT sessions_realm_id_parent_session_id_fkey;

-- What the last look at a host's proof found, in words.
ALTER TABLE hosts ADD COLUMN checked_at timestamptz;
ALTER TABLE hosts ADD COLUMN finding text;

-- A franchise's own mail address; used only while verified.
CREATE TABLE mail_senders (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  address text NOT NULL,
  domain text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,             -- value of the record that proves ownership
  state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'failed')),
  checks jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT maintenance.secure_table('mail_senders');

-- The franchise's record of its customers. Name, state and plan repeat the tenants row, which the franchise cannot read,
-- and are written in the same transaction with it.
CREATE TABLE franchise_customers (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the franchise
  customer_id uuid NOT NULL REFERENCES tenants,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,          -- lower case
  state text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'closed')),
  plan_code text COLLATE "C" NOT NULL CHECK (plan_code IN ('Basic', 'Standard', 'Advanced')),
  agent_user_id uuid,                          -- of the franchise's realm
  note text NOT NULL DEFAULT '',
  terms_days int NOT NULL DEFAULT 30 CHECK (terms_days BETWEEN 0 AND 180),
  credit_note text NOT NULL DEFAULT '',
  suspended_reason text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, customer_id)
);
CREATE INDEX franchise_customers_name ON franchise_customers (tenant_id, name_key, customer_id);
CREATE INDEX franchise_customers_agent ON franchise_customers (tenant_id, agent_user_id, customer_id);
SELECT maintenance.secure_table('franchise_customers', 'keep');
INSERT INTO franchise_customers (tenant_id, customer_id, name, name_key, state, plan_code, created_at)
  SELECT realm_id, id, name, lower(name), state, plan_code, created_at FROM tenants WHERE kind = 'customer';

-- Labels and money by day. Under a customer: its own (party_id is itself). Under a franchise: a row per customer, with
-- what the franchise sold and bought its labels for. Under the platform: a row per franchise.
CREATE TABLE usage_days (
  tenant_id uuid NOT NULL REFERENCES tenants,
  party_id uuid NOT NULL REFERENCES tenants,
  day date NOT NULL,                           -- in the time zone of tenant_id
  slug text COLLATE "C" NOT NULL,
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL,                         -- that stand
  voided int NOT NULL,
  spend_minor int8 NOT NULL,                   -- what the shipper pays for those that stand
  sold_minor int8 NOT NULL DEFAULT 0,          -- what tenant_id sold them for, where it is a seller in the chain
  cost_minor int8 NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, party_id, day, slug, test, currency)
);
CREATE INDEX usage_days_day ON usage_days (tenant_id, day, party_id);
SELECT maintenance.secure_table('usage_days');

-- How a party stands, made anew with its roll-up and every hour.
CREATE TABLE usage_figures (
  tenant_id uuid NOT NULL REFERENCES tenants,
  party_id uuid NOT NULL REFERENCES tenants,
  currency char(3) NOT NULL,
  labels30 int NOT NULL DEFAULT 0,
  spend30_minor int8 NOT NULL DEFAULT 0,
  margin30_minor int8 NOT NULL DEFAULT 0,
  last_label_at timestamptz,
  unfulfilled_orders int NOT NULL DEFAULT 0,
  late_orders int NOT NULL DEFAULT 0,
  open_outcomes int NOT NULL DEFAULT 0,
  as_of timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, party_id)
);
SELECT maintenance.secure_table('usage_figures');

-- A day of a tenant whose roll-up is out of date. Every change adds a row of its own, so no two transactions wait for
-- each other, and one that commits late is not lost: the worker takes the rows it sees before it counts.
CREATE TABLE rollup_due (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT maintenance.secure_table('rollup_due', 'append');
SELECT maintenance.allow_system('rollup_due', 'tenant_id, id, at', NULL, 'DELETE');

CREATE FUNCTION maintenance.note_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.bought_at IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.state IS DISTINCT FROM OLD.state
      OR NEW.bought_at IS DISTINCT FROM OLD.bought_at OR NEW.price_minor IS DISTINCT FROM OLD.price_minor) THEN
    INSERT INTO public.rollup_due (tenant_id, at) VALUES (NEW.tenant_id, NEW.bought_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.note_rollup() FROM PUBLIC;
CREATE TRIGGER shipments_rollup AFTER INSERT OR UPDATE ON shipments FOR EACH ROW EXECUTE FUNCTION maintenance.note_rollup();
CREATE INDEX shipments_bought ON shipments (tenant_id, bought_at) WHERE bought_at IS NOT NULL;
INSERT INTO rollup_due (tenant_id, at)
  SELECT DISTINCT ON (tenant_id, bought_at::date) tenant_id, bought_at FROM shipments WHERE bought_at IS NOT NULL;

-- Every audit event waits here until the sealer has hashed it. An event that commits late is sealed later; ids do not
-- decide the order of sealing, so nothing can slip past a seal.
CREATE TABLE audit_pending (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  event_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT maintenance.secure_table('audit_pending', 'append');
SELECT maintenance.allow_system('audit_pending', 'tenant_id, id, event_id', NULL, 'DELETE');

CREATE FUNCTION maintenance.note_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.audit_pending (tenant_id, event_id) VALUES (NEW.tenant_id, NEW.id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.note_audit_event() FROM PUBLIC;
CREATE TRIGGER audit_events_pending AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION maintenance.note_audit_event();
INSERT INTO audit_pending (tenant_id, event_id) SELECT tenant_id, id FROM audit_events;

-- The hash of an event and the seal that holds it; from_id and to_id of a seal are its smallest and greatest event.
CREATE TABLE audit_leaves (
  tenant_id uuid NOT NULL REFERENCES tenants,
  event_id uuid NOT NULL,
  seal_no int8 NOT NULL,
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX audit_leaves_seal ON audit_leaves (tenant_id, seal_no, event_id);
SELECT maintenance.secure_table('audit_leaves', 'append');
REVOKE INSERT ON audit_leaves FROM app_tenant;
SELECT maintenance.allow_system('audit_leaves', 'tenant_id, event_id, seal_no, hash', NULL, 'INSERT');
