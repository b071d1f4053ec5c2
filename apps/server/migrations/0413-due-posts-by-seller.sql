-- A seller's notices by webhook are taken up, and put off, by seller.
CREATE INDEX notice_posts_due ON notice_posts (tenant_id, due_at) WHERE due_at IS NOT NULL;
