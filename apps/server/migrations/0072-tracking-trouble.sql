-- What the sweep of the exceptions inbox asks of every customer: parcels in trouble, and those that stand still.
CREATE INDEX trackers_trouble ON trackers (tenant_id, status_at) WHERE status IN ('exception', 'returning', 'returned');
CREATE INDEX trackers_quiet ON trackers (tenant_id, last_event_at) WHERE due_at IS NOT NULL AND scanned_at IS NOT NULL;
CREATE INDEX trackers_used_void ON trackers (tenant_id, status_at) WHERE stopped = 'voided' AND scanned_at IS NOT NULL;
