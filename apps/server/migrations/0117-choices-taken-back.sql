-- A choice that was taken back leaves its row, so that undoing knows which act was the last one.
ALTER TABLE order_shipping_choices ALTER COLUMN choice DROP NOT NULL;
