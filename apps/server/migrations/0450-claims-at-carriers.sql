-- Claims are filed through the carrier's interface where it has one: an act of the journal whose subject is the claim.
-- quick: claims: carriers lose or break one parcel of some thousands
ALTER TABLE effects DROP CONSTRAINT effects_kind_check;
ALTER TABLE effects ADD CONSTRAINT effects_kind_check CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook',
  'print', 'pickup_book', 'pickup_change', 'pickup_cancel', 'end_of_day', 'card_charge', 'card_refund', 'store_refund', 'claim_file'))
  NOT VALID;
ALTER TABLE exceptions DROP CONSTRAINT exceptions_kind_check;
ALTER TABLE exceptions ADD CONSTRAINT exceptions_kind_check CHECK (kind IN ('purchase', 'void', 'push', 'store', 'refund', 'tracking',
  'import', 'carrier', 'pickup', 'end-of-day', 'print', 'claim')) NOT VALID;

ALTER TABLE claims ADD COLUMN effect_id uuid;        -- the act that files it, or filed it; null: on paper
ALTER TABLE claims ADD COLUMN grant_id uuid;         -- the account it was filed with, which is asked about it
ALTER TABLE claims ADD COLUMN carrier_state text COLLATE "C"
  CHECK (carrier_state IN ('open', 'asks', 'accepted', 'refused', 'withdrawn'));  -- as the carrier last said
ALTER TABLE claims ADD COLUMN asked_at timestamptz;
ALTER TABLE claims ADD COLUMN ask_at timestamptz;    -- due work: when the carrier is asked next; null: it cannot be, or has decided
ALTER TABLE claims ADD COLUMN approved_minor int8 CHECK (approved_minor >= 0);
ALTER TABLE claims ADD COLUMN approved_currency char(3);
ALTER TABLE claims ADD CONSTRAINT claims_approved_check CHECK ((approved_minor IS NULL) = (approved_currency IS NULL));
CREATE INDEX claims_ask ON claims (ask_at) WHERE ask_at IS NOT NULL;
SELECT maintenance.allow_system('claims', 'tenant_id, id, ask_at', 'ask_at');

-- What was claimed, as the seller shows it. Drawn anew, so that nothing but pixels is kept.
CREATE TABLE claim_photos (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  claim_id uuid NOT NULL,
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  png bytea NOT NULL CHECK (length(png) BETWEEN 1 AND 8388608),
  of_return uuid,                              -- the photo of a return it was copied from; null: taken for the claim
  taken_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, claim_id) REFERENCES claims ON DELETE CASCADE
);
CREATE INDEX claim_photos_of ON claim_photos (tenant_id, claim_id, id);
CREATE UNIQUE INDEX claim_photos_copied ON claim_photos (tenant_id, claim_id, of_return) WHERE of_return IS NOT NULL;
SELECT maintenance.secure_table('claim_photos');

-- They show addresses on parcels, so they go with the order's buyer.
CREATE FUNCTION maintenance.erase_claim_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.claim_photos AS p USING public.claims AS c
    WHERE c.tenant_id = NEW.tenant_id AND c.order_id = NEW.order_id AND p.tenant_id = c.tenant_id AND p.claim_id = c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_details_erased_claims AFTER UPDATE OF imported ON order_details FOR EACH ROW
  WHEN (OLD.imported ->> 'erasedAt' IS NULL AND NEW.imported ->> 'erasedAt' IS NOT NULL)
  EXECUTE FUNCTION maintenance.erase_claim_photos();
