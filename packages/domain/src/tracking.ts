/** The twelve statuses a parcel can have, with the rank that decides between events of the same moment. */
export const TRACKING_STATUSES = [
  'unknown',
  'label-created',
  'handed-over',
  'accepted',
  'in-transit',
  'customs',
  'out-for-delivery',
  'available-for-pickup',
  'exception',
  'returning',
  'returned',
  'delivered',
] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];

/** Later in the list wins when two events carry the same time. */
export const statusRank = (status: TrackingStatus): number => TRACKING_STATUSES.indexOf(status);
