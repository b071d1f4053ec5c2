-- Which units are in which parcel stands in the request itself; what remains to be kept is which other orders go along.
ALTER TABLE quotes DROP COLUMN items;
ALTER TABLE quotes ADD COLUMN with_order_ids jsonb;                        -- ids of orders shipped together with order_id; null: none
