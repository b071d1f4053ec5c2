/**
 * DHL's checkpoints as our twelve statuses. Codes and their words: MyDHL API, reference data "trackingEventCode", and the
 * contract's own tracking example.
 */
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';

const BY_STATUS: Readonly<Partial<Record<TrackingStatus, string>>> = {
  /** Shipment information received. */
  'label-created': 'DUMMY_PU SD TR',
  /** Shipment acceptance: handed in at a service point. */
  'handed-over': 'SA HN',
  accepted: 'PU',
  /** Arrived, departed, processed, transfers, weighed, scheduled, loaded, forwarded. */
  'in-transit': 'AF AR DF PL PO AP CI CU FD IR LV UV MC MS NA PY RW SC SI SM TI TT TP TD MD IA HI HO AG WX',
  /** In clearance, broker, released, entry, response, delays and holds by customs, duty. */
  customs: 'IC CR RR ES BN BR CD UD BL DI HP',
  'out-for-delivery': 'WC OF',
  /** Awaiting collection by the consignee. */
  'available-for-pickup': 'CC',
  /** Bad address, closed, moved, damaged, not delivered, not home, on hold, refused, stopped, lost, destroyed. */
  exception: 'BA CA CM DM DP ND NH OH RD SS ST DS CS PD',
  returned: 'RT',
  /** Delivery; delivered damaged. */
  delivered: 'OK DD DL',
};

const STATUS: ReadonlyMap<string, TrackingStatus> = new Map(
  (Object.entries(BY_STATUS) as [TrackingStatus, string][]).flatMap(([status, codes]) =>
    codes.split(' ').map((code) => [code, status] as const),
  ),
);

/** @returns `unknown` for a checkpoint that DHL has not listed: its words are still shown */
export const statusOf = (code: string): TrackingStatus => STATUS.get(code) ?? 'unknown';
