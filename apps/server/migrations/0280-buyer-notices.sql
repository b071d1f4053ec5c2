-- Notices to buyers: what a seller has switched on, the outbox of notices, and addresses nothing is sent to.

CREATE TABLE buyer_notice_settings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  store_id uuid,                               -- null: stores that have no settings of their own
  kinds jsonb NOT NULL DEFAULT '[]',           -- codes of what is sent
  words jsonb NOT NULL DEFAULT '{}',           -- by kind and language, where they are not the usual ones
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores ON DELETE CASCADE
);
CREATE UNIQUE INDEX buyer_notice_settings_store ON buyer_notice_settings (tenant_id, store_id) WHERE store_id IS NOT NULL;
CREATE UNIQUE INDEX buyer_notice_settings_usual ON buyer_notice_settings (tenant_id) WHERE store_id IS NULL;
SELECT maintenance.secure_table('buyer_notice_settings');

-- One row for each kind of news of a parcel, however often the carrier repeats it. Written with the event, sent afterwards.
CREATE TABLE buyer_notices (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  tracker_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('shipped', 'out_for_delivery', 'delivered', 'delayed', 'at_pickup_point',
    'attempted', 'exception', 'returned')),
  shipment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  store_id uuid NOT NULL,
  number_key text COLLATE "C" NOT NULL,        -- of the order, for the search
  occurred_at timestamptz NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'held', 'sending', 'sent', 'suppressed', 'failed')),
  reason text COLLATE "C",                     -- a code
  server_words text,
  language text COLLATE "C" CHECK (language IN ('en', 'fr')),
  address text,                                -- null before it is sent and after the buyer was erased
  address_key text COLLATE "C",
  due_at timestamptz DEFAULT now(),            -- null: nothing is left to do
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  handed_at timestamptz,                       -- written before the mail server is given it, so that it is never given it again
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, tracker_id) REFERENCES trackers ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE UNIQUE INDEX buyer_notices_once ON buyer_notices (tenant_id, tracker_id, kind);
CREATE INDEX buyer_notices_work ON buyer_notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX buyer_notices_state ON buyer_notices (tenant_id, state, id);
CREATE INDEX buyer_notices_order ON buyer_notices (tenant_id, order_id);
CREATE INDEX buyer_notices_number ON buyer_notices (tenant_id, number_key, id);
CREATE INDEX buyer_notices_address ON buyer_notices (tenant_id, address_key, id);
SELECT maintenance.secure_table('buyer_notices');
SELECT maintenance.allow_system('buyer_notices', 'tenant_id, id, state, due_at, lease_until, attempt, handed_at',
  'state, due_at, lease_until, attempt');

-- Known by its hash, so that it goes on being left alone after its buyer was erased.
CREATE TABLE suppressed_addresses (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  address_hash text COLLATE "C" NOT NULL,
  address text COLLATE "C",                    -- in lower case; null once the buyer was erased
  reason text COLLATE "C" NOT NULL CHECK (reason IN ('refused', 'unsubscribed', 'added')),
  server_words text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX suppressed_addresses_hash ON suppressed_addresses (tenant_id, address_hash);
SELECT maintenance.secure_table('suppressed_addresses');

-- A buyer is erased in several ways; each of them writes this mark, in a transaction of the buyer's seller.
CREATE FUNCTION maintenance.erase_notice_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.suppressed_addresses SET address = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND address IN (SELECT n.address_key FROM public.buyer_notices AS n
      WHERE n.tenant_id = NEW.tenant_id AND n.order_id = NEW.order_id);
  UPDATE public.buyer_notices SET address = NULL, address_key = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.erase_notice_addresses() FROM PUBLIC;
CREATE TRIGGER order_details_erased AFTER UPDATE OF imported ON order_details FOR EACH ROW
  WHEN (OLD.imported ->> 'erasedAt' IS NULL AND NEW.imported ->> 'erasedAt' IS NOT NULL)
  EXECUTE FUNCTION maintenance.erase_notice_addresses();
