-- What people do with orders: assign, hold with a reason, mark as fulfilled by hand, correct single lines.

ALTER TABLE orders ADD COLUMN assigned_to uuid;                            -- a person of the customer
ALTER TABLE orders ADD COLUMN hold_reason text;                            -- why a person holds it; the store's reason stands in what was imported
CREATE INDEX orders_assigned ON orders (tenant_id, assigned_to, placed_at DESC, id DESC) WHERE assigned_to IS NOT NULL;

-- weight_g, hs_code, origin are what counts. What a person set stands in `overrides` too; `imported` keeps what it replaced.
ALTER TABLE order_items ADD COLUMN overrides jsonb NOT NULL DEFAULT '{}';
ALTER TABLE order_items ADD COLUMN imported jsonb NOT NULL DEFAULT '{}';
ALTER TABLE order_items ADD COLUMN customs_text text;                      -- null: the title
ALTER TABLE order_items ADD COLUMN declared_minor int8 CHECK (declared_minor >= 0);  -- of one unit; null: its price
ALTER TABLE order_items ADD COLUMN image_url text;                         -- as the store gave it

-- Shipped by other means: the person typed carrier and number. One holds at a time; the others were taken back.
CREATE TABLE manual_fulfilments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  carrier_slug text COLLATE "C",
  carrier_name text,
  tracking_number text,
  notify boolean,                              -- null: as the store or the default settings say
  marked_at timestamptz NOT NULL,
  marked_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE UNIQUE INDEX manual_fulfilments_one ON manual_fulfilments (tenant_id, order_id) WHERE undone_at IS NULL;
CREATE INDEX manual_fulfilments_order ON manual_fulfilments (tenant_id, order_id, marked_at DESC);
SELECT maintenance.secure_table('manual_fulfilments');

-- Who acted in the name of by_user, as people know them; null: nobody did.
ALTER TABLE state_changes ADD COLUMN by_actor text;

-- Units and orders that the rates of this quote are for: [{orderId, line, quantity, parcel}]; null: all that is open of its order.
ALTER TABLE quotes ADD COLUMN items jsonb;
