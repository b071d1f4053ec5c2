-- What a buyer was charged or given back, where the provider paid it out in another currency; negative: given back. Null: not told.
ALTER TABLE card_payout_items ADD COLUMN charged_minor int8, ADD COLUMN charged_currency char(3);
