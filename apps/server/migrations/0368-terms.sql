-- Terms that a level publishes for those it sells to, version by version, and who agreed to which.
CREATE TABLE terms_versions (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- whose terms
  id uuid NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'withdrawn')),
  number int CHECK (number > 0),                 -- in the order of publishing; a draft has none
  name text NOT NULL DEFAULT '',
  text_en text NOT NULL DEFAULT '',
  text_fr text NOT NULL DEFAULT '',
  link_en text NOT NULL DEFAULT '',
  link_fr text NOT NULL DEFAULT '',
  holds_from timestamptz NOT NULL,
  asks_again boolean NOT NULL DEFAULT true,      -- who agreed to an earlier version is asked once more
  version int NOT NULL DEFAULT 1,                -- counts changes
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state = 'draft') = (number IS NULL)),
  -- An empty version is never in force: nobody could agree to it.
  CHECK (state = 'draft' OR concat(text_en, text_fr, link_en, link_fr) <> '')
);
CREATE UNIQUE INDEX terms_versions_number ON terms_versions (tenant_id, number);
SELECT maintenance.secure_table('terms_versions');

-- Evidence: written once, never changed, kept when the person is gone (hence no reference to users).
CREATE TABLE terms_consents (
  tenant_id uuid NOT NULL,                       -- whose terms
  version_id uuid NOT NULL,
  realm_id uuid NOT NULL,
  user_id uuid NOT NULL,
  number int NOT NULL,
  company_id uuid NOT NULL REFERENCES tenants,   -- for which they agreed
  user_name text NOT NULL,
  full_name text NOT NULL,
  language text COLLATE "C" NOT NULL CHECK (language IN ('en', 'fr')),
  hash text COLLATE "C" NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),  -- SHA-256 of what was shown: text, line feed, link
  at timestamptz NOT NULL,
  ip text COLLATE "C" NOT NULL,
  at_sign_up boolean NOT NULL,
  PRIMARY KEY (tenant_id, version_id, realm_id, user_id),
  FOREIGN KEY (tenant_id, version_id) REFERENCES terms_versions
);
CREATE INDEX terms_consents_person ON terms_consents (tenant_id, user_id, number);
SELECT maintenance.secure_table('terms_consents', 'append');
