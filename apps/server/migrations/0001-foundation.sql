-- Tools every later migration uses, and the reference tables that know all tenants.
--
-- Conventions (docs/data-model.md): tenant_id (or realm_id for identity rows) comes first in every primary key,
-- unique index and foreign key; codes and states are text COLLATE "C" with a CHECK; nothing that a list filters by
-- is an enum, an array, numeric or needs lower(), because none of their operators is leakproof under row security.
-- The roles named here are made by the bootstrap, before any migration.

CREATE SCHEMA IF NOT EXISTS maintenance;
GRANT USAGE ON SCHEMA maintenance TO app_system;

-- The alarm clocks (pg-boss) keep their own tables here: ids only, no personal data, outside row security.
CREATE SCHEMA IF NOT EXISTS pgboss;
GRANT ALL ON SCHEMA pgboss TO app_system;

-- Cipher text (AES-GCM). The type marks the column: app_tenant may write it and can never select it.
CREATE DOMAIN sealed AS bytea;

-- Row security, policies and grants of one table, from its columns. Safe to run again, and to be run again
-- after ALTER TABLE ... ADD COLUMN on a table with a sealed column (its SELECT is granted column by column).
--   access: 'edit' read, insert, update, delete; 'keep' no delete; 'append' read and insert only.
CREATE FUNCTION maintenance.secure_table(target regclass, access text DEFAULT 'edit') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  home text;          -- tenant_id or realm_id
  role_name text;     -- who works with it
  context text;       -- the function that names the current tenant or realm
  readable text;
  hidden text;
  key_columns text;
  verbs text := CASE access WHEN 'edit' THEN 'INSERT, UPDATE, DELETE' WHEN 'keep' THEN 'INSERT, UPDATE' WHEN 'append' THEN 'INSERT' END;
BEGIN
  IF verbs IS NULL THEN RAISE EXCEPTION 'secure_table(%): unknown access %', target, access; END IF;
  SELECT a.attname INTO home FROM pg_attribute a
    JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND i.indkey[0] = a.attnum
    WHERE a.attrelid = target AND a.attname IN ('tenant_id', 'realm_id');
  IF home IS NULL THEN RAISE EXCEPTION 'secure_table(%): the primary key must start with tenant_id or realm_id', target; END IF;
  role_name := CASE home WHEN 'tenant_id' THEN 'app_tenant' ELSE 'app_identity' END;
  context := CASE home WHEN 'tenant_id' THEN 'tenant' ELSE 'realm' END;

  SELECT string_agg(quote_ident(attname), ', ') FILTER (WHERE atttypid <> 'sealed'::regtype),
         string_agg(quote_ident(attname), ', ') FILTER (WHERE atttypid = 'sealed'::regtype)
    INTO readable, hidden
    FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped;
  SELECT string_agg(quote_ident(a.attname), ', ') INTO key_columns FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
    WHERE i.indrelid = target AND i.indisprimary;

  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('DROP POLICY IF EXISTS migrator_rows ON %s', target);
  EXECUTE format('CREATE POLICY migrator_rows ON %s TO scanship_migrator USING (true) WITH CHECK (true)', target);
  EXECUTE format('DROP POLICY IF EXISTS own_rows ON %s', target);
  EXECUTE format('CREATE POLICY own_rows ON %1$s TO %2$I USING (%3$I = nullif(current_setting(%4$L, true), %5$L)::uuid) '
    'WITH CHECK (%3$I = nullif(current_setting(%4$L, true), %5$L)::uuid)', target, role_name, home, 'app.' || context, '');
  EXECUTE format('REVOKE ALL ON %s FROM %I', target, role_name);
  EXECUTE format('GRANT %s ON %s TO %I', verbs, target, role_name);
  IF hidden IS NULL THEN
    EXECUTE format('GRANT SELECT ON %s TO %I', target, role_name);
  ELSE
    EXECUTE format('GRANT SELECT (%s) ON %s TO %I', readable, target, role_name);
    -- The opener of sealed columns works for one tenant (or realm) at a time too.
    EXECUTE format('DROP POLICY IF EXISTS sealed_rows ON %s', target);
    EXECUTE format('CREATE POLICY sealed_rows ON %1$s TO app_secrets USING (%2$I = nullif(current_setting(%3$L, true), %4$L)::uuid) '
      'WITH CHECK (%2$I = nullif(current_setting(%3$L, true), %4$L)::uuid)', target, home, 'app.' || context, '');
    EXECUTE format('GRANT SELECT (%s, %s), UPDATE (%s) ON %s TO app_secrets', key_columns, hidden, hidden, target);
  END IF;
