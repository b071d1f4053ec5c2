-- Accounts: proofs by mail, second factors, what a franchise asks of a sign-in, invitations, and who guesses.

-- An address belongs to whoever proved it. Until then several accounts may name it, so that nobody can keep an address
-- from its owner by signing up with it first, and signing up tells nothing about who has an account.
DROP INDEX users_email;
CREATE UNIQUE INDEX users_email ON users (realm_id, email_key) WHERE verified_at IS NOT NULL;
CREATE INDEX users_email_any ON users (realm_id, email_key);
CREATE INDEX users_unverified ON users (realm_id, created_at) WHERE verified_at IS NULL;

-- One living proof of each purpose. Codes and link tokens are kept as keyed hashes.
CREATE TABLE mailed_codes (
  realm_id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('verify', 'email', 'reset')),
  code_hash bytea,
  code_expires_at timestamptz,
  token_hash bytea,
  token_expires_at timestamptz,
  address text NOT NULL,                       -- where it was sent; for 'email' the new address
  misses int NOT NULL DEFAULT 0,               -- wrong codes from anywhere
  sends int NOT NULL DEFAULT 1,                -- in a row, for the growing wait
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, user_id, purpose),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE
);
SELECT maintenance.secure_table('mailed_codes');

-- A sign-in, or the making of a passkey, between two calls. Without a user it is a blind: it can never be passed.
CREATE TABLE challenges (
  realm_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('sign_in', 'passkey_sign_in', 'passkey_add')),
  user_id uuid,
  user_realm_id uuid,                          -- the platform's for its staff, else realm_id
  host text COLLATE "C" NOT NULL DEFAULT '',   -- a passkey's relying party
  webauthn text COLLATE "C",                   -- what the authenticator signs
  methods text COLLATE "C" NOT NULL DEFAULT '',  -- separated by blanks
  code_hash bytea,                             -- of a mailed code
  misses int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX challenges_expiry ON challenges (realm_id, expires_at);
SELECT maintenance.secure_table('challenges');

-- Failures within a window, by a key that says of whom or from where. Shared by all processes.
CREATE TABLE sign_in_attempts (
  realm_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  failures int NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz,
  PRIMARY KEY (realm_id, key)
);
CREATE INDEX sign_in_attempts_end ON sign_in_attempts (realm_id, window_ends_at);
SELECT maintenance.secure_table('sign_in_attempts');

CREATE TABLE sign_in_policies (
  realm_id uuid PRIMARY KEY REFERENCES tenants,
  second_factor text COLLATE "C" NOT NULL DEFAULT 'optional' CHECK (second_factor IN ('optional', 'staff', 'everyone')),
  sign_up text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (sign_up IN ('open', 'invited')),
  sign_up_plan text COLLATE "C" NOT NULL DEFAULT 'Basic' CHECK (sign_up_plan IN ('Basic', 'Standard', 'Advanced')),
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT maintenance.secure_table('sign_in_policies');

CREATE TABLE notice_choices (
  realm_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  email boolean NOT NULL,
  PRIMARY KEY (realm_id, user_id, kind),
  FOREIGN KEY (realm_id, user_id) REFERENCES users ON DELETE CASCADE
);
SELECT maintenance.secure_table('notice_choices');

-- role_id names a row of roles under tenant_id, as in memberships.
CREATE TABLE invitations (
  realm_id uuid NOT NULL,
  id uuid NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenants,
  role_id uuid NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  language text COLLATE "C" NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr')),
  token_hash bytea NOT NULL,
  invited_by uuid,
  sends int NOT NULL DEFAULT 1,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE UNIQUE INDEX invitations_token ON invitations (realm_id, token_hash);
CREATE INDEX invitations_tenant ON invitations (realm_id, tenant_id, created_at);
SELECT maintenance.secure_table('invitations');

-- A passkey works on the host it was made on. For an authenticator app `counter` is the last time step that was used.
ALTER TABLE credentials ADD COLUMN host text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE credentials ADD COLUMN synced boolean NOT NULL DEFAULT false;
ALTER TABLE credentials ADD COLUMN transports text COLLATE "C" NOT NULL DEFAULT '';
SELECT maintenance.secure_table('credentials');
GRANT SELECT (key_id) ON credentials TO app_secrets;

ALTER TABLE sessions ADD COLUMN unlock_misses int NOT NULL DEFAULT 0;

-- Mails that are kept instead of sent (demo without an SMTP server).
CREATE TABLE outbox_mails (
  realm_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  template text COLLATE "C" NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  text_part text NOT NULL,
  html_part text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
SELECT maintenance.secure_table('outbox_mails');
