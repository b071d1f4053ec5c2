-- Which package is the default stands with the packages; the settings read it there.
ALTER TABLE customer_settings DROP COLUMN package_id;
