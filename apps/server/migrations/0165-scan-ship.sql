-- Scan and Ship: how each person works at each station, and what lies open on its table.
-- `machine_id` is the machine of the station's print agent; empty where the browser prints.
CREATE TABLE scan_ship_settings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL,
  machine_id text COLLATE "C" NOT NULL DEFAULT '',
  setting jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, machine_id)
);
SELECT maintenance.secure_table('scan_ship_settings');

-- One order a person and station; gone with the order.
CREATE TABLE scan_ship_selections (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL,
  machine_id text COLLATE "C" NOT NULL DEFAULT '',
  order_id uuid NOT NULL,
  choice jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, machine_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX scan_ship_selections_order ON scan_ship_selections (tenant_id, order_id);
SELECT maintenance.secure_table('scan_ship_selections');
