-- What the accounts of a level's book are called in its accounting program.
CREATE TABLE accounting_names (
  tenant_id uuid NOT NULL REFERENCES tenants,
  program text COLLATE "C" NOT NULL CHECK (program IN ('quickbooks', 'xero')),
  name text COLLATE "C" NOT NULL,
  account text NOT NULL CHECK (account <> '' AND length(account) <= 100),
  PRIMARY KEY (tenant_id, program, name)
);
SELECT maintenance.secure_table('accounting_names', 'edit');
