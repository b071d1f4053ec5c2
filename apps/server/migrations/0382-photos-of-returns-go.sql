-- All photos of a return go with its order's buyer: those of the packing table show addresses on parcels too.
CREATE OR REPLACE FUNCTION maintenance.erase_return_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.returns SET note = NULL WHERE tenant_id = NEW.tenant_id AND order_id = NEW.order_id;
  DELETE FROM public.return_photos AS p USING public.returns AS r
    WHERE r.tenant_id = NEW.tenant_id AND r.order_id = NEW.order_id AND p.tenant_id = r.tenant_id AND p.return_id = r.id;
  RETURN NULL;
END $$;

DELETE FROM return_photos AS p USING returns AS r, order_details AS d
  WHERE p.tenant_id = r.tenant_id AND p.return_id = r.id AND d.tenant_id = r.tenant_id AND d.order_id = r.order_id
    AND d.imported ->> 'erasedAt' IS NOT NULL;
