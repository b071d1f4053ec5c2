-- Whose last place a closed account was at: when that company is erased, so are they. Null for accounts closed before.
ALTER TABLE users ADD COLUMN left_tenant_id uuid REFERENCES tenants;
CREATE INDEX users_left ON users (realm_id, left_tenant_id) WHERE left_tenant_id IS NOT NULL;
