-- An order held until a day (of the customer's time zone), the day on which a person wants it to ship, and what many-order edits
-- replaced of an order itself.
ALTER TABLE orders
  ADD COLUMN hold_until date,
  ADD COLUMN ship_date date;
CREATE INDEX orders_held_until ON orders (hold_until) WHERE hold_until IS NOT NULL;
GRANT SELECT (hold_until) ON orders TO app_system;

-- No day without a hold, whoever releases it: a process of the release before does not know the day.
CREATE FUNCTION maintenance.forget_hold_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.hold_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_forget_hold_until BEFORE UPDATE OF hold_code ON orders
  FOR EACH ROW WHEN (NEW.hold_code IS NULL AND NEW.hold_until IS NOT NULL) EXECUTE FUNCTION maintenance.forget_hold_until();

-- An order as it was and as an edit left it, beside the lines of `order_edit_lines`.
CREATE TABLE order_edit_heads (
  tenant_id uuid NOT NULL,
  edit_id uuid NOT NULL,
  order_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (tenant_id, edit_id, order_id),
  FOREIGN KEY (tenant_id, edit_id) REFERENCES order_edits ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE
);
CREATE INDEX order_edit_heads_order ON order_edit_heads (tenant_id, order_id);
SELECT maintenance.secure_table('order_edit_heads');
