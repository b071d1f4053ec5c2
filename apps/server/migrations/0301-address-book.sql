-- Addresses a customer keeps to use again. `place` is the hash under which the same recipient and place are kept once, `words` what
-- they are searched by, folded.
CREATE TABLE kept_addresses (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  place text COLLATE "C" NOT NULL,
  label text CHECK (length(label) <= 80),
  address jsonb NOT NULL,
  words text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX kept_addresses_place ON kept_addresses (tenant_id, place);
CREATE INDEX kept_addresses_used ON kept_addresses (tenant_id, used_at DESC, id DESC);
SELECT maintenance.secure_table('kept_addresses');
