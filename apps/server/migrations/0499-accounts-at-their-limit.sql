-- Since when an account has had no calls left for whoever asks; null while half of them or more are there. Known by the moments at which
-- somebody asks, as everything of a bucket is.
ALTER TABLE quota_buckets ADD COLUMN short_since timestamptz;
-- quick: quota_buckets: a row an account that is called, some ten thousand
CREATE INDEX quota_buckets_short ON quota_buckets (short_since) WHERE short_since IS NOT NULL;
SELECT maintenance.allow_system('quota_buckets', 'tenant_id, key, refilled_at, short_since');
