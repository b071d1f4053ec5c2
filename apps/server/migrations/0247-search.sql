-- One search over everything (docs/decisions/0247-one-search.md). What it is found by is made by packages/domain
-- (order-search.ts); 0248 makes it for what is here already.

-- Words of the titles of order lines, once for each SKU.
CREATE TABLE order_title_words (
  tenant_id uuid NOT NULL REFERENCES tenants,
  token text COLLATE "C" NOT NULL CHECK (token <> ''),
  sku_key text COLLATE "C" NOT NULL CHECK (sku_key <> ''),
  PRIMARY KEY (tenant_id, token, sku_key)
);
SELECT maintenance.secure_table('order_title_words');

-- A tracking number from its end. A trigger, so that the release before keeps it as well.
ALTER TABLE parcels ADD COLUMN tracking_end text COLLATE "C";
CREATE FUNCTION maintenance.note_tracking_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.tracking_end := reverse(NEW.tracking_key);
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION maintenance.note_tracking_end() FROM PUBLIC;
CREATE TRIGGER parcels_tracking_end BEFORE INSERT OR UPDATE OF tracking_key ON parcels
  FOR EACH ROW EXECUTE FUNCTION maintenance.note_tracking_end();
CREATE INDEX parcels_tracking_end ON parcels (tenant_id, tracking_end) WHERE tracking_end IS NOT NULL;

-- People and customers are few thousands a franchise, so they are read one by one: without case and accents.
ALTER TABLE users
  ADD COLUMN search_key text GENERATED ALWAYS AS (replace(replace(replace(lower(regexp_replace(
    normalize(username || ' ' || email || ' ' || first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g')),
    'œ', 'oe'), 'æ', 'ae'), 'ø', 'o')) STORED,
  ADD COLUMN phone_digits text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(coalesce(phone, ''), '\D', '', 'g')) STORED;
ALTER TABLE franchise_customers
  ADD COLUMN search_key text GENERATED ALWAYS AS (replace(replace(replace(lower(regexp_replace(
    normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae'), 'ø', 'o')) STORED;

-- Staff search in the tenants below their own: keys, and what a line of the answer shows. Never a buyer's name or address.
GRANT SELECT (tenant_id, field, token, order_id, placed_at) ON order_tokens TO app_system;
CREATE POLICY system_rows ON order_tokens TO app_system USING (field IN ('number', 'tracking', 'email', 'phone')) WITH CHECK (false);
SELECT maintenance.allow_system('orders', 'tenant_id, id, number, fulfillment, cancelled_at, archived_at, placed_at');
SELECT maintenance.allow_system('shipments', 'tenant_id, id, slug, state, tracking_status, created_at');
SELECT maintenance.allow_system('shipment_items', 'tenant_id, shipment_id, order_id');
SELECT maintenance.allow_system('parcels', 'tenant_id, shipment_id, no, tracking_key, tracking_end, tracking_number, purchase_id');
