-- Pickups and the carriers' own end-of-day papers: acts at a carrier beside purchases and voids, as effects of the journal.
ALTER TABLE effects DROP CONSTRAINT effects_kind_check;
ALTER TABLE effects ADD CONSTRAINT effects_kind_check CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook',
  'print', 'pickup_book', 'pickup_change', 'pickup_cancel', 'end_of_day'));

ALTER TABLE exceptions DROP CONSTRAINT exceptions_kind_check;
ALTER TABLE exceptions ADD CONSTRAINT exceptions_kind_check CHECK (kind IN ('purchase', 'void', 'push', 'store', 'refund', 'tracking',
  'import', 'carrier', 'pickup', 'end-of-day'));

ALTER TABLE pickups ADD COLUMN slug text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE pickups ADD COLUMN carrier_name text NOT NULL DEFAULT '';
ALTER TABLE pickups ADD COLUMN account_name text NOT NULL DEFAULT '';
ALTER TABLE pickups ADD COLUMN location_name text NOT NULL DEFAULT '';
ALTER TABLE pickups ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
ALTER TABLE pickups ADD COLUMN test boolean NOT NULL DEFAULT false;
ALTER TABLE pickups ADD COLUMN confirmation text;
ALTER TABLE pickups ADD COLUMN reference text COLLATE "C";         -- ours, of the booking
ALTER TABLE pickups ADD COLUMN effect_id uuid;                     -- the latest act
ALTER TABLE pickups ADD COLUMN doing text COLLATE "C" CHECK (doing IN ('book', 'change', 'cancel'));
ALTER TABLE pickups ADD COLUMN created_by uuid;
ALTER TABLE pickups ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX pickups_day ON pickups (tenant_id, day DESC, id DESC);

ALTER TABLE manifests ADD COLUMN slug text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE manifests ADD COLUMN paper_name text;                  -- what the carrier calls it
ALTER TABLE manifests ADD COLUMN effect_id uuid;
ALTER TABLE manifests ADD COLUMN reference text COLLATE "C";       -- ours, of the closing
ALTER TABLE manifests ADD COLUMN test boolean NOT NULL DEFAULT false;

-- What a carrier's own paper is asked for: one row for each purchase that is told to the carrier.
CREATE TABLE manifest_items (
  tenant_id uuid NOT NULL REFERENCES tenants,
  manifest_id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'closing' CHECK (state IN ('closing', 'closed', 'left_out', 'failed')),
  message text,                                                    -- the carrier's words about what it left out
  PRIMARY KEY (tenant_id, manifest_id, purchase_id),
  FOREIGN KEY (tenant_id, manifest_id) REFERENCES manifests,
  FOREIGN KEY (tenant_id, purchase_id) REFERENCES purchases,
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments
);
-- Nothing is closed twice, whoever asks.
CREATE UNIQUE INDEX manifest_items_once ON manifest_items (tenant_id, purchase_id) WHERE state IN ('closing', 'closed');
CREATE INDEX manifest_items_shipment ON manifest_items (tenant_id, shipment_id);
SELECT maintenance.secure_table('manifest_items', 'keep');
