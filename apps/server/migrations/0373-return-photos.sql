-- Photos of what comes back: the buyer's, and those of the packing table. Drawn anew, so that nothing but pixels is kept.
CREATE TABLE return_photos (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  return_id uuid NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source IN ('buyer', 'table')),
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  png bytea NOT NULL CHECK (length(png) BETWEEN 1 AND 8388608),
  taken_by uuid,                               -- null: the buyer
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, return_id) REFERENCES returns ON DELETE CASCADE
);
CREATE INDEX return_photos_of ON return_photos (tenant_id, return_id, id);
SELECT maintenance.secure_table('return_photos');

-- A buyer's own pictures go with the buyer's words; those of the packing table are the seller's.
CREATE OR REPLACE FUNCTION maintenance.erase_return_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.returns SET note = NULL WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  DELETE FROM public.return_photos AS p USING public.returns AS r
    WHERE r.tenant_id = NEW.tenant_id AND r.order_id = NEW.order_id AND p.tenant_id = r.tenant_id AND p.return_id = r.id
      AND p.source = 'buyer';
  RETURN NULL;
END $$;

-- What a carrier gives to be shown at its counter in place of a printed label.
ALTER TABLE documents DROP CONSTRAINT documents_kind_check;
ALTER TABLE documents ADD CONSTRAINT documents_kind_check CHECK (kind IN ('label', 'return_label', 'packing_slip', 'packing_list',
  'pick_list', 'custom_invoice', 'customs_form', 'receipt', 'manifest', 'pickup', 'invoice', 'statement', 'export', 'merged',
  'proof_of_delivery', 'trade_document', 'qr_code'));
