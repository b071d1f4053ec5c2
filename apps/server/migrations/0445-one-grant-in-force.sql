-- Of one account somebody has one grant in force at the most, whoever lends it at the same time; a line of a lender reaches those it is for
-- (docs/decisions/0023-lent-accounts.md).

-- Of several in force the oldest stays: it is the one whose switches count. Triggers stand aside for whoever migrates.
UPDATE account_grants AS g SET valid_to = now() WHERE g.valid_to IS NULL AND EXISTS (SELECT FROM account_grants AS o
  WHERE o.tenant_id = g.tenant_id AND o.owner_tenant_id = g.owner_tenant_id AND o.account_id = g.account_id AND o.valid_to IS NULL
    AND (o.created_at, o.id) < (g.created_at, g.id));

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

-- Whom a line of a lender is for: its customers, and for what it lends to franchises these and theirs.
CREATE FUNCTION maintenance.lending_concerns(lender uuid, buyer_kind text, buyer_id uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(t.id), '{}') FROM public.tenants AS t
  CROSS JOIN LATERAL (SELECT CASE WHEN t.kind = 'customer' AND t.realm_id <> lender THEN t.realm_id ELSE t.id END AS buyer) AS level
  LEFT JOIN public.franchise_customers AS c ON c.tenant_id = lender AND c.customer_id = level.buyer
  LEFT JOIN public.plans AS p ON p.tenant_id = lender AND p.code = c.plan_code
  WHERE t.id <> lender AND (t.realm_id = lender OR lender = (SELECT o.id FROM public.tenants AS o WHERE o.kind = 'platform'))
    AND CASE lending_concerns.buyer_kind WHEN 'everybody' THEN true WHEN 'plan' THEN p.id = lending_concerns.buyer_id
      WHEN 'group' THEN c.group_id = lending_concerns.buyer_id ELSE level.buyer = lending_concerns.buyer_id END
$$;
REVOKE ALL ON FUNCTION maintenance.lending_concerns(uuid, text, uuid) FROM PUBLIC;

DROP FUNCTION maintenance.follow_lendings(uuid, uuid, uuid);
-- Brings grants of the concerned into line: of one account, or of all.
CREATE FUNCTION maintenance.follow_lendings(lender uuid, only_account uuid, concerned uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE account_grants AS g SET left_out = h.left_out, valid_to = CASE WHEN h.lent THEN NULL ELSE now() END
    FROM (SELECT o.tenant_id, o.id, held.lent, held.left_out FROM account_grants AS o
      CROSS JOIN LATERAL maintenance.lending_holds(o.tenant_id, o.owner_tenant_id, o.account_id) AS held
      WHERE o.tenant_id = ANY (concerned) AND o.valid_to IS NULL AND o.owner_tenant_id <> o.tenant_id
        AND (only_account IS NULL OR o.account_id = only_account)) AS h
    WHERE g.tenant_id = h.tenant_id AND g.id = h.id AND g.valid_to IS NULL AND (NOT h.lent OR g.left_out <> h.left_out);
  -- What a customer had before it has again as the same grant: its rules and presets name it, and its own switches stand.
  WITH lendable AS MATERIALIZED (
    SELECT t.id AS customer_id, f.owner_tenant_id, f.account_id, f.slug, f.name, f.mode, (SELECT e.id FROM account_grants AS e
        WHERE e.tenant_id = t.id AND e.owner_tenant_id = f.owner_tenant_id AND e.account_id = f.account_id
        ORDER BY e.valid_to DESC, e.id DESC LIMIT 1) AS former
    FROM account_grants AS f
    JOIN tenants AS t ON t.id = ANY (concerned) AND t.realm_id = lender AND t.kind = 'customer' AND t.state <> 'closed'
    CROSS JOIN LATERAL maintenance.lending_holds(t.id, f.owner_tenant_id, f.account_id) AS held
    WHERE f.tenant_id = lender AND f.valid_to IS NULL AND held.lent AND (only_account IS NULL OR f.account_id = only_account)
      AND NOT EXISTS (SELECT FROM account_grants AS g WHERE g.tenant_id = t.id AND g.owner_tenant_id = f.owner_tenant_id
        AND g.account_id = f.account_id AND g.valid_to IS NULL)
  ), again AS (
    UPDATE account_grants AS g SET valid_to = NULL, name = l.name FROM lendable AS l
      WHERE g.tenant_id = l.customer_id AND g.id = l.former
  )
  INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
    SELECT customer_id, uuidv7(), owner_tenant_id, account_id, slug, name, mode FROM lendable WHERE former IS NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.follow_lendings(uuid, uuid, uuid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION maintenance.lending_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  said account_lendings := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF session_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(maintenance.lendings_lock(said.tenant_id));
  PERFORM maintenance.follow_lendings(said.tenant_id, said.account_id,
    maintenance.lending_concerns(said.tenant_id, said.buyer_kind, said.buyer_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintenance.customer_moved() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF session_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(maintenance.lendings_lock(NEW.tenant_id));
  IF EXISTS (SELECT FROM account_lendings WHERE tenant_id = NEW.tenant_id AND buyer_kind IN ('plan', 'group')) THEN
    PERFORM maintenance.follow_lendings(NEW.tenant_id, NULL, ARRAY[NEW.customer_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintenance.account_renamed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A line, or customers that move, change several grants too: they hold this lock of the realm, and neither waits for rows of the other.
  PERFORM pg_advisory_xact_lock(maintenance.lendings_lock(realm_id)) FROM (SELECT DISTINCT t.realm_id
    FROM account_grants AS g JOIN tenants AS t ON t.id = g.tenant_id
    WHERE g.owner_tenant_id = NEW.tenant_id AND g.account_id = NEW.id AND g.tenant_id <> NEW.tenant_id AND g.name <> NEW.name
    ORDER BY t.realm_id) AS realms;
  UPDATE account_grants SET name = NEW.name
    WHERE owner_tenant_id = NEW.tenant_id AND account_id = NEW.id AND tenant_id <> NEW.tenant_id AND name <> NEW.name;
  RETURN NULL;
END $$;
