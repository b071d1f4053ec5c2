-- A person's own language wins over the company's; null: they have not chosen, and the company's counts. Nobody could
-- choose before, so what stands there is the default of the account's creation.
ALTER TABLE users ALTER COLUMN locale DROP NOT NULL;
ALTER TABLE users ALTER COLUMN locale DROP DEFAULT;
SELECT maintenance.backfill('UPDATE users SET locale = NULL', 'users');
