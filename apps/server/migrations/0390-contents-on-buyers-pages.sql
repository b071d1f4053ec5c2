-- Whether the tracking page says what is in each parcel: not where it is a gift, or nobody's business.
ALTER TABLE buyer_page_settings ADD COLUMN contents boolean NOT NULL DEFAULT true;
