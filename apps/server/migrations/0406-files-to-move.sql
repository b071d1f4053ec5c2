-- Files that wait for the bucket. Apart from 0405, which keeps readers out of blobs as long as it lasts: this one reads the whole table.
CREATE INDEX blobs_move_work ON blobs (created_at, tenant_id, sha256) WHERE may_move AND place = 'db';
