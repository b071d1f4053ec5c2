-- What a store answered about an order that could not be read, for whoever has to find out why: sealed, because it names the buyer. It goes
-- when the order is read, when the buyer is erased, and after its time (RETENTION, `unread-orders`).
CREATE TABLE unread_orders (
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  message text NOT NULL,
  shortened boolean NOT NULL,
  seen_at timestamptz NOT NULL,                -- the last answer that could not be read
  sealed sealed NOT NULL,
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
SELECT maintenance.secure_table('unread_orders');
