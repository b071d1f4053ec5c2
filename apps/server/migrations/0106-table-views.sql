-- One record per user and table holds JSON text as the screens wrote it (decisions 26); shared views belong to the customer.
DROP INDEX table_views_user;
ALTER TABLE table_views
  ALTER COLUMN filters DROP DEFAULT, ALTER COLUMN filter_list DROP DEFAULT, ALTER COLUMN columns DROP DEFAULT,
  ALTER COLUMN filters TYPE text USING filters::text,
  ALTER COLUMN filter_list TYPE text USING filter_list::text,
  ALTER COLUMN columns TYPE text USING columns::text,
  ALTER COLUMN filters SET DEFAULT '{}', ALTER COLUMN filter_list SET DEFAULT '[]', ALTER COLUMN columns SET DEFAULT '[]',
  ADD COLUMN shown_name text NOT NULL DEFAULT '',
  -- Of a shared view: its name without regard to case, who made it, and the roles it is for (an array of ids; empty: everybody).
  ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN role_ids jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN created_by uuid;
CREATE UNIQUE INDEX table_views_user ON table_views (tenant_id, user_id, table_name) WHERE user_id IS NOT NULL;
DROP INDEX table_views_shared;
CREATE UNIQUE INDEX table_views_shared ON table_views (tenant_id, table_name, name_key) WHERE user_id IS NULL;
