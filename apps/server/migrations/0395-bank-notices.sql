-- Bookings that two notices of a bank (camt.054) tell alike are two; and what a notice tells in other words than a statement is one.
ALTER TABLE bank_lines ADD COLUMN notice text COLLATE "C" NOT NULL DEFAULT ''; -- number of the notice it came in
-- The kind of the message was not kept so far: statements have balances, notices have none.
UPDATE bank_lines AS l SET source = CASE WHEN f.opening_day IS NULL AND f.closing_day IS NULL THEN 'camt:Ntfctn' ELSE 'camt:Stmt' END
  FROM bank_files AS f WHERE f.tenant_id = l.tenant_id AND f.id = l.file_id AND l.source = 'camt';
-- What a file says of its account goes when it is taken back. ISO 20022 names the account always; of tables nobody knows any more.
ALTER TABLE bank_files ADD COLUMN account_number text; -- null: it names none
UPDATE bank_files AS f SET account_number = a.number FROM bank_accounts AS a
  WHERE a.tenant_id = f.tenant_id AND a.id = f.account_id AND f.source = 'camt';
UPDATE bank_files SET source = CASE WHEN opening_day IS NULL AND closing_day IS NULL THEN 'camt:Ntfctn' ELSE 'camt:Stmt' END
  WHERE source = 'camt';
