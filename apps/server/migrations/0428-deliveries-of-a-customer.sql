-- What stores and carriers sent is found by its customer, and where nobody knew yet whose it is by the platform's account, without going
-- through everybody's deliveries (docs/decisions/0425-data-of-a-customer.md).
CREATE INDEX inbound_events_tenant ON inbound_events (tenant_id) WHERE tenant_id IS NOT NULL;
CREATE INDEX inbound_events_account ON inbound_events (slug, external_account) WHERE tenant_id IS NULL AND external_account IS NOT NULL;
