-- What a buyer wants instead of what comes back, and the order that sends it.
ALTER TABLE return_items ADD COLUMN instead text CHECK (length(instead) BETWEEN 1 AND 200); -- as typed; null: the same again
ALTER TABLE returns ADD COLUMN exchange_order uuid;                                        -- made once, at no price
CREATE UNIQUE INDEX returns_exchange ON returns (tenant_id, exchange_order) WHERE exchange_order IS NOT NULL;

-- What the buyer typed here goes with the buyer's other words and pictures.
CREATE OR REPLACE FUNCTION maintenance.erase_return_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.returns SET note = NULL WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  UPDATE public.return_items AS i SET instead = NULL FROM public.returns AS r
    WHERE r.tenant_id = NEW.tenant_id AND r.order_id = NEW.order_id AND i.tenant_id = r.tenant_id AND i.return_id = r.id
      AND i.instead IS NOT NULL;
  DELETE FROM public.return_photos AS p USING public.returns AS r
    WHERE r.tenant_id = NEW.tenant_id AND r.order_id = NEW.order_id AND p.tenant_id = r.tenant_id AND p.return_id = r.id;
  RETURN NULL;
END $$;
