-- The live channel (platform/live): what changes says so by NOTIFY when its transaction commits. Each notice has an id of its
-- own, which is a place in the order of all notices, the same for every process; names at most 100 ids, to stay below the
-- 8,000 bytes that a notice may have. What the owner writes (a backup that is restored, a migration) is no news.

CREATE FUNCTION maintenance.announce_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  FOR one IN
    SELECT tenant_id, sum(n) AS n, jsonb_object_agg(tab, n) AS tabs FROM (SELECT tenant_id, tab, count(*) AS n FROM fresh GROUP BY 1, 2) AS by_tab
    GROUP BY tenant_id
  LOOP
    PERFORM pg_notify('scanship_live', jsonb_build_object('i', gen_random_uuid(), 't', one.tenant_id, 'k', 'orders', 'm', one.n > 100,
      'd', one.tabs, 'a', (SELECT jsonb_agg(id) FROM (SELECT id FROM fresh WHERE tenant_id = one.tenant_id LIMIT 100) AS named))::text);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION maintenance.announce_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  FOR one IN SELECT tenant_id, count(*) AS n FROM fresh GROUP BY tenant_id LOOP
    PERFORM pg_notify('scanship_live', jsonb_build_object('i', gen_random_uuid(), 't', one.tenant_id, 'k', 'orders', 'm', one.n > 100,
      'd', coalesce((SELECT jsonb_object_agg(tab, n) FROM (
        SELECT tab, sum(x) AS n FROM (
          SELECT tab, 1 AS x FROM fresh WHERE tenant_id = one.tenant_id
          UNION ALL SELECT tab, -1 FROM former WHERE tenant_id = one.tenant_id) AS moves
        GROUP BY tab HAVING sum(x) <> 0) AS moved), '{}'),
      'c', (SELECT jsonb_agg(id) FROM (SELECT id FROM fresh WHERE tenant_id = one.tenant_id LIMIT 100) AS named))::text);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_live_new AFTER INSERT ON orders
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION maintenance.announce_new_orders();
CREATE TRIGGER orders_live_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION maintenance.announce_changed_orders();

-- How many things need a person is counted by whoever tells people.
CREATE FUNCTION maintenance.announce_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scanship_live', jsonb_build_object('i', gen_random_uuid(), 't', NEW.tenant_id, 'k', 'exceptions')::text);
  RETURN NULL;
END $$;
CREATE TRIGGER exceptions_live_new AFTER INSERT ON exceptions
  FOR EACH ROW EXECUTE FUNCTION maintenance.announce_exception();
CREATE TRIGGER exceptions_live_changed AFTER UPDATE ON exceptions FOR EACH ROW
  WHEN ((OLD.resolved_at IS NULL) <> (NEW.resolved_at IS NULL) OR OLD.snoozed_until IS DISTINCT FROM NEW.snoozed_until)
  EXECUTE FUNCTION maintenance.announce_exception();

-- A run of a store's orders began or ended; a store changed its state.
CREATE FUNCTION maintenance.announce_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scanship_live', jsonb_build_object('i', gen_random_uuid(), 't', NEW.tenant_id, 'k', 'stores',
    's', coalesce(to_jsonb(NEW) ->> 'store_id', to_jsonb(NEW) ->> 'id'))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER stores_live_new AFTER INSERT ON stores FOR EACH ROW EXECUTE FUNCTION maintenance.announce_store();
CREATE TRIGGER stores_live_changed AFTER UPDATE ON stores FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.last_error IS DISTINCT FROM NEW.last_error
    OR OLD.last_ok_at IS DISTINCT FROM NEW.last_ok_at OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION maintenance.announce_store();
CREATE TRIGGER sync_streams_live AFTER UPDATE ON sync_streams FOR EACH ROW
  WHEN (NEW.stream = 'orders' AND (OLD.lease_until IS NULL) <> (NEW.lease_until IS NULL))
  EXECUTE FUNCTION maintenance.announce_store();

-- A session that ends, is parked or locked: its streams end with it, in every process.
CREATE FUNCTION maintenance.announce_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scanship_live', jsonb_build_object('i', gen_random_uuid(), 'k', 'session', 's', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_live AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.frozen_at IS DISTINCT FROM NEW.frozen_at OR OLD.locked_at IS DISTINCT FROM NEW.locked_at)
  EXECUTE FUNCTION maintenance.announce_session();

REVOKE ALL ON FUNCTION maintenance.announce_new_orders(), maintenance.announce_changed_orders(), maintenance.announce_exception(),
  maintenance.announce_store(), maintenance.announce_session() FROM PUBLIC;
