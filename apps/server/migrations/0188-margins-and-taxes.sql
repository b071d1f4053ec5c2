-- What decided the price of a sale, kept beside it for who sells: any price can be worked out again, also under other
-- mark-ups. Null in rows that are older, and where nobody sells (the shipper's own row).
ALTER TABLE price_chain ADD COLUMN carrier text COLLATE "C";
ALTER TABLE price_chain ADD COLUMN service text COLLATE "C";
ALTER TABLE price_chain ADD COLUMN zones jsonb;               -- all zones of the destination (domain/destination-zones)
ALTER TABLE price_chain ADD COLUMN billable_g int;            -- of the whole shipment
ALTER TABLE price_chain ADD COLUMN ship_day date;
ALTER TABLE price_chain ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE price_chain ADD COLUMN cost_lines jsonb;          -- quoted to the seller for the whole shipment
ALTER TABLE price_chain ADD COLUMN piece int;                 -- which share of it this purchase is, from 1
ALTER TABLE price_chain ADD COLUMN piece_weights jsonb;       -- weights that the shipment's price is shared by
ALTER TABLE price_chain ADD COLUMN cost_tax_minor int8;       -- of cost_minor; null: not known
ALTER TABLE price_chain ADD COLUMN price_tax_minor int8;      -- of price_minor
CREATE INDEX price_chain_newest ON price_chain (tenant_id, created_at, id);

-- Where a level and those it sells to are for sales taxes. party_id = tenant_id: the level itself.
CREATE TABLE tax_places (
  tenant_id uuid NOT NULL REFERENCES tenants,
  party_id uuid NOT NULL REFERENCES tenants,
  country_code char(2) NOT NULL,
  province_code text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, party_id)
);
SELECT maintenance.secure_table('tax_places');

-- The level's numbers with tax authorities; printed on its invoices. Without one it does not charge that tax.
CREATE TABLE tax_registrations (
  tenant_id uuid NOT NULL REFERENCES tenants,
  authority text COLLATE "C" NOT NULL CHECK (authority IN ('GST-HST', 'QST', 'PST-BC', 'PST-SK', 'PST-MB')),
  number text NOT NULL,
  PRIMARY KEY (tenant_id, authority)
);
SELECT maintenance.secure_table('tax_registrations');

-- Buyers who need not pay a tax, with their certificate.
CREATE TABLE tax_exemptions (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- who sells
  party_id uuid NOT NULL REFERENCES tenants,
  authority text COLLATE "C" NOT NULL CHECK (authority IN ('GST-HST', 'QST', 'PST-BC', 'PST-SK', 'PST-MB')),
  certificate text NOT NULL CHECK (certificate <> ''),
  valid_to date,                               -- included; null: until it is taken back
  PRIMARY KEY (tenant_id, party_id, authority)
);
SELECT maintenance.secure_table('tax_exemptions');
