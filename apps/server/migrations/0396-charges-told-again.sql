-- Payouts itemised before 0379 do not tell what buyers were charged in another currency, so they disagree with the books for ever:
-- those that hold such a payment are read again once, with the next payouts.
ALTER TABLE card_payouts ADD COLUMN read_again boolean NOT NULL DEFAULT false;
SELECT maintenance.secure_table('card_payout_items', 'keep');
UPDATE card_payouts AS o SET read_again = true WHERE o.itemised AND EXISTS (
  SELECT FROM card_payout_items AS i JOIN payments AS p ON p.tenant_id = i.tenant_id AND p.provider_id = i.intent_id AND p.mode = o.mode
  WHERE i.tenant_id = o.tenant_id AND i.payout_id = o.id AND i.charged_minor IS NULL AND p.currency <> o.currency);
