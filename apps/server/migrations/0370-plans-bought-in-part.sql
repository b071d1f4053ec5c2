-- A plan can be bought in part while the rest of it is still being made: what is bought becomes a batch of its own.

-- Counts up whenever prices are added to the plan; written under the row's lock, so that a lower step was committed before a higher one.
ALTER TABLE batches ADD COLUMN plan_step int NOT NULL DEFAULT 0;
-- The plan whose priced orders it bought.
ALTER TABLE batches ADD COLUMN part_of uuid;
CREATE INDEX batches_part_of ON batches (tenant_id, part_of) WHERE part_of IS NOT NULL;

-- The step its price was added with: what somebody confirms is what they saw, whatever was added since.
ALTER TABLE batch_items ADD COLUMN plan_step int;
