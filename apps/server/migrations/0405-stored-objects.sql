-- Bytes of documents may lie in a bucket (decision 0405). What may go there is marked by who stores it: what nothing but documents and
-- print jobs refer to. Rows of before are marked by `move-files to-bucket`.
ALTER TABLE blobs ADD COLUMN may_move boolean NOT NULL DEFAULT false;
SELECT maintenance.allow_system('blobs', 'tenant_id, sha256, size, place, created_at, may_move');

-- Objects of the bucket that no row refers to: an upload that has begun, what rows have left, what has to be forgotten.
CREATE TABLE object_removals (
  tenant_id uuid NOT NULL REFERENCES tenants,
  sha256 text COLLATE "C" NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  why text COLLATE "C" NOT NULL CHECK (why IN ('begun', 'left', 'erased')),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_until timestamptz,                       -- while it is being removed
  PRIMARY KEY (tenant_id, sha256, object_key)
);
CREATE INDEX object_removals_work ON object_removals (why, since);
SELECT maintenance.secure_table('object_removals');
SELECT maintenance.allow_system('object_removals', 'tenant_id, sha256, object_key, why, since, lease_until');

CREATE FUNCTION maintenance.object_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A restore may be of a copy: what lies in the bucket is the other installation's.
  IF current_user = 'scanship_migrator' THEN RETURN NULL; END IF;
  INSERT INTO public.object_removals (tenant_id, sha256, object_key, why) VALUES (OLD.tenant_id, OLD.sha256, OLD.object_key, 'left')
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.object_left() FROM PUBLIC;
CREATE TRIGGER blobs_went AFTER DELETE ON blobs
  FOR EACH ROW WHEN (OLD.object_key IS NOT NULL) EXECUTE FUNCTION maintenance.object_left();
CREATE TRIGGER blobs_came_back AFTER UPDATE OF object_key ON blobs
  FOR EACH ROW WHEN (OLD.object_key IS NOT NULL AND NEW.object_key IS DISTINCT FROM OLD.object_key) EXECUTE FUNCTION maintenance.object_left();
