-- Tax and customs numbers of a company (decision 0199).

CREATE TABLE tax_ids (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('IOSS', 'VOEC', 'EORI', 'VAT', 'GST', 'BN', 'EIN')),
  number text NOT NULL,
  country_code char(2) NOT NULL,
  scope text COLLATE "C" NOT NULL,             -- where it counts: a country, XI, or EU
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
-- Of two numbers of one kind nobody could say which a parcel bears.
CREATE UNIQUE INDEX tax_ids_one ON tax_ids (tenant_id, kind, scope);
SELECT maintenance.secure_table('tax_ids');
