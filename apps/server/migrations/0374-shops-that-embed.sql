-- Where a seller's own shop may show the tracking page inside its pages: origins ("https://maple.example").
ALTER TABLE buyer_page_settings ADD COLUMN shops jsonb NOT NULL DEFAULT '[]'
  CHECK (jsonb_typeof(shops) = 'array' AND jsonb_array_length(shops) <= 20);
