-- Spells in which a store did not work: people are told once when one begins and once when it is over.
CREATE TABLE store_spells (
  tenant_id uuid NOT NULL,
  store_id uuid NOT NULL,
  began_at timestamptz NOT NULL,
  reason text COLLATE "C" NOT NULL,            -- as in the exceptions inbox
  told int NOT NULL DEFAULT 0,                 -- mails that told of it
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, store_id, began_at),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE
);
CREATE UNIQUE INDEX store_spells_open ON store_spells (tenant_id, store_id) WHERE ended_at IS NULL;
SELECT maintenance.secure_table('store_spells');
SELECT maintenance.allow_system('store_spells', 'tenant_id, store_id, ended_at');

-- What the watch looks at across tenants: states and times, nothing of what a store holds.
GRANT SELECT (last_ok_at) ON stores TO app_system;
GRANT SELECT (failures) ON sync_streams TO app_system;
