-- A customer that came from another installation (docs/decisions/0490-import-of-a-customer.md). Null: it was always here. Of an older release
-- they are null for those that came too, which is as it was.
ALTER TABLE tenants
  ADD COLUMN came_at timestamptz,       -- what it bought before counts into no plan of here
  ADD COLUMN events_since timestamptz;  -- before it, events of its log had had their time where it comes from; their hashes are in the seals
