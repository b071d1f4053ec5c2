-- Services as the carrier last listed them for an account, and accounts that came by signing in at the carrier.
ALTER TABLE carrier_accounts ADD COLUMN listed_services jsonb NOT NULL DEFAULT '[]';
ALTER TABLE carrier_accounts ADD COLUMN listed_at timestamptz;
ALTER TABLE carrier_accounts ADD COLUMN signed_in boolean NOT NULL DEFAULT false;
-- Whose app registration let us in; null: none, or the simulator's own.
ALTER TABLE carrier_accounts ADD COLUMN registration_tenant_id uuid REFERENCES tenants;

-- A sign-in at a carrier that was begun: what it needs to be completed, used once.
CREATE TABLE carrier_consents (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  name text NOT NULL,
  account_id uuid,                             -- an account whose access is renewed
  registration_tenant_id uuid REFERENCES tenants,
  return_to text NOT NULL,
  kept sealed,                                 -- of the connector, from begin to complete
  brought sealed,                              -- what the browser came back with
  created_by uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  returned_at timestamptz,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX carrier_consents_expiry ON carrier_consents (tenant_id, expires_at);
SELECT maintenance.secure_table('carrier_consents');
