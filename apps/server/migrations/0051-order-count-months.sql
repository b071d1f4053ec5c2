-- The counts of the tabs over four years summed 7,300 counters of days in every request; of whole months they sum 250.
-- Written in the order's own transaction beside order_counts, on the same shard.
CREATE TABLE order_count_months (
  tenant_id uuid NOT NULL REFERENCES tenants,
  month date NOT NULL,                         -- its first day; of placed_at, UTC
  store_id uuid NOT NULL,
  tab text COLLATE "C" NOT NULL,
  shard int NOT NULL CHECK (shard BETWEEN 0 AND 7),
  n int8 NOT NULL,
  PRIMARY KEY (tenant_id, month, store_id, tab, shard)
);
SELECT maintenance.secure_table('order_count_months');
SELECT maintenance.allow_system('order_count_months', 'tenant_id, month, store_id, tab, shard, n', 'n', 'INSERT, DELETE');

INSERT INTO order_count_months (tenant_id, month, store_id, tab, shard, n)
SELECT tenant_id, date_trunc('month', day)::date, store_id, tab, 0, sum(n)::int8 FROM order_counts GROUP BY 1, 2, 3, 4;
