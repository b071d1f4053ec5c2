-- How much of each budget (calls, bytes, questions, mails ...) was used in its window, shared by every process. Of nobody's
-- tenant: most keys are addresses. Nothing here is worth its write-ahead log: after a crash every budget begins anew.
CREATE UNLOGGED TABLE budget_counters (
  key text COLLATE "C" PRIMARY KEY,            -- budget, and whose: "calls/person 0190..."
  used float8 NOT NULL,
  granted float8 NOT NULL,                     -- to the last request
  ends_at timestamptz NOT NULL                 -- of the window; the database's clock
) WITH (fillfactor = 50);
CREATE INDEX budget_counters_end ON budget_counters (ends_at);
ALTER TABLE budget_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE budget_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY migrator_rows ON budget_counters TO scanship_migrator USING (true) WITH CHECK (true);
CREATE POLICY system_rows ON budget_counters TO app_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON budget_counters TO app_system;
