-- How the tracking page looks, and what it says of a delivery. Pictures are blobs of the seller; the logo is the one of its documents.
ALTER TABLE buyer_page_settings
  ADD COLUMN logo boolean NOT NULL DEFAULT false,
  ADD COLUMN colour text COLLATE "C" CHECK (colour ~ '^#[0-9a-f]{6}$'),   -- null: the franchise's
  ADD COLUMN banner text COLLATE "C",                                      -- sha256 of the picture as it was drawn
  ADD COLUMN links jsonb NOT NULL DEFAULT '[]',                            -- label and https address of each
  ADD COLUMN support_email text,                                           -- null: the store's
  ADD COLUMN support_phone text,
  ADD COLUMN proof boolean NOT NULL DEFAULT false;                         -- the carrier's proof of delivery is shown
