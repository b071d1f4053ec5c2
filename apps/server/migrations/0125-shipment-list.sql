-- The labels page: one word for the parcels of a shipment, and an index for each filter in the order of the list.
ALTER TABLE shipments ADD COLUMN tracking_status text COLLATE "C" CHECK (tracking_status IN ('unknown', 'label-created', 'handed-over',
  'accepted', 'in-transit', 'customs', 'out-for-delivery', 'available-for-pickup', 'exception', 'returning', 'returned', 'delivered'));

-- As `overallStatus` of packages/domain/src/tracking.ts: what needs a person first, else the least far.
SELECT maintenance.backfill($$UPDATE shipments AS s SET tracking_status = w.status FROM (
    SELECT DISTINCT ON (t.tenant_id, t.shipment_id) t.tenant_id, t.shipment_id, t.status FROM trackers AS t
      JOIN purchases AS p ON p.tenant_id = t.tenant_id AND p.id = t.purchase_id AND p.state IN ('confirmed', 'complete')
    ORDER BY t.tenant_id, t.shipment_id, array_position(ARRAY['exception', 'returned', 'returning', 'unknown', 'label-created',
      'handed-over', 'accepted', 'in-transit', 'customs', 'out-for-delivery', 'available-for-pickup', 'delivered'], t.status)) AS w
  WHERE w.tenant_id = s.tenant_id AND w.shipment_id = s.id$$, 'shipments', 0);

CREATE INDEX shipments_tracking ON shipments (tenant_id, tracking_status, created_at DESC, id DESC) WHERE tracking_status IS NOT NULL;
CREATE INDEX shipments_service ON shipments (tenant_id, slug, service, created_at DESC, id DESC);
SELECT maintenance.secure_table('shipments');
