-- The list sorted by ship-by date, number and total, paged by key in both directions. A key is never null: orders without a
-- ship-by date stand behind all others. Shorter numbers come first, so that "#999" stands before "#1000".
ALTER TABLE orders
  ADD COLUMN ship_key timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(ship_by, 'infinity')) STORED,
  ADD COLUMN number_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lpad(length(number)::text, 3, '0') || number) STORED;

-- Each condition holds for every order and is repeated by the statements that sort (queries/sorts.ts). Without it the planner
-- took these indexes for other statements of a customer it has no statistics of, and read all that customer's orders.
CREATE INDEX orders_ship_key ON orders (tenant_id, ship_key, id) WHERE ship_key >= '-infinity';
CREATE INDEX orders_open_ship_key ON orders (tenant_id, ship_key, id) WHERE ship_key >= '-infinity' AND tab = 'unfulfilled';
CREATE INDEX orders_number_key ON orders (tenant_id, number_key, id) WHERE number_key >= '';
CREATE INDEX orders_total ON orders (tenant_id, total_minor, id) WHERE total_minor >= -9223372036854775807;
