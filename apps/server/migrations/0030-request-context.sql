-- Who is asking is found in one query as app_identity: it may read the roles of its realm's tenants and two display
-- columns of their settings, for reading only.

CREATE POLICY realm_reads ON roles FOR SELECT TO app_identity USING (
  EXISTS (SELECT 1 FROM tenants t WHERE t.id = tenant_id AND t.realm_id = nullif(current_setting('app.realm', true), '')::uuid));
GRANT SELECT ON roles TO app_identity;

CREATE POLICY realm_reads ON role_permissions FOR SELECT TO app_identity USING (
  EXISTS (SELECT 1 FROM tenants t WHERE t.id = tenant_id AND t.realm_id = nullif(current_setting('app.realm', true), '')::uuid));
GRANT SELECT ON role_permissions TO app_identity;

CREATE POLICY realm_reads ON customer_settings FOR SELECT TO app_identity USING (
  EXISTS (SELECT 1 FROM tenants t WHERE t.id = tenant_id AND t.realm_id = nullif(current_setting('app.realm', true), '')::uuid));
GRANT SELECT (tenant_id, time_zone, language) ON customer_settings TO app_identity;
