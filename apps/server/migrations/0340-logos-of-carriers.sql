-- Logos of carriers and stores that a franchise may use: the hash of one of its files by the key of what it stands for.
ALTER TABLE branding ADD COLUMN carrier_logos jsonb NOT NULL DEFAULT '{}';
