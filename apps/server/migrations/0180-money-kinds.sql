-- What a level owes its own sales agents stands on an account of its own.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_kind_check
  CHECK (kind IN ('wallet', 'receivable', 'payable', 'revenue', 'cost', 'tax', 'clearing', 'commission'));
