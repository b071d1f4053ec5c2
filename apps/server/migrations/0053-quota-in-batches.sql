-- Calls that a quote makes at the same moment are counted in one statement, so a bucket tells how many it granted.
ALTER TABLE quota_buckets ADD COLUMN granted int NOT NULL DEFAULT 0;   -- to the last request
ALTER TABLE quota_buckets DROP COLUMN taken;
