-- Grants of accounts that were removed before 0481.
-- step: until nothing is left
UPDATE account_grants SET valid_to = now() WHERE (tenant_id, id) IN (SELECT g.tenant_id, g.id FROM account_grants AS g
  JOIN carrier_accounts AS a ON a.tenant_id = g.owner_tenant_id AND a.id = g.account_id AND a.state = 'removed'
  WHERE g.valid_to IS NULL LIMIT 1000);
