-- Whom a franchise lends a carrier account to, and without which of its services (docs/decisions/0023-lent-accounts.md). The grant of the
-- customer stays what everybody asks: it is in force exactly while the account is lent, and says which services are left out.

CREATE TABLE account_lendings (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- who lends: a franchise to its customers, the operator to franchises
  id uuid NOT NULL,
  account_id uuid NOT NULL,                    -- its own, or one that is lent to it
  buyer_kind text COLLATE "C" NOT NULL CHECK (buyer_kind IN ('everybody', 'plan', 'group', 'buyer')),
  buyer_id uuid,                               -- of plans, of customer_groups, or a tenant below; null: everybody
  lent boolean NOT NULL,
  left_out jsonb NOT NULL DEFAULT '[]',         -- codes of services that are not lent
  changed_by uuid,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((buyer_kind = 'everybody') = (buyer_id IS NULL))
);
CREATE UNIQUE INDEX account_lendings_buyer ON account_lendings (tenant_id, account_id, buyer_id) NULLS NOT DISTINCT;
SELECT maintenance.secure_table('account_lendings');

ALTER TABLE account_grants ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';

-- The one place that decides: of what a lender says of an account the line for the fewest counts, alone, as with mark-ups: the buyer's
-- own, else its group's, else its plan's, else everybody's. No row: lent with all services.
CREATE FUNCTION maintenance.counting_lending(lender uuid, buyer uuid, account uuid)
  RETURNS TABLE (buyer_kind text, buyer_id uuid, lent boolean, left_out jsonb) LANGUAGE sql STABLE AS $$
  SELECT l.buyer_kind, l.buyer_id, l.lent, l.left_out FROM public.account_lendings AS l
  LEFT JOIN public.franchise_customers AS c ON c.tenant_id = lender AND c.customer_id = buyer
  LEFT JOIN public.plans AS p ON p.tenant_id = lender AND p.code = c.plan_code
  WHERE l.tenant_id = lender AND l.account_id = account
    AND (l.buyer_id IS NULL OR l.buyer_id = buyer OR l.buyer_id = c.group_id OR l.buyer_id = p.id)
  ORDER BY CASE l.buyer_kind WHEN 'buyer' THEN 0 WHEN 'group' THEN 1 WHEN 'plan' THEN 2 ELSE 3 END LIMIT 1
$$;
REVOKE ALL ON FUNCTION maintenance.counting_lending(uuid, uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.counting_lending(uuid, uuid, uuid) TO app_tenant;

-- Through both levels: what the operator leaves out for a franchise its customers have not either.
CREATE FUNCTION maintenance.lending_holds(shipper uuid, owner uuid, account uuid, OUT lent boolean, OUT left_out jsonb) LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_and(r.lent), true), coalesce(jsonb_agg(DISTINCT s.code) FILTER (WHERE s.code IS NOT NULL), '[]')
  FROM public.tenants AS t
  CROSS JOIN LATERAL (
    SELECT t.realm_id AS lender, t.id AS buyer WHERE t.kind = 'customer'
    UNION ALL SELECT owner, CASE t.kind WHEN 'customer' THEN t.realm_id ELSE t.id END
      WHERE t.kind <> 'customer' OR owner <> t.realm_id) AS level
  CROSS JOIN LATERAL maintenance.counting_lending(level.lender, level.buyer, account) AS r
  LEFT JOIN LATERAL jsonb_array_elements_text(r.left_out) AS s(code) ON true
  WHERE t.id = shipper
$$;
REVOKE ALL ON FUNCTION maintenance.lending_holds(uuid, uuid, uuid) FROM PUBLIC;

