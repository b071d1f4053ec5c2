-- What a carrier's words mean where they tell nothing by themselves: said once for an account, used for later invoices too.
CREATE TABLE bill_words (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  label text COLLATE "C" NOT NULL,
  charge_kind text COLLATE "C" NOT NULL,
  said_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, label),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts
);
SELECT maintenance.secure_table('bill_words', 'keep');
