-- Returns that buyers ask for: the seller's rules, what is to come back, and what became of it. Whether a label is bought and where it
-- travels is told by its shipment, and not a second time here.

CREATE TABLE return_rules (
  tenant_id uuid NOT NULL REFERENCES tenants,
  rules jsonb NOT NULL,                        -- contracts/shipping/returns.ts
  set_by jsonb NOT NULL,                       -- in whose name labels of returns approved at once are bought
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
SELECT maintenance.secure_table('return_rules');

CREATE TABLE returns (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  no int NOT NULL,                             -- of its order, from 1
  return_of uuid NOT NULL,                     -- the shipment whose items come back
  shipment_id uuid,                            -- the one that brings them
  state text COLLATE "C" NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'approved', 'refused', 'arrived', 'checked', 'done')),
  reason text COLLATE "C" NOT NULL,            -- code of the rules
  reason_words text NOT NULL,                  -- as the rules said it then, in the seller's language
  payer text COLLATE "C" NOT NULL CHECK (payer IN ('seller', 'buyer')),
  wish text COLLATE "C" NOT NULL CHECK (wish IN ('money', 'exchange', 'credit')),
  note text CHECK (length(note) <= 1000),      -- the buyer's words; null once the buyer was erased
  answer text CHECK (length(answer) <= 500),   -- why it was refused, for the buyer
  check_note text CHECK (length(check_note) <= 500),
  number_key text COLLATE "C" NOT NULL,        -- of the order, for the search
  asker jsonb,                                 -- in whose name the label is bought
  problem text,                                -- why it could not be bought
  tries int NOT NULL DEFAULT 0,                -- labels that were begun
  due_at timestamptz,                          -- null: no label is to be bought
  lease_until timestamptz,
  attempt int NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by uuid,                             -- null: by the rules
  arrived_at timestamptz,
  checked_at timestamptz,
  done_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, return_of) REFERENCES shipments (tenant_id, id),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments (tenant_id, id)
);
CREATE UNIQUE INDEX returns_no ON returns (tenant_id, order_id, no);
CREATE UNIQUE INDEX returns_shipment ON returns (tenant_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX returns_of ON returns (tenant_id, return_of);
CREATE INDEX returns_state ON returns (tenant_id, state, id);
CREATE INDEX returns_number ON returns (tenant_id, number_key, id);
CREATE INDEX returns_work ON returns (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('returns');
SELECT maintenance.allow_system('returns', 'tenant_id, id, due_at, lease_until, attempt', 'due_at, lease_until, attempt');

CREATE TABLE return_items (
  tenant_id uuid NOT NULL REFERENCES tenants,
  return_id uuid NOT NULL,
  line int NOT NULL,                           -- of the order
  qty int NOT NULL CHECK (qty > 0),
  received int CHECK (received BETWEEN 0 AND qty),
  condition text COLLATE "C" CHECK (condition IN ('as_new', 'opened', 'damaged', 'wrong_item')),
  PRIMARY KEY (tenant_id, return_id, line),
  FOREIGN KEY (tenant_id, return_id) REFERENCES returns ON DELETE CASCADE
);
SELECT maintenance.secure_table('return_items');

-- A buyer's own words go when the buyer does, in whichever way that is.
CREATE FUNCTION maintenance.erase_return_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.returns SET note = NULL WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION maintenance.erase_return_notes() FROM PUBLIC;
CREATE TRIGGER order_details_erased_returns AFTER UPDATE OF imported ON order_details FOR EACH ROW
  WHEN (OLD.imported ->> 'erasedAt' IS NULL AND NEW.imported ->> 'erasedAt' IS NOT NULL)
  EXECUTE FUNCTION maintenance.erase_return_notes();
