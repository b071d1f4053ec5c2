/** What carriers can offer, by one name each: connectors declare it, calls and screens name it. */

/** Columns of tables, in this order; keys of a manifest's `capabilities` and `notOffered`. */
export const CARRIER_OPERATIONS = [
  'testConnection',
  'rate',
  'ship',
  'international',
  'returns',
  'cancel',
  'refund',
  'track',
  'trackPush',
  'proofOfDelivery',
  'pickup',
  'endOfDay',
  'checkAddress',
  'landedCost',
  'attachDocument',
  'discoverServices',
  'listLabels',
  'claims',
  'onboarding',
  'signature',
  'insurance',
  'saturdayDelivery',
  'dangerousGoods',
] as const;
export type CarrierOperation = (typeof CARRIER_OPERATIONS)[number];

/** Where the driver finds the parcels of a pickup. */
export const PICKUP_PLACES = ['front-door', 'back-door', 'reception', 'loading-dock', 'mail-room', 'other'] as const;
export type PickupPlace = (typeof PICKUP_PLACES)[number];

/** Papers a carrier takes for customs. */
export const TRADE_DOCUMENTS = [
  'commercial-invoice',
  'certificate-of-origin',
  'packing-list',
  'export-licence',
  'other',
] as const;
export type TradeDocument = (typeof TRADE_DOCUMENTS)[number];
