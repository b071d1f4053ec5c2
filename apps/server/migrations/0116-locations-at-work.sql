-- Ship-from places: how many working days an order may wait, and what the end of a day leaves behind.

-- Working days from the first hand-over an order could have made to the one it has to make; null: no ship-by date of ours.
ALTER TABLE locations ADD COLUMN handling_days int CHECK (handling_days BETWEEN 0 AND 60);

-- A day is closed for one place and one carrier account; `number` counts them for people.
ALTER TABLE manifests ADD COLUMN number int NOT NULL DEFAULT 1;
ALTER TABLE manifests ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'list' CHECK (kind IN ('list', 'carrier'));
ALTER TABLE manifests ADD COLUMN carrier_name text NOT NULL DEFAULT '';
ALTER TABLE manifests ADD COLUMN account_name text NOT NULL DEFAULT '';
ALTER TABLE manifests ADD COLUMN shipment_count int NOT NULL DEFAULT 0;
ALTER TABLE manifests ADD COLUMN parcel_count int NOT NULL DEFAULT 0;
ALTER TABLE manifests ADD COLUMN weight_g int8 NOT NULL DEFAULT 0;
ALTER TABLE manifests ADD COLUMN contents jsonb NOT NULL DEFAULT '{}';   -- the list as it was closed, to be drawn again
ALTER TABLE manifests ADD COLUMN closed_by uuid;
ALTER TABLE manifests ADD COLUMN closed_at timestamptz;

-- Bought and not handed over yet.
CREATE INDEX shipments_to_hand_over ON shipments (tenant_id, location_id, grant_id, bought_at)
  WHERE state = 'bought' AND manifest_id IS NULL;
