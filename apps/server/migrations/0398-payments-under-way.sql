-- Payments that were sent and are not answered yet: whoever pays is not reminded meanwhile.
CREATE INDEX payments_under_way ON payments (tenant_id, buyer_id) WHERE state IN ('open', 'processing');
