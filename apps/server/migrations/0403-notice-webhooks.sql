-- Where a seller's own system hears of its parcels, for sellers who tell their buyers themselves. The key it is signed with is in `secrets`.
CREATE TABLE notice_webhooks (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  url text NOT NULL,
  secret_id uuid NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, secret_id) REFERENCES secrets
);
SELECT maintenance.secure_table('notice_webhooks');

-- By kind: 'mail' where nothing stands, 'webhook' or 'both'.
ALTER TABLE buyer_notice_settings ADD COLUMN channels jsonb NOT NULL DEFAULT '{}';
-- Services some kinds are not told of: carrier, service (null: all of its), and the kinds.
ALTER TABLE buyer_notice_settings ADD COLUMN services jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(services) = 'array');

-- One row for each kind of news of a parcel, as with mails, written in the same transaction. What is posted is made when its turn comes,
-- so nothing of the buyer is kept here.
CREATE TABLE notice_posts (
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
  answer text,                                 -- the other side's, shortened
  due_at timestamptz DEFAULT now(),            -- null: nothing is left to do
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, tracker_id) REFERENCES trackers ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE UNIQUE INDEX notice_posts_once ON notice_posts (tenant_id, tracker_id, kind);
CREATE INDEX notice_posts_work ON notice_posts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notice_posts_order ON notice_posts (tenant_id, order_id);
CREATE INDEX notice_posts_number ON notice_posts (tenant_id, number_key, id);
SELECT maintenance.secure_table('notice_posts');
SELECT maintenance.allow_system('notice_posts', 'tenant_id, id, state, due_at, lease_until, attempt',
  'state, due_at, lease_until, attempt');

-- What another system answered may name the buyer, too.
CREATE OR REPLACE FUNCTION maintenance.erase_notice_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.suppressed_addresses SET address = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND address IN (SELECT n.address_key FROM public.buyer_notices AS n
      WHERE n.tenant_id = NEW.tenant_id AND n.order_id = NEW.order_id);
  UPDATE public.buyer_notices SET address = NULL, address_key = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  UPDATE public.notice_posts SET answer = NULL WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  RETURN NULL;
END $$;
