-- The address of a seller's own that notices to buyers come from. Several sellers may name a domain; proved it belongs to one, the
-- one whose key it publishes. Private keys are in `secrets`.
CREATE TABLE sender_domains (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  address text NOT NULL,
  domain text COLLATE "C" NOT NULL CHECK (domain <> ''),       -- lower case, as the name system knows it (xn--)
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'proved', 'broken')),
  selector text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  secret_id uuid NOT NULL,
  next_selector text COLLATE "C",                              -- takes over once its record is found
  next_public_key text COLLATE "C",
  next_secret_id uuid,
  former_selector text COLLATE "C",                            -- signs nothing any more
  former_since timestamptz,
  findings jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(findings) = 'array'),
  taken boolean NOT NULL DEFAULT false,                        -- its record is there, and another seller has proved the domain
  checked_at timestamptz,
  found_at timestamptz,                                        -- when its record was there last
  check_at timestamptz NOT NULL DEFAULT now(),                 -- when it is looked up next
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, secret_id) REFERENCES secrets,
  FOREIGN KEY (tenant_id, next_secret_id) REFERENCES secrets,
  CHECK ((next_selector IS NULL) = (next_public_key IS NULL) AND (next_selector IS NULL) = (next_secret_id IS NULL)),
  CHECK ((former_selector IS NULL) = (former_since IS NULL))
);
CREATE UNIQUE INDEX sender_domains_proved ON sender_domains (domain) WHERE state = 'proved';
CREATE INDEX sender_domains_due ON sender_domains (check_at);
SELECT maintenance.secure_table('sender_domains');
SELECT maintenance.allow_system('sender_domains', 'tenant_id, check_at', 'check_at');