END $$;

-- What the system role (queues, inbox, due work, roll-ups) may see of a table across tenants: named columns only.
CREATE FUNCTION maintenance.allow_system(target regclass, readable text, writable text DEFAULT NULL, verbs text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP POLICY IF EXISTS system_rows ON %s', target);
  EXECUTE format('CREATE POLICY system_rows ON %s TO app_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT (%s) ON %s TO app_system', readable, target);
  IF writable IS NOT NULL THEN EXECUTE format('GRANT UPDATE (%s) ON %s TO app_system', writable, target); END IF;
  IF verbs IS NOT NULL THEN EXECUTE format('GRANT %s ON %s TO app_system', verbs, target); END IF;
END $$;

-- Reference tables: every role may need them before it knows a tenant. app_tenant sees its own row only.
CREATE FUNCTION maintenance.secure_reference(target regclass, own_column text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY migrator_rows ON %s TO scanship_migrator USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY reference_rows ON %s TO app_identity USING (true) WITH CHECK (false)', target);
  EXECUTE format('CREATE POLICY system_rows ON %s TO app_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT ON %s TO app_identity', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO app_system', target);
  IF own_column = '*' THEN
    EXECUTE format('CREATE POLICY own_rows ON %s FOR SELECT TO app_tenant USING (true)', target);
    EXECUTE format('GRANT SELECT ON %s TO app_tenant', target);
  ELSIF own_column IS NOT NULL THEN
    EXECUTE format('CREATE POLICY own_rows ON %s FOR SELECT TO app_tenant USING (%I = nullif(current_setting(%L, true), %L)::uuid)',
      target, own_column, 'app.tenant', '');
    EXECUTE format('GRANT SELECT ON %s TO app_tenant', target);
  END IF;
END $$;

-- A change of data in a migration. Under forced row security an UPDATE by a role without a policy touches 0 rows and
-- says nothing; here it fails. The size of the table's files cannot be hidden by a policy, so an installation whose
-- table is still empty passes.
CREATE FUNCTION maintenance.backfill(statement text, target regclass, at_least int8 DEFAULT 1) RETURNS int8
LANGUAGE plpgsql AS $$
DECLARE
  touched int8;
  bytes int8;
BEGIN
  EXECUTE statement;
  GET DIAGNOSTICS touched = ROW_COUNT;
  SELECT coalesce(sum(pg_relation_size(part)), 0) INTO bytes
    FROM (SELECT relid AS part FROM pg_partition_tree(target) UNION SELECT target) AS parts;
  IF touched < at_least AND bytes > 0 THEN
    RAISE EXCEPTION 'Back-fill of % touched % rows, expected at least %: is a row policy in the way?', target, touched, at_least;
  END IF;
  RETURN touched;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA maintenance FROM PUBLIC;

-- One tree: platform > franchise > group* > customer. realm_id is the tenant on whose host its people sign in.
CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  parent_id uuid REFERENCES tenants,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('platform', 'franchise', 'group', 'customer')),
  realm_id uuid NOT NULL REFERENCES tenants DEFERRABLE INITIALLY DEFERRED,
  name text NOT NULL CHECK (name <> ''),
  state text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'closed')),
  plan_id uuid,                          -- a row of the franchise's plans
  plan_code text COLLATE "C" CHECK (plan_code IN ('Basic', 'Standard', 'Advanced')),
  currency char(3) NOT NULL DEFAULT 'CAD',
  time_zone text COLLATE "C" NOT NULL DEFAULT 'America/Toronto',
  locale text COLLATE "C" NOT NULL DEFAULT 'en',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'platform') = (parent_id IS NULL)),
  CHECK (kind <> 'customer' OR plan_code IS NOT NULL)
);
CREATE INDEX tenants_parent ON tenants (parent_id, kind);
CREATE UNIQUE INDEX tenants_one_platform ON tenants (kind) WHERE kind = 'platform';
SELECT maintenance.secure_reference('tenants', 'id');

