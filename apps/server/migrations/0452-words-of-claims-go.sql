-- quick: claims: carriers lose or break one parcel of some thousands
-- quick: order_details: read by its key for the orders of claims alone
ALTER TABLE claims ADD COLUMN carrier_number text CHECK (length(carrier_number) <= 100);  -- by which the carrier is asked; `reference` is what people write
ALTER TABLE claims ADD COLUMN other_number text CHECK (length(other_number) <= 100);      -- the carrier has this one beside what stands here
ALTER TABLE claims ADD COLUMN ask_failed_since timestamptz;  -- since then no question about it was answered
UPDATE claims SET carrier_number = reference WHERE carrier_state IS NOT NULL;

-- Words of a claim name the buyer as its photos show them, so both go with the order's buyer.
CREATE OR REPLACE FUNCTION maintenance.erase_claim_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.claims SET note = '', answer = NULL, version = version + 1
    WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  DELETE FROM public.claim_photos AS p USING public.claims AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.order_id = NEW.order_id AND p.tenant_id = c.tenant_id AND p.claim_id = c.id;
  RETURN NULL;
END $$;

-- Buyers who were erased before this: the words here, the recorded calls with the next round that erases copies.
UPDATE claims AS c SET note = '', answer = NULL, version = c.version + 1 FROM order_details AS d
  WHERE d.tenant_id = c.tenant_id AND d.order_id = c.order_id AND d.imported ->> 'erasedAt' IS NOT NULL;
INSERT INTO copies_to_erase (tenant_id, order_id)
  SELECT DISTINCT c.tenant_id, c.order_id FROM claims AS c
  JOIN order_details AS d ON d.tenant_id = c.tenant_id AND d.order_id = c.order_id
  WHERE d.imported ->> 'erasedAt' IS NOT NULL
  ON CONFLICT DO NOTHING;
