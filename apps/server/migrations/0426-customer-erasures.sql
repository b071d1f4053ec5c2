-- A customer that left and is to be forgotten: asked for by its franchise, begun after days in which it can be taken back, and worked off
-- in small steps that bear being killed (docs/decisions/0425-data-of-a-customer.md).
CREATE TABLE customer_erasures (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- the franchise
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES tenants,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'erasing', 'done', 'withdrawn')),
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  by_actor text,                                 -- who asked in that name
  asked_at timestamptz NOT NULL,
  erase_at timestamptz NOT NULL,                 -- not before
  was_suspended boolean NOT NULL,                -- before it was asked for
  held jsonb NOT NULL DEFAULT '[]',              -- why it did not begin at its time
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  pass int NOT NULL DEFAULT 0,                   -- times that everything was gone through
  pass_rows int8 NOT NULL DEFAULT 0,             -- what this one has found
  erased_rows int8 NOT NULL DEFAULT 0,
  begun_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_erasures_open ON customer_erasures (tenant_id, customer_id) WHERE state IN ('waiting', 'erasing');
CREATE INDEX customer_erasures_work ON customer_erasures (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('customer_erasures', 'keep');
SELECT maintenance.allow_system('customer_erasures', 'tenant_id, id, due_at, lease_until');

-- Whoever deletes a shipment asks what replaces it.
CREATE INDEX shipments_replaces ON shipments (tenant_id, replaces_id) WHERE replaces_id IS NOT NULL;

-- The working roles may not delete of the books, the history and other tables that only grow. For a customer that is being erased, and for
-- no other, these functions do. What is kept of it is named here and in the decision.
CREATE FUNCTION maintenance.being_erased(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM public.customer_erasures e JOIN public.tenants t ON t.id = e.customer_id
    WHERE e.customer_id = customer AND e.state = 'erasing' AND e.tenant_id = t.realm_id
      AND t.kind = 'customer' AND t.state = 'closed';
  IF NOT FOUND THEN RAISE EXCEPTION 'nobody erases the tenant %', customer; END IF;
END $$;
REVOKE ALL ON FUNCTION maintenance.being_erased(uuid) FROM PUBLIC;

-- At most so many rows of one table; answers how many. Files are not for it: their objects in a bucket go by the role that may delete them.
CREATE FUNCTION maintenance.erase_customer_rows(customer uuid, which text, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  parent oid;
  leaf regclass;
  gone int;
  total int := 0;
BEGIN
  PERFORM maintenance.being_erased(customer);
  SELECT c.oid INTO parent FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = which AND c.relkind IN ('r', 'p') AND NOT c.relispartition;
  IF parent IS NULL OR which IN ('audit_events', 'audit_leaves', 'audit_pending', 'audit_seals', 'blobs', 'object_removals') THEN
    RAISE EXCEPTION 'erase_customer_rows: % is not erased', which;
  END IF;
  FOR leaf IN SELECT parent::regclass WHERE (SELECT relkind FROM pg_class WHERE oid = parent) = 'r'
    UNION ALL SELECT relid FROM pg_partition_tree(parent::regclass) WHERE isleaf LOOP
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE tenant_id = $1 LIMIT $2))', leaf)
      USING customer, most - total;
    GET DIAGNOSTICS gone = ROW_COUNT;
    total := total + gone;
    EXIT WHEN total >= most;
  END LOOP;
  RETURN total;
END $$;
REVOKE ALL ON FUNCTION maintenance.erase_customer_rows(uuid, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.erase_customer_rows(uuid, text, int) TO app_system;

-- Rows that refer to rows of their own table, or in a circle, let go of them first.
CREATE FUNCTION maintenance.unlink_customer_rows(customer uuid, which text, link text, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone int;
BEGIN
  PERFORM maintenance.being_erased(customer);
  IF (which, link) NOT IN (('locations', 'store_id'), ('locations', 'return_location_id'), ('manifests', 'document_id'),
    ('print_jobs', 'reprint_of'), ('shipments', 'replaces_id'), ('shipments', 'return_of')) THEN
    RAISE EXCEPTION 'unlink_customer_rows: %.% is no such link', which, link;
  END IF;
  EXECUTE format('UPDATE public.%1$I SET %2$I = NULL WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I
    WHERE tenant_id = $1 AND %2$I IS NOT NULL LIMIT $2))', which, link) USING customer, most;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION maintenance.unlink_customer_rows(uuid, text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.unlink_customer_rows(uuid, text, text, int) TO app_system;

-- What calls to carriers said that were made for the customer with an account of somebody above it. Goes through so many calls of the
-- owner after one; answers the last of them and how many were emptied, and no row when there are no more.
CREATE FUNCTION maintenance.erase_customer_calls(customer uuid, owner uuid, after uuid, most int)
RETURNS TABLE (last_id uuid, emptied int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  seen uuid[];
BEGIN
  PERFORM maintenance.being_erased(customer);
  SELECT array_agg(c.id ORDER BY c.id) INTO seen FROM (SELECT id FROM public.carrier_calls
    WHERE tenant_id = owner AND id > after ORDER BY id LIMIT most) c;
  IF seen IS NULL THEN RETURN; END IF;
  -- What was kept exactly names the same people.
  DELETE FROM public.recorded_calls r USING public.carrier_calls c
    WHERE c.tenant_id = owner AND c.id > after AND c.id <= seen[array_upper(seen, 1)] AND c.shipper_tenant_id = customer
      AND r.tenant_id = c.tenant_id AND r.reference = c.reference;
  UPDATE public.carrier_calls c SET request = NULL, response = NULL, address = NULL
    WHERE c.tenant_id = owner AND c.id > after AND c.id <= seen[array_upper(seen, 1)] AND c.shipper_tenant_id = customer
      AND (c.request IS NOT NULL OR c.response IS NOT NULL OR c.address IS NOT NULL);
  GET DIAGNOSTICS emptied = ROW_COUNT;
  last_id := seen[array_upper(seen, 1)];
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION maintenance.erase_customer_calls(uuid, uuid, uuid, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.erase_customer_calls(uuid, uuid, uuid, int) TO app_system;
