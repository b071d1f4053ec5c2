-- What carrier accounts said about themselves (their carriers, their services), so that many orders ask it once.
CREATE TABLE account_facts (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  account_key text COLLATE "C" NOT NULL,       -- fingerprint of the credentials: changed ones know nothing yet
  name text COLLATE "C" NOT NULL,
  value jsonb NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_key, name)
);
SELECT maintenance.secure_table('account_facts');
