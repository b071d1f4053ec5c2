-- Shifts of packing stations: orders that lie there, what they are shipped with, and what was done without a line.
CREATE TABLE scan_shifts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  station_id uuid NOT NULL,
  station_name text NOT NULL,
  user_id uuid NOT NULL,
  -- Machine of the print agent whose settings of Scan and Ship hold; empty where the browser prints.
  machine_id text COLLATE "C" NOT NULL DEFAULT '',
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('pre-bought', 'pre-rated')),
  began_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX scan_shifts_running ON scan_shifts (tenant_id, station_id) WHERE ended_at IS NULL;
SELECT maintenance.secure_table('scan_shifts');

CREATE TABLE scan_shift_orders (
  tenant_id uuid NOT NULL,
  shift_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- Place in the shift: the order in which it was loaded.
  no int NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'leased'
    CHECK (state IN ('leased', 'rated', 'bought', 'failed', 'packed', 'released')),
  carrier_name text,
  service_name text,
  price_minor bigint,
  currency text COLLATE "C",
  shipment_id uuid,
  why text,
  packed_at timestamptz,
  PRIMARY KEY (tenant_id, shift_id, order_id),
  FOREIGN KEY (tenant_id, shift_id) REFERENCES scan_shifts ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments
);
CREATE INDEX scan_shift_orders_order ON scan_shift_orders (tenant_id, order_id);
CREATE INDEX scan_shift_orders_shipment ON scan_shift_orders (tenant_id, shipment_id) WHERE shipment_id IS NOT NULL;
SELECT maintenance.secure_table('scan_shift_orders');

-- Entries carry ids made at the station: the primary key is what applies each of them once.
CREATE TABLE scan_journal (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  shift_id uuid NOT NULL,
  no bigint NOT NULL,
  at timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('scan', 'verify', 'override', 'packed', 'printed', 'aside')),
  order_id uuid,
  text text,
  verified jsonb,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('applied', 'refused')),
  why text,
  user_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, shift_id) REFERENCES scan_shifts ON DELETE CASCADE
);
CREATE INDEX scan_journal_shift ON scan_journal (tenant_id, shift_id, no);
SELECT maintenance.secure_table('scan_journal');
