/** Everything a carrier can offer, by one name each: columns of the table, keys of `capabilities` and of `notOffered`. */
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
  'onboarding',
  'signature',
  'insurance',
  'dangerousGoods',
] as const;
export type CarrierOperation = (typeof CARRIER_OPERATIONS)[number];
