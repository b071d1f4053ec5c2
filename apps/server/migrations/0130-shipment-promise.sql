-- What the carrier promised and what it asks without an account stay with the shipment: rates are dropped after their months.
ALTER TABLE shipments
  ADD COLUMN retail_minor int8 CHECK (retail_minor >= 0),   -- in the shipment's currency; null: the carrier named none
  ADD COLUMN promised_day date,                             -- null: the carrier promised none
  ADD COLUMN delivered_at timestamptz;                      -- of the last parcel, by the carrier's clock

-- Of labels that stand, by the day they were bought.
ALTER TABLE usage_days
  ADD COLUMN retail_minor int8 NOT NULL DEFAULT 0,          -- public price, where there is one
  ADD COLUMN retail_spend_minor int8 NOT NULL DEFAULT 0,    -- what was paid for those
  ADD COLUMN delivered int NOT NULL DEFAULT 0,              -- shipments that arrived
  ADD COLUMN promised int NOT NULL DEFAULT 0,               -- of these, with a promised day
  ADD COLUMN on_time int NOT NULL DEFAULT 0,                -- of these, by that day
  ADD COLUMN travel_hours int8 NOT NULL DEFAULT 0;          -- from buying to the door, of all that arrived
