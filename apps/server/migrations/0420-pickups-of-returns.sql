-- How a return goes to its carrier: the buyer brings it, or a driver comes for it.
ALTER TABLE returns ADD COLUMN hand_over text COLLATE "C" NOT NULL DEFAULT 'drop_off' CHECK (hand_over IN ('drop_off', 'pickup'));
ALTER TABLE returns ADD COLUMN pickup_problem text;                 -- why no driver could be asked for; for the seller

-- A driver that comes to the buyer, for one shipment; its address is the shipment's.
ALTER TABLE pickups ADD COLUMN shipment_id uuid;
ALTER TABLE pickups ADD FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments;
ALTER TABLE pickups ADD COLUMN released_at timestamptz;             -- its return is over, and the carrier was told or cannot be
CREATE INDEX pickups_shipment ON pickups (tenant_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE UNIQUE INDEX pickups_shipment_once ON pickups (tenant_id, shipment_id)
  WHERE shipment_id IS NOT NULL AND state IN ('planned', 'booked', 'unknown');
-- What is looked at for returns that are over.
CREATE INDEX pickups_to_release ON pickups (day) WHERE shipment_id IS NOT NULL AND state = 'booked' AND released_at IS NULL;
SELECT maintenance.allow_system('pickups', 'tenant_id, id, shipment_id, state, day, time_zone, doing, released_at');
SELECT maintenance.allow_system('returns', 'tenant_id, shipment_id, state');
