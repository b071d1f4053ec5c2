-- Orders whose buyers were erased and whose copies (papers, prints, recorded calls) have yet to go; written with the buyer's erasing.
CREATE TABLE copies_to_erase (
  tenant_id uuid NOT NULL REFERENCES tenants,
  order_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, order_id)
);
SELECT maintenance.secure_table('copies_to_erase');
SELECT maintenance.allow_system('copies_to_erase', 'tenant_id');

-- Buyers whom a platform had erased before this: their orders are looked for by the name, since what was imported is long.
INSERT INTO copies_to_erase (tenant_id, order_id)
  SELECT o.tenant_id, o.id FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
  WHERE o.ship_to_name = '' AND d.imported ->> 'erasedAt' IS NOT NULL;

-- What was made for printers of browsers and is kept by nothing goes with the next round that takes away what is old.
INSERT INTO print_contents (tenant_id, key, no, blob, expires_at)
  SELECT b.tenant_id, 'left/' || b.sha256, 1, b.sha256, now() FROM blobs b
  WHERE b.type = 'application/vnd.scanship.print'
    AND NOT EXISTS (SELECT FROM print_contents x WHERE x.tenant_id = b.tenant_id AND x.blob = b.sha256)
    AND NOT EXISTS (SELECT FROM print_jobs x WHERE x.tenant_id = b.tenant_id AND x.blob = b.sha256)
    AND NOT EXISTS (SELECT FROM documents x WHERE x.tenant_id = b.tenant_id AND x.blob = b.sha256);

-- What another system answers after the buyer was erased is not kept either: the mark stands in the row that the answer is written to.
ALTER TABLE notice_posts ADD COLUMN erased boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION maintenance.erase_notice_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.suppressed_addresses SET address = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND address IN (SELECT n.address_key FROM public.buyer_notices AS n
      WHERE n.tenant_id = NEW.tenant_id AND n.order_id = NEW.order_id);
  UPDATE public.buyer_notices SET address = NULL, address_key = NULL, server_words = NULL
    WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  UPDATE public.notice_posts SET answer = NULL, erased = true WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  RETURN NULL;
END $$;
