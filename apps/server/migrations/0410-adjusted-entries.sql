-- What carriers charged or gave back later, as it stands in the books, an entry a row and beside one another: a report adds up a year
-- of them without looking for each among all postings. Kept by the database with the postings, whichever release writes them.
CREATE TABLE adjusted_entries (
  tenant_id uuid NOT NULL REFERENCES tenants,
  currency char(3) NOT NULL,
  occurred_at timestamptz NOT NULL,
  entry_id uuid NOT NULL,
  revenue_minor int8 NOT NULL,
  cost_minor int8 NOT NULL,
  PRIMARY KEY (tenant_id, currency, occurred_at, entry_id) INCLUDE (revenue_minor, cost_minor)
);
SELECT maintenance.secure_table('adjusted_entries', 'append');

CREATE FUNCTION maintenance.keep_adjusted_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A restore brings them with it.
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  INSERT INTO public.adjusted_entries (tenant_id, currency, occurred_at, entry_id, revenue_minor, cost_minor)
    SELECT e.tenant_id, p.currency, e.occurred_at, e.id,
      coalesce(-sum(p.amount_minor) FILTER (WHERE a.kind = 'revenue'), 0), coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'cost'), 0)
    -- One plan is kept for what comes once as a label and once as thousands of entries. OFFSET 0 has each looked up by its key: what the
    -- planner thinks of `posted` must not have it begin with all adjustments of the tenant, for every label that is bought.
    FROM posted p
    CROSS JOIN LATERAL (SELECT * FROM public.entries WHERE tenant_id = p.tenant_id AND id = p.entry_id OFFSET 0) e
    CROSS JOIN LATERAL (SELECT * FROM public.accounts WHERE tenant_id = p.tenant_id AND id = p.account_id OFFSET 0) a
    WHERE e.source_kind = 'adjustment'
    GROUP BY e.tenant_id, p.currency, e.occurred_at, e.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.keep_adjusted_entries() FROM PUBLIC;
-- All postings of an entry are written by one statement. Making the trigger waits for whoever writes, and others wait until the rows
-- below are there: theirs are kept by the trigger.
CREATE TRIGGER postings_came AFTER INSERT ON postings
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION maintenance.keep_adjusted_entries();

INSERT INTO adjusted_entries (tenant_id, currency, occurred_at, entry_id, revenue_minor, cost_minor)
  SELECT e.tenant_id, p.currency, e.occurred_at, e.id,
    coalesce(-sum(p.amount_minor) FILTER (WHERE a.kind = 'revenue'), 0), coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'cost'), 0)
  FROM entries e
  JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
  JOIN accounts a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
  WHERE e.source_kind = 'adjustment'
  GROUP BY e.tenant_id, p.currency, e.occurred_at, e.id;
