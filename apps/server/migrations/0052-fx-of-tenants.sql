-- A tenant's own exchange rates win over those above it, and these over the operator's (fx_rates).
CREATE TABLE tenant_fx_rates (
  tenant_id uuid NOT NULL REFERENCES tenants,
  base char(3) NOT NULL,
  quote char(3) NOT NULL,
  day date NOT NULL,
  rate_e9 int8 NOT NULL CHECK (rate_e9 > 0),   -- quote units for one base unit, times 10^9
  source text COLLATE "C" NOT NULL,
  entered_by uuid,
  entered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, base, quote, day)
);
SELECT maintenance.secure_table('tenant_fx_rates');

-- The newest rate of a pair on or before a day, without reading the years before it.
CREATE INDEX fx_rates_pair ON fx_rates (base, quote, day DESC);
