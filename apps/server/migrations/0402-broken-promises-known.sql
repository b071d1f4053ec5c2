-- Owners were told of these when they were broken: 0397 makes them notices, and none of them is news. Those that are over are closed by
-- the first look of the worker.
INSERT INTO owner_notices (tenant_id, id, kind, subject, name, amount, day, opened_at)
SELECT p.tenant_id, gen_random_uuid(), 'promise_broken', p.buyer_id || '/' || p.id, t.name, NULL, p.promised_on + 1, coalesce(p.ended_at, now())
FROM payment_promises AS p JOIN tenants AS t ON t.id = p.buyer_id
WHERE p.state = 'broken'
ON CONFLICT DO NOTHING;
