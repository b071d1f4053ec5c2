-- Bodies of recorded calls hold buyers' addresses; where a platform lets apps keep those for some time only, they are emptied.
-- The records themselves stay what they are: nothing else of them can be changed.
SELECT maintenance.allow_system('carrier_calls', 'tenant_id, id, account_id, shipper_tenant_id, subject_kind, subject_id', 'request, response');
