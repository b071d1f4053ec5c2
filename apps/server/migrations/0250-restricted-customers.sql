-- A customer that may sign in, look, export and pay, and may not ship. Beside `state`, so that a process of the release before, which
-- knows two states, goes on with what it knows.
ALTER TABLE tenants
  ADD COLUMN restricted_at timestamptz,
  ADD COLUMN restricted_reason text,
  -- Lifted when what was owed at `restricted_at` is paid.
  ADD COLUMN restricted_until_paid boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT tenants_restricted_why CHECK ((restricted_at IS NULL) = (restricted_reason IS NULL)),
  ADD CONSTRAINT tenants_restricted_paid CHECK (restricted_at IS NOT NULL OR NOT restricted_until_paid);
CREATE INDEX tenants_restricted ON tenants (realm_id) WHERE restricted_at IS NOT NULL;
