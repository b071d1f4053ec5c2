-- How many calls a carrier credential may still make, shared by every worker. A lost bucket only means a full one.
CREATE TABLE quota_buckets (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  key text COLLATE "C" NOT NULL,
  tokens float8 NOT NULL,
  taken boolean NOT NULL,                      -- whether the last request got a token
  refilled_at timestamptz NOT NULL,
  paused_until timestamptz,
  PRIMARY KEY (tenant_id, key)
);
SELECT maintenance.secure_table('quota_buckets');
