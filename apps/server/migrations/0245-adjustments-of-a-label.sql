-- What a label's buyer was charged and given back since, looked at before each further decision about it.
CREATE INDEX adjustments_purchase ON adjustments (tenant_id, purchase_id) WHERE purchase_id IS NOT NULL;
