-- A customer that goes to another franchise (docs/decisions/0427-moving-a-customer.md): a new customer below the other franchise gets what
-- belongs to the company, in small steps that bear being killed; the former one keeps its books and may not ship any more.
ALTER TABLE tenants ADD COLUMN moved_at timestamptz;  -- another customer has taken its place: nothing is bought for this one

CREATE TABLE customer_moves (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- the operator: neither franchise learns of the other
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES tenants,
  franchise_id uuid NOT NULL REFERENCES tenants,
  successor_id uuid NOT NULL REFERENCES tenants,
  to_franchise_id uuid NOT NULL REFERENCES tenants,
  state text COLLATE "C" NOT NULL DEFAULT 'carrying' CHECK (state IN ('carrying', 'moved', 'undoing', 'undone')),
  step int NOT NULL DEFAULT 0,                   -- steps that are done
  asked_by uuid NOT NULL,                        -- of the operator
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_moves_open ON customer_moves (tenant_id, customer_id) WHERE state <> 'undone';
CREATE UNIQUE INDEX customer_moves_successor ON customer_moves (tenant_id, successor_id);
CREATE INDEX customer_moves_work ON customer_moves (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('customer_moves', 'keep');
SELECT maintenance.allow_system('customer_moves', 'tenant_id, id, due_at, lease_until');

-- Nothing is bought for a customer whose place another one has taken, whichever moment the purchase looked at; what it bought before is still
-- picked up and voided.
CREATE FUNCTION maintenance.unless_moved() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM public.tenants WHERE id = NEW.tenant_id AND moved_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the company % ships below another franchise', NEW.tenant_id
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_unless_moved';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION maintenance.unless_moved() FROM PUBLIC;
CREATE TRIGGER purchases_unless_moved BEFORE INSERT ON purchases FOR EACH ROW
  WHEN (NEW.state IN ('planned', 'reserved') AND session_user <> 'scanship_migrator')
  EXECUTE FUNCTION maintenance.unless_moved();