-- Whoever says to whom an account is lent holds the first; whoever brings a grant into force, or changes what a customer is in, the second:
-- it then sees what the other said, or is seen by it.
CREATE FUNCTION maintenance.lendings_lock(lender uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('lendings ' || lender, 0) $$;
REVOKE ALL ON FUNCTION maintenance.lendings_lock(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.lendings_lock(uuid) TO app_tenant;

-- No grant of somebody else's account comes into force, or gets services back, against what is said of its lending: whichever command or
-- release writes it.
CREATE FUNCTION maintenance.keep_to_lending() RETURNS trigger
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
  IF NOT held.lent AND TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  IF NOT held.lent THEN NEW.valid_to := now(); END IF;
  NEW.left_out := held.left_out;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION maintenance.keep_to_lending() FROM PUBLIC;
CREATE TRIGGER account_grants_lending BEFORE INSERT OR UPDATE OF valid_to, left_out ON account_grants FOR EACH ROW
  WHEN (NEW.owner_tenant_id <> NEW.tenant_id AND NEW.valid_to IS NULL) EXECUTE FUNCTION maintenance.keep_to_lending();

-- Brings grants into line: of all below a lender, or of one customer.
CREATE FUNCTION maintenance.follow_lendings(lender uuid, only_account uuid, only_customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE account_grants AS g SET left_out = h.left_out, valid_to = CASE WHEN h.lent THEN NULL ELSE now() END
    FROM (SELECT o.tenant_id, o.id, held.lent, held.left_out FROM account_grants AS o
      CROSS JOIN LATERAL maintenance.lending_holds(o.tenant_id, o.owner_tenant_id, o.account_id) AS held
      WHERE o.valid_to IS NULL AND o.owner_tenant_id <> o.tenant_id AND (only_account IS NULL OR o.account_id = only_account)
        AND CASE WHEN only_customer IS NULL
          THEN o.owner_tenant_id = lender OR o.tenant_id IN (SELECT t.id FROM tenants AS t WHERE t.realm_id = lender AND t.kind = 'customer')
          ELSE o.tenant_id = only_customer END) AS h
    WHERE g.tenant_id = h.tenant_id AND g.id = h.id AND g.valid_to IS NULL AND (NOT h.lent OR g.left_out <> h.left_out);
  -- What a customer had before it has again as the same grant: its rules and presets name it, and its own switches stand.
  WITH lendable AS MATERIALIZED (
    SELECT t.id AS customer_id, f.owner_tenant_id, f.account_id, f.slug, f.name, f.mode, (SELECT e.id FROM account_grants AS e
        WHERE e.tenant_id = t.id AND e.owner_tenant_id = f.owner_tenant_id AND e.account_id = f.account_id
        ORDER BY e.valid_to DESC, e.id DESC LIMIT 1) AS former
    FROM account_grants AS f JOIN tenants AS t ON t.realm_id = lender AND t.kind = 'customer' AND t.state <> 'closed'
    CROSS JOIN LATERAL maintenance.lending_holds(t.id, f.owner_tenant_id, f.account_id) AS held
    WHERE f.tenant_id = lender AND f.valid_to IS NULL AND held.lent
      AND (only_account IS NULL OR f.account_id = only_account) AND (only_customer IS NULL OR t.id = only_customer)
      AND NOT EXISTS (SELECT FROM account_grants AS g WHERE g.tenant_id = t.id AND g.owner_tenant_id = f.owner_tenant_id
        AND g.account_id = f.account_id AND g.valid_to IS NULL)
  ), again AS (
    UPDATE account_grants AS g SET valid_to = NULL, name = l.name FROM lendable AS l
      WHERE g.tenant_id = l.customer_id AND g.id = l.former
  )
  INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
    SELECT customer_id, uuidv7(), owner_tenant_id, account_id, slug, name, mode FROM lendable WHERE former IS NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.follow_lendings(uuid, uuid, uuid) FROM PUBLIC;

CREATE FUNCTION maintenance.lending_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  said account_lendings := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF session_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(maintenance.lendings_lock(said.tenant_id));
  PERFORM maintenance.follow_lendings(said.tenant_id, said.account_id, (SELECT t.id FROM tenants AS t
    WHERE said.buyer_kind = 'buyer' AND t.id = said.buyer_id AND t.realm_id = said.tenant_id AND t.kind = 'customer'));
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.lending_changed() FROM PUBLIC;
CREATE TRIGGER account_lendings_changed AFTER INSERT OR UPDATE OR DELETE ON account_lendings
  FOR EACH ROW EXECUTE FUNCTION maintenance.lending_changed();

CREATE FUNCTION maintenance.customer_moved() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF session_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(maintenance.lendings_lock(NEW.tenant_id));
  IF EXISTS (SELECT FROM account_lendings WHERE tenant_id = NEW.tenant_id AND buyer_kind IN ('plan', 'group')) THEN
    PERFORM maintenance.follow_lendings(NEW.tenant_id, NULL, NEW.customer_id);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.customer_moved() FROM PUBLIC;
CREATE TRIGGER franchise_customers_lending AFTER UPDATE OF plan_code, group_id ON franchise_customers FOR EACH ROW
  WHEN (OLD.plan_code IS DISTINCT FROM NEW.plan_code OR OLD.group_id IS DISTINCT FROM NEW.group_id)
  EXECUTE FUNCTION maintenance.customer_moved();
