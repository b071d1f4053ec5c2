-- People, sessions, roles, plans, secrets, locations, settings.

CREATE TABLE users (
  realm_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  username text NOT NULL CHECK (username <> ''),
  username_key text COLLATE "C" NOT NULL,      -- lower case
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  phone text,
  password_hash text COLLATE "C",              -- argon2id; null = cannot sign in by password
  password_changed_at timestamptz,
  verified_at timestamptz,
  state text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'locked', 'disabled', 'erased')),
  failed_sign_ins int NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_sign_in_at timestamptz,
  locale text COLLATE "C" NOT NULL DEFAULT 'en',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, id)
);
CREATE UNIQUE INDEX users_username ON users (realm_id, username_key);
CREATE UNIQUE INDEX users_email ON users (realm_id, email_key);
SELECT maintenance.secure_table('users');

-- role_id names a row of roles under tenant_id (another distribution key, hence no foreign key).
CREATE TABLE memberships (
  realm_id uuid NOT NULL,
  user_id uuid NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenants,
  role_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, user_id, tenant_id),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX memberships_tenant ON memberships (realm_id, tenant_id, user_id);
SELECT maintenance.secure_table('memberships');

CREATE TABLE credentials (
  realm_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('totp', 'passkey', 'recovery')),
  name text NOT NULL DEFAULT '',
  external_key text COLLATE "C",               -- passkey credential id
  public_key bytea,
  counter int8 NOT NULL DEFAULT 0,
  key_id text COLLATE "C",
  sealed sealed,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, id),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX credentials_user ON credentials (realm_id, user_id);
CREATE UNIQUE INDEX credentials_external ON credentials (realm_id, external_key) WHERE external_key IS NOT NULL;
SELECT maintenance.secure_table('credentials');
GRANT SELECT (key_id) ON credentials TO app_secrets;

-- Opaque tokens are stored hashed. previous_refresh_hash is good for 30 s after rotated_at (a second tab).
CREATE TABLE sessions (
  realm_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenants,  -- where the person works in this session
  parent_session_id uuid,                      -- impersonation: who opened it
  reason text,
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  refresh_hash bytea NOT NULL,
  previous_refresh_hash bytea,
  rotated_at timestamptz,
  frozen_at timestamptz,                       -- parked while impersonating
  locked_at timestamptz,                       -- lock screen
  second_factor_at timestamptz,
  user_agent text,
  ip text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_why text COLLATE "C",
  PRIMARY KEY (realm_id, id),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (realm_id, parent_session_id) REFERENCES sessions (realm_id, id)
);
CREATE UNIQUE INDEX sessions_access ON sessions (realm_id, access_hash);
CREATE UNIQUE INDEX sessions_refresh ON sessions (realm_id, refresh_hash);
CREATE INDEX sessions_previous_refresh ON sessions (realm_id, previous_refresh_hash) WHERE previous_refresh_hash IS NOT NULL;
CREATE INDEX sessions_user ON sessions (realm_id, user_id, created_at DESC);
CREATE INDEX sessions_parent ON sessions (realm_id, parent_session_id) WHERE parent_session_id IS NOT NULL;
SELECT maintenance.secure_table('sessions');
SELECT maintenance.allow_system('sessions', 'realm_id, id, expires_at, revoked_at', NULL, 'DELETE');

CREATE TABLE roles (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  base_role text COLLATE "C" NOT NULL CHECK (base_role IN ('ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT',
    'ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER', 'ROLE_SUPPORT')),
  built_in boolean NOT NULL DEFAULT false,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX roles_code ON roles (tenant_id, code);
SELECT maintenance.secure_table('roles');

CREATE TABLE role_permissions (
  tenant_id uuid NOT NULL,
  role_id uuid NOT NULL,
  permission text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, role_id, permission),
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles ON DELETE CASCADE
);
SELECT maintenance.secure_table('role_permissions');

