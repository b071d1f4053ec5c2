-- A seller's own host for the pages of buyers. Several sellers may name a host; proved it belongs to one, the one whose record its zone
-- holds. It leads to pages of buyers and nothing else; franchises' hosts are in `hosts`.
CREATE TABLE buyer_hosts (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  host text COLLATE "C" NOT NULL CHECK (host <> ''),           -- lower case, without port
  token text COLLATE "C" NOT NULL,                             -- value of the record that proves ownership
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'proved')),
  finding text,                                                -- of the last look-up, in words
  checked_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX buyer_hosts_proved ON buyer_hosts (host) WHERE state = 'proved';
SELECT maintenance.secure_table('buyer_hosts');
-- Whose host it is is known before a tenant is; who has proved it loses it to whoever the zone names by now.
SELECT maintenance.allow_system('buyer_hosts', 'tenant_id, host, token, state', 'state, finding');
