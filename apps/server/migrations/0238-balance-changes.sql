-- A ledger without hot rows (docs/decisions/0238-ledger-without-hot-rows.md). What a transaction does to a balance is a row of
-- its own here, so that no two transactions wait for each other; the balance is what `balances` says and what came since.
CREATE TABLE balance_changes (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  amount_minor int8 NOT NULL DEFAULT 0,
  reserved_minor int8 NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, account_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts
) WITH (autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 1000);
SELECT maintenance.secure_table('balance_changes', 'append');

-- Every balance, exact at any moment: one statement sees both parts as of one moment.
CREATE VIEW account_balances WITH (security_invoker = true) AS
  SELECT a.tenant_id, a.id AS account_id, a.kind, a.party_tenant_id, a.currency,
    (coalesce(b.amount_minor, 0) + coalesce(c.amount_minor, 0))::int8 AS amount_minor,
    (coalesce(b.reserved_minor, 0) + coalesce(c.reserved_minor, 0))::int8 AS reserved_minor, b.credit_limit_minor
  FROM accounts AS a
  LEFT JOIN balances AS b ON b.tenant_id = a.tenant_id AND b.account_id = a.id
  LEFT JOIN LATERAL (SELECT sum(d.amount_minor)::int8 AS amount_minor, sum(d.reserved_minor)::int8 AS reserved_minor
    FROM balance_changes AS d WHERE d.tenant_id = a.tenant_id AND d.account_id = a.id) AS c ON true
  WHERE b.account_id IS NOT NULL OR c.amount_minor IS NOT NULL;
GRANT SELECT ON account_balances TO app_tenant;

-- Whoever changes a row of `balances` takes in what came since, under the row's lock: the roll-up below, a judged wallet, and a
-- process of the release before, which knows nothing of changes and so reads and judges whole balances.
CREATE FUNCTION maintenance.take_in_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  amount int8;
  reserved int8;
BEGIN
  WITH taken AS (DELETE FROM public.balance_changes AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.account_id = NEW.account_id RETURNING c.amount_minor, c.reserved_minor)
  SELECT coalesce(sum(amount_minor), 0), coalesce(sum(reserved_minor), 0) INTO amount, reserved FROM taken;
  NEW.amount_minor := NEW.amount_minor + amount;
  NEW.reserved_minor := NEW.reserved_minor + reserved;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION maintenance.take_in_changes() FROM PUBLIC;
CREATE TRIGGER balances_take_in BEFORE UPDATE ON balances FOR EACH ROW EXECUTE FUNCTION maintenance.take_in_changes();

-- Rolls changes up into their balances, of at most so many accounts; answers of how many. Several processes may: an account that
-- somebody else has is passed over. One whose amounts cannot be true is left as it is, said aloud, and keeps nobody else waiting.
CREATE FUNCTION maintenance.roll_up_balances(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  due record;
  done int := 0;
BEGIN
  INSERT INTO balances (tenant_id, account_id)
    SELECT c.tenant_id, c.account_id FROM (SELECT DISTINCT tenant_id, account_id FROM balance_changes) AS c
    WHERE NOT EXISTS (SELECT 1 FROM balances AS b WHERE b.tenant_id = c.tenant_id AND b.account_id = c.account_id)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  FOR due IN SELECT b.tenant_id, b.account_id
    FROM (SELECT DISTINCT tenant_id, account_id FROM balance_changes ORDER BY 1, 2 LIMIT most) AS c
    JOIN balances AS b ON b.tenant_id = c.tenant_id AND b.account_id = c.account_id
    ORDER BY 1, 2 FOR NO KEY UPDATE OF b SKIP LOCKED
  LOOP
    BEGIN
      UPDATE balances SET updated_at = now() WHERE tenant_id = due.tenant_id AND account_id = due.account_id;
      done := done + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING 'account % has more given back than was set aside', due.account_id;
    END;
  END LOOP;
  RETURN done;
END $$;
REVOKE ALL ON FUNCTION maintenance.roll_up_balances(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION maintenance.roll_up_balances(int) TO app_system;

COMMENT ON COLUMN balances.through_entry IS 'not kept any more; goes two releases after 0238';