CREATE TABLE table_views (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  user_id uuid,                                -- null = shared in the tenant
  table_name text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  filters jsonb NOT NULL DEFAULT '{}',
  filter_list jsonb NOT NULL DEFAULT '[]',
  columns jsonb NOT NULL DEFAULT '[]',
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX table_views_user ON table_views (tenant_id, user_id, table_name, name) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX table_views_shared ON table_views (tenant_id, table_name, name) WHERE user_id IS NULL;
SELECT maintenance.secure_table('table_views');

CREATE TABLE plans (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL CHECK (code IN ('Basic', 'Standard', 'Advanced')),
  name text NOT NULL,
  features jsonb NOT NULL DEFAULT '{}',
  allowances jsonb NOT NULL DEFAULT '{}',
  prices jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX plans_code ON plans (tenant_id, code);
SELECT maintenance.secure_table('plans');

CREATE TABLE secrets (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  sealed sealed NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
SELECT maintenance.secure_table('secrets');
GRANT SELECT (purpose, key_id), UPDATE (key_id, updated_at) ON secrets TO app_secrets;

CREATE TABLE app_registrations (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('store', 'carrier', 'card', 'mail')),
  slug text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'sandbox', 'simulator')),
  client_id text COLLATE "C" NOT NULL DEFAULT '',
  secret_id uuid,
  settings jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, secret_id) REFERENCES secrets
);
CREATE UNIQUE INDEX app_registrations_slug ON app_registrations (tenant_id, kind, slug, mode);
SELECT maintenance.secure_table('app_registrations');

-- Ship-from places. working_days: bit 0 = Monday ... bit 6 = Sunday.
CREATE TABLE locations (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  name text NOT NULL,
  address jsonb NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  cut_off time NOT NULL DEFAULT '16:00',
  working_days int NOT NULL DEFAULT 31 CHECK (working_days BETWEEN 0 AND 127),
  holidays jsonb NOT NULL DEFAULT '[]',
  return_location_id uuid,
  store_id uuid,                               -- imported from this store
  external_id text COLLATE "C",
  is_default boolean NOT NULL DEFAULT false,
  archived_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, return_location_id) REFERENCES locations (tenant_id, id)
);
CREATE UNIQUE INDEX locations_default ON locations (tenant_id) WHERE is_default;
CREATE UNIQUE INDEX locations_external ON locations (tenant_id, store_id, external_id) WHERE external_id IS NOT NULL;
SELECT maintenance.secure_table('locations');

CREATE TABLE customer_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  ship_from jsonb,                             -- address; null = the default location's
  location_id uuid,
  package_id uuid,
  weight_unit text COLLATE "C" NOT NULL DEFAULT 'kg' CHECK (weight_unit IN ('g', 'kg', 'oz', 'lb')),
  dimension_unit text COLLATE "C" NOT NULL DEFAULT 'cm' CHECK (dimension_unit IN ('mm', 'cm', 'in')),
  label_format text COLLATE "C" NOT NULL DEFAULT 'pdf' CHECK (label_format IN ('pdf', 'zpl', 'png')),
  label_size text COLLATE "C" NOT NULL DEFAULT '4x6' CHECK (label_size IN ('4x6', '4x8', 'letter', 'a4', 'a6')),
  auto_ship jsonb NOT NULL DEFAULT '{"prefer":"cheapest"}',
  popup_shipping_label boolean NOT NULL DEFAULT true,
  popup_packaging_slips boolean NOT NULL DEFAULT false,
  popup_custom_invoice boolean NOT NULL DEFAULT true,
  notify_buyer boolean NOT NULL DEFAULT true,
  insurance jsonb NOT NULL DEFAULT '{}',
  signature text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (signature IN ('none', 'delivery', 'signature', 'adult')),
  time_zone text COLLATE "C" NOT NULL DEFAULT 'America/Toronto',
  language text COLLATE "C" NOT NULL DEFAULT 'en',
  more jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
SELECT maintenance.secure_table('customer_settings');
