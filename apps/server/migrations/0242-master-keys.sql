-- Which master keys this database was sealed with, each with a value that only that key opens. A process whose keys open none
-- of them does not start, instead of sealing new secrets with a key that nobody keeps.
CREATE TABLE master_keys (
  key_id text COLLATE "C" PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{8}$'),
  canary bytea,                                -- absent: known from what was sealed before this table, not yet seen at a start
  first_used timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE master_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE master_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY migrator_rows ON master_keys TO scanship_migrator USING (true) WITH CHECK (true);
CREATE POLICY system_rows ON master_keys TO app_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (canary) ON master_keys TO app_system;

INSERT INTO master_keys (key_id)
SELECT DISTINCT key_id FROM (SELECT key_id FROM secrets UNION ALL SELECT key_id FROM credentials) AS used
 WHERE key_id ~ '^[0-9a-f]{8}$'
ON CONFLICT DO NOTHING;
