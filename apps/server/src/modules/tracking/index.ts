/** Tracking: following parcels. What other modules may use. */
export { beginTracking, type BoughtParcels, endTracking } from './trackers.ts';
