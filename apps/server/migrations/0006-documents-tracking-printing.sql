-- Documents, parcels and tracking, printing.

CREATE TABLE documents (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('label', 'return_label', 'packing_slip', 'packing_list', 'pick_list', 'custom_invoice',
    'customs_form', 'receipt', 'manifest', 'pickup', 'invoice', 'statement', 'export', 'merged')),
  format text COLLATE "C" NOT NULL CHECK (format IN ('pdf', 'zpl', 'png', 'gif', 'xlsx')),
  size text COLLATE "C",                       -- 4x6, letter, ...
  dpi int,
  blob text COLLATE "C" NOT NULL,
  name text,                                   -- file name offered
  shipment_id uuid,
  parcel_no int,
  test boolean NOT NULL DEFAULT false,
  copies_printed int NOT NULL DEFAULT 0,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs,
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments
);
CREATE INDEX documents_shipment ON documents (tenant_id, shipment_id, kind, id);
CREATE INDEX documents_blob ON documents (tenant_id, blob);
SELECT maintenance.secure_table('documents');
ALTER TABLE manifests ADD FOREIGN KEY (tenant_id, document_id) REFERENCES documents;

CREATE TABLE parcels (
  tenant_id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  no int NOT NULL CHECK (no > 0),
  package_id uuid,
  l_mm int CHECK (l_mm > 0),
  w_mm int CHECK (w_mm > 0),
  h_mm int CHECK (h_mm > 0),
  weight_g int NOT NULL CHECK (weight_g > 0),
  weight_source text COLLATE "C" NOT NULL DEFAULT 'items' CHECK (weight_source IN ('items', 'typed', 'scale', 'preset')),
  tracking_number text COLLATE "C",
  tracking_key text COLLATE "C",
  purchase_id uuid,
  label_document_id uuid,
  PRIMARY KEY (tenant_id, shipment_id, no),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, package_id) REFERENCES packages,
  FOREIGN KEY (tenant_id, purchase_id) REFERENCES purchases,
  FOREIGN KEY (tenant_id, label_document_id) REFERENCES documents
);
CREATE INDEX parcels_tracking ON parcels (tenant_id, tracking_key) WHERE tracking_key IS NOT NULL;
CREATE INDEX parcels_purchase ON parcels (tenant_id, purchase_id) WHERE purchase_id IS NOT NULL;
SELECT maintenance.secure_table('parcels');

CREATE TABLE trackers (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  parcel_no int NOT NULL,
  slug text COLLATE "C" NOT NULL,
  tracking_key text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'registered', 'picked_up', 'in_transit', 'customs',
    'out_for_delivery', 'attempted', 'available', 'delivered', 'returning', 'returned', 'exception')),
  status_at timestamptz,
  reason text,
  eta timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, shipment_id, parcel_no) REFERENCES parcels ON DELETE CASCADE
);
CREATE UNIQUE INDEX trackers_parcel ON trackers (tenant_id, slug, tracking_key, shipment_id, parcel_no);
CREATE INDEX trackers_shipment ON trackers (tenant_id, shipment_id, parcel_no);
CREATE INDEX trackers_work ON trackers (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('trackers');
SELECT maintenance.allow_system('trackers', 'tenant_id, id, slug, tracking_key, due_at, lease_until, attempt', 'due_at, lease_until, attempt');

-- Partitioned by month of occurred_at. event_hash covers occurred_at, so a repeated event meets its own key.
CREATE TABLE tracking_events (
  tenant_id uuid NOT NULL REFERENCES tenants,
  tracker_id uuid NOT NULL,
  event_hash text COLLATE "C" NOT NULL,
  occurred_at timestamptz NOT NULL,
  zone text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  reason text,
  text text NOT NULL DEFAULT '',
  place text,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, tracker_id, event_hash, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX tracking_events_time ON tracking_events (tenant_id, tracker_id, occurred_at DESC);
SELECT maintenance.secure_table('tracking_events', 'append');
GRANT DELETE ON tracking_events TO app_tenant;   -- retention and erasure

CREATE TABLE agents (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  machine_id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  token_hash bytea NOT NULL,
  version text COLLATE "C",
  os text,
  last_seen_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX agents_machine ON agents (tenant_id, machine_id);
CREATE INDEX agents_token ON agents (tenant_id, token_hash);
SELECT maintenance.secure_table('agents');

CREATE TABLE printers (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  agent_id uuid NOT NULL,
  name text NOT NULL,
  kinds jsonb NOT NULL DEFAULT '[]',
  dpi int,
  media jsonb NOT NULL DEFAULT '[]',
  state text COLLATE "C" NOT NULL DEFAULT 'unknown' CHECK (state IN ('ready', 'busy', 'stopped', 'offline', 'unknown')),
  reasons jsonb NOT NULL DEFAULT '[]',
  seen_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE UNIQUE INDEX printers_name ON printers (tenant_id, agent_id, name);
SELECT maintenance.secure_table('printers');

CREATE TABLE printer_settings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL,
  workstation text COLLATE "C" NOT NULL,       -- machine id
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('label', 'slip', 'invoice')),
  printer_id uuid,
  format text COLLATE "C",
  size text COLLATE "C",
  dpi int,
  copies int NOT NULL DEFAULT 1 CHECK (copies BETWEEN 1 AND 20),
  autoprint boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, workstation, kind),
  FOREIGN KEY (tenant_id, printer_id) REFERENCES printers
);
SELECT maintenance.secure_table('printer_settings');

CREATE TABLE print_jobs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  printer_id uuid NOT NULL,
  copies int NOT NULL DEFAULT 1,
  state text COLLATE "C" NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'leased', 'spooled', 'printed', 'failed', 'unknown', 'expired', 'reprinted')),
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  due_at timestamptz,                          -- when an unsent job expires
  spool_ref text COLLATE "C",
  reprint_of uuid,
  asked_by uuid,
  reason text,
  problem jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES documents,
  FOREIGN KEY (tenant_id, printer_id) REFERENCES printers,
  FOREIGN KEY (tenant_id, reprint_of) REFERENCES print_jobs (tenant_id, id)
);
CREATE INDEX print_jobs_queue ON print_jobs (tenant_id, printer_id, id) WHERE state IN ('queued', 'leased');
CREATE INDEX print_jobs_open ON print_jobs (tenant_id, state, id) WHERE state IN ('failed', 'unknown', 'expired');
CREATE INDEX print_jobs_work ON print_jobs (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('print_jobs', 'keep');
SELECT maintenance.allow_system('print_jobs', 'tenant_id, id, state, due_at, lease_until, attempt', 'due_at, state, lease_until, attempt, ended_at');
