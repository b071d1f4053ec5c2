-- Labels of a day by service and store, on each level for itself: what reports are read from. A row is of one customer's labels.
CREATE TABLE label_days (
  tenant_id uuid NOT NULL REFERENCES tenants,
  customer_id uuid NOT NULL REFERENCES tenants,  -- whose labels
  party_id uuid NOT NULL REFERENCES tenants,     -- who bought them of tenant_id; in a customer's own rows the customer
  day date NOT NULL,                             -- they were bought, in the time zone of tenant_id
  slug text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  store_id uuid NOT NULL,                        -- in a customer's own rows only; all zeros: of no store
  test boolean NOT NULL,
  currency char(3) NOT NULL,
  labels int NOT NULL DEFAULT 0,                 -- that stand
  orders int NOT NULL DEFAULT 0,                 -- different orders on them
  voided int NOT NULL DEFAULT 0,
  spend_minor int8 NOT NULL DEFAULT 0,           -- what the shipper pays for those that stand; not kept by the platform
  sold int NOT NULL DEFAULT 0,                   -- labels that tenant_id sold
  sold_minor int8 NOT NULL DEFAULT 0,
  cost_minor int8 NOT NULL DEFAULT 0,
  below int NOT NULL DEFAULT 0,                  -- of those sold, below their cost
  below_minor int8 NOT NULL DEFAULT 0,           -- and by how much
  delivered int NOT NULL DEFAULT 0,              -- shipments that arrived
  promised int NOT NULL DEFAULT 0,               -- of these, with a promised day
  on_time int NOT NULL DEFAULT 0,                -- of these, by that day
  compared_minor int8 NOT NULL DEFAULT 0,        -- spend of the shipments whose cheapest offer is known
  cheapest_minor int8 NOT NULL DEFAULT 0,        -- that offer
  PRIMARY KEY (tenant_id, customer_id, day, slug, service, store_id, test, currency)
);
CREATE INDEX label_days_day ON label_days (tenant_id, day);
SELECT maintenance.secure_table('label_days');

-- The cheapest price a shipment was offered when its label was bought. Kept, because rates are dropped after their months.
CREATE TABLE cheapest_offers (
  tenant_id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  price_minor int8 NOT NULL,                     -- in the shipment's currency
  PRIMARY KEY (tenant_id, shipment_id),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments ON DELETE CASCADE
);
SELECT maintenance.secure_table('cheapest_offers');

-- Days of the last year are made once.
INSERT INTO rollup_due (tenant_id, at)
  SELECT DISTINCT ON (tenant_id, bought_at::date) tenant_id, bought_at FROM shipments
  WHERE bought_at > now() - interval '400 days';
