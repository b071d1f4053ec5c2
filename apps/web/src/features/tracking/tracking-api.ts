import { queryOptions } from '@tanstack/react-query';
import { getTracking, markShipmentLost, refreshTracking } from '@scanship/contracts/shipping/tracking';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';

export const trackingQuery = (shipmentId: string) =>
  queryOptions({
    queryKey: ['tracking', shipmentId],
    queryFn: ({ signal }) => fetchData(getTracking, { params: { id: shipmentId }, signal }),
    refetchInterval: 60_000,
  });
export const askCarrier = (id: string) => api.call(refreshTracking, { params: { id } });
export const markLost = (id: string, note: string) =>
  api.call(markShipmentLost, { params: { id }, body: { note: note || null }, idempotencyKey: newIdempotencyKey() });
