-- A store is told to refund and restock a return: an effect like its other reports, whose subject is the return.
ALTER TABLE effects DROP CONSTRAINT effects_kind_check;
ALTER TABLE effects ADD CONSTRAINT effects_kind_check CHECK (kind IN ('fulfilment_push', 'fulfilment_cancel', 'email', 'webhook',
  'print', 'pickup_book', 'pickup_change', 'pickup_cancel', 'end_of_day', 'card_charge', 'card_refund', 'store_refund'));
