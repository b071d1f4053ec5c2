-- Stores of the seller's own are told the address of the tracking page in place of the carrier's.
ALTER TABLE buyer_page_settings ADD COLUMN tell_stores boolean NOT NULL DEFAULT false;
