-- Who bought or cancelled in the name of somebody else, as people know them; null: the person themselves.
ALTER TABLE shipments ADD COLUMN acted_by text;