CREATE TABLE tenant_closure (
  ancestor_id uuid NOT NULL REFERENCES tenants,
  descendant_id uuid NOT NULL REFERENCES tenants,
  depth int NOT NULL CHECK (depth >= 0),
  PRIMARY KEY (ancestor_id, descendant_id)
);
CREATE INDEX tenant_closure_up ON tenant_closure (descendant_id, depth);
SELECT maintenance.secure_reference('tenant_closure');

CREATE TABLE hosts (
  host text COLLATE "C" PRIMARY KEY CHECK (host <> ''),   -- lower case, without port
  tenant_id uuid NOT NULL REFERENCES tenants,
  state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified')),
  dns_token text COLLATE "C",
  mail_domain_state text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (mail_domain_state IN ('none', 'pending', 'verified', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX hosts_tenant ON hosts (tenant_id);
SELECT maintenance.secure_reference('hosts', 'tenant_id');

CREATE TABLE fx_rates (
  day date NOT NULL,
  base char(3) NOT NULL,
  quote char(3) NOT NULL,
  rate_e9 int8 NOT NULL CHECK (rate_e9 > 0),   -- quote units for one base unit, times 10^9
  source text COLLATE "C" NOT NULL,
  PRIMARY KEY (day, base, quote)
);
SELECT maintenance.secure_reference('fx_rates', '*');

-- Content-addressed files. Bytes here first; a job may move old ones to object storage (place = 'object').
CREATE TABLE blobs (
  tenant_id uuid NOT NULL REFERENCES tenants,
  sha256 text COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size int8 NOT NULL CHECK (size >= 0),
  type text COLLATE "C" NOT NULL,               -- media type
  place text COLLATE "C" NOT NULL DEFAULT 'db' CHECK (place IN ('db', 'object')),
  bytes bytea,
  object_key text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, sha256),
  CHECK ((place = 'db') = (bytes IS NOT NULL)),
  CHECK ((place = 'object') = (object_key IS NOT NULL)),
  CHECK (bytes IS NULL OR octet_length(bytes) = size)
);
ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;   -- PDFs and images are compressed already
SELECT maintenance.secure_table('blobs');
SELECT maintenance.allow_system('blobs', 'tenant_id, sha256, size, place, created_at');

-- Picture fields hold the sha256 of one of the tenant's blobs or an https address.
CREATE TABLE branding (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  brand_name text NOT NULL DEFAULT '',
  tag_line text, description text, global_title text, global_footer text,
  franchise_landing_page text, customer_landing_page text, franchise_banner text, customer_banner text,
  primary_color text COLLATE "C", secondary_color text COLLATE "C",
  primary_logo text, secondary_logo text, favicon text, login_background text, provider_logo text,
  issuer_name text,
  doc_background_color text COLLATE "C", document_logo text, document_watermark text,
  sender_name text, email_background_color text COLLATE "C", email_logo text,
  facebook_link text, linkedin_link text, instagram_link text, youtube_link text, twitter_link text,
  slide1 text, slide2 text, slide3 text,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT maintenance.secure_table('branding');
