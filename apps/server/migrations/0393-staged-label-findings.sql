-- What a comparison that has not ended has found is nobody's business yet; one that fails takes it back (decision 0375).
ALTER TABLE label_findings ADD COLUMN staged boolean NOT NULL DEFAULT false;
SELECT maintenance.allow_system('label_findings',
  'tenant_id, id, account_id, kind, subject, purchase_id, inbox_tenant_id, made_at, evidence, gone_at, staged');
