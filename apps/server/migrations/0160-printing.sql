-- Printing at work: pairing, machines and their printers, settings of a station, jobs with their bytes.

-- One-time codes of downloaded agents; only the hash of the secret is kept.
CREATE TABLE agent_pairings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
SELECT maintenance.secure_table('agent_pairings');
SELECT maintenance.allow_system('agent_pairings', 'tenant_id, id, expires_at', NULL, 'DELETE');

ALTER TABLE agents DROP COLUMN os;
ALTER TABLE agents ADD COLUMN host_name text NOT NULL DEFAULT '';
ALTER TABLE agents ADD COLUMN platform text COLLATE "C" CHECK (platform IN ('linux', 'win32', 'darwin'));
ALTER TABLE agents ADD COLUMN arch text COLLATE "C";
ALTER TABLE agents ADD COLUMN paired_by uuid;
ALTER TABLE agents ADD COLUMN synced_at timestamptz;
ALTER TABLE agents ADD COLUMN sync_wanted_at timestamptz;       -- somebody asked for the printers as they are now

ALTER TABLE printers ADD COLUMN display_name text;
ALTER TABLE printers ADD COLUMN driver text;
ALTER TABLE printers ADD COLUMN connection text COLLATE "C" NOT NULL DEFAULT 'system' CHECK (connection IN ('system', 'raw'));
ALTER TABLE printers ADD COLUMN is_default boolean NOT NULL DEFAULT false;
ALTER TABLE printers ADD COLUMN host text;                      -- entered by hand: where its machine reaches it
ALTER TABLE printers ADD COLUMN port int CHECK (port BETWEEN 1 AND 65535);
ALTER TABLE printers ADD COLUMN gone_at timestamptz;            -- not reported any more, or removed; jobs still name it
ALTER TABLE printers ADD CHECK ((host IS NULL) = (port IS NULL));

ALTER TABLE printer_settings DROP CONSTRAINT printer_settings_kind_check;
ALTER TABLE printer_settings ADD CONSTRAINT printer_settings_kind_check
  CHECK (kind IN ('SHIPPING_LABEL', 'PACKAGING_SLIPS', 'CUSTOM_INVOICE'));
ALTER TABLE printer_settings ADD COLUMN fallback_printer_id uuid;
ALTER TABLE printer_settings ADD COLUMN turn int NOT NULL DEFAULT 0 CHECK (turn IN (0, 90, 180, 270));
ALTER TABLE printer_settings ADD COLUMN two_up boolean NOT NULL DEFAULT false;
ALTER TABLE printer_settings ADD FOREIGN KEY (tenant_id, fallback_printer_id) REFERENCES printers;
CREATE INDEX printer_settings_printer ON printer_settings (tenant_id, printer_id);
CREATE INDEX printer_settings_fallback ON printer_settings (tenant_id, fallback_printer_id);

-- Bytes made for a kind of printer from a stored document, so that the same label is converted once.
CREATE TABLE print_contents (
  tenant_id uuid NOT NULL REFERENCES tenants,
  key text COLLATE "C" NOT NULL,                                -- document and shape
  no int NOT NULL CHECK (no > 0),                               -- a picture for each page
  blob text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key, no),
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs
);
CREATE INDEX print_contents_blob ON print_contents (tenant_id, blob);
CREATE INDEX print_contents_expiry ON print_contents (expires_at);
SELECT maintenance.secure_table('print_contents');
SELECT maintenance.allow_system('print_contents', 'tenant_id, key, no, expires_at');

ALTER TABLE print_jobs DROP CONSTRAINT print_jobs_state_check;
ALTER TABLE print_jobs ADD CONSTRAINT print_jobs_state_check CHECK (state IN ('queued', 'leased', 'spooled', 'printed', 'failed',
  'unknown', 'expired', 'reprinted', 'cancelled'));
ALTER TABLE print_jobs ALTER COLUMN document_id DROP NOT NULL;  -- slips, invoices and test pages are drawn when they are asked for
ALTER TABLE print_jobs ADD COLUMN kind text COLLATE "C" CHECK (kind IN ('SHIPPING_LABEL', 'PACKAGING_SLIPS', 'CUSTOM_INVOICE'));
ALTER TABLE print_jobs ADD COLUMN title text NOT NULL DEFAULT '';
ALTER TABLE print_jobs ADD COLUMN shipment_id uuid;
ALTER TABLE print_jobs ADD COLUMN order_id uuid;
ALTER TABLE print_jobs ADD COLUMN shape jsonb NOT NULL DEFAULT '{}';   -- format, size, dpi, turn, twoUp
ALTER TABLE print_jobs ADD COLUMN blob text COLLATE "C";        -- null once the bytes are gone
ALTER TABLE print_jobs ADD COLUMN content_until timestamptz;    -- when the bytes may go
ALTER TABLE print_jobs ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now();  -- not sent after this moment
ALTER TABLE print_jobs ADD COLUMN counted boolean NOT NULL DEFAULT false;  -- its copies are counted on the document
ALTER TABLE print_jobs ADD FOREIGN KEY (tenant_id, blob) REFERENCES blobs;
ALTER TABLE print_jobs ADD FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments;
ALTER TABLE print_jobs ADD FOREIGN KEY (tenant_id, order_id) REFERENCES orders;
CREATE INDEX print_jobs_of_printer ON print_jobs (tenant_id, printer_id, id);
CREATE INDEX print_jobs_blob ON print_jobs (tenant_id, blob) WHERE blob IS NOT NULL;
CREATE INDEX print_jobs_shipment ON print_jobs (tenant_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX print_jobs_order ON print_jobs (tenant_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX print_jobs_reprint ON print_jobs (tenant_id, reprint_of) WHERE reprint_of IS NOT NULL;
CREATE INDEX print_jobs_content ON print_jobs (content_until) WHERE blob IS NOT NULL;
SELECT maintenance.allow_system('print_jobs', 'tenant_id, id, state, due_at, lease_until, attempt, content_until, blob');

ALTER TABLE exceptions DROP CONSTRAINT exceptions_kind_check;
ALTER TABLE exceptions ADD CONSTRAINT exceptions_kind_check CHECK (kind IN ('purchase', 'void', 'push', 'store', 'refund', 'tracking',
  'import', 'carrier', 'pickup', 'end-of-day', 'print'));
