/** Media types of the TestLine Post service: the version of a message is in its type, and wildcards are refused. */
export const TYPES = {
  rate: 'application/vnd.testline.rate-v1+xml',
  shipment: 'application/vnd.testline.shipment-v2+xml',
  track: 'application/vnd.testline.track-v1+xml',
  account: 'application/vnd.testline.account-v1+xml',
} as const;
export type MessageType = keyof typeof TYPES;
export const LABEL_TYPES = { pdf: 'application/pdf', zpl: 'application/zpl' } as const;
