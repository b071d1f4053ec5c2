/** Media types and namespaces: the version of a message is in its type, and a wildcard Accept is refused. */
export const MESSAGES = {
  rate: { type: 'application/vnd.cpc.ship.rate-v4+xml', namespace: 'http://www.canadapost.ca/ws/ship/rate-v4' },
  shipment: { type: 'application/vnd.cpc.shipment-v8+xml', namespace: 'http://www.canadapost.ca/ws/shipment-v8' },
  ncshipment: { type: 'application/vnd.cpc.ncshipment-v4+xml', namespace: 'http://www.canadapost.ca/ws/ncshipment-v4' },
  track: { type: 'application/vnd.cpc.track-v2+xml', namespace: 'http://www.canadapost.ca/ws/track' },
  customer: { type: 'application/vnd.cpc.customer+xml', namespace: 'http://www.canadapost.ca/ws/customer' },
  manifest: { type: 'application/vnd.cpc.manifest-v8+xml', namespace: 'http://www.canadapost.ca/ws/manifest-v8' },
  authreturn: { type: 'application/vnd.cpc.authreturn-v2+xml', namespace: 'http://www.canadapost.ca/ws/authreturn-v2' },
  pickup: { type: 'application/vnd.cpc.pickup+xml', namespace: 'http://www.canadapost.ca/ws/pickup/availability' },
  pickuprequest: {
    type: 'application/vnd.cpc.pickuprequest+xml',
    namespace: 'http://www.canadapost.ca/ws/pickuprequest',
  },
  registration: {
    type: 'application/vnd.cpc.registration-v2+xml',
    namespace: 'http://www.canadapost.ca/ws/merchant/registration',
  },
} as const;
export type MessageKind = keyof typeof MESSAGES;

/** Lists of the answers; everything else occurs once. */
export const LISTS = [
  'messages.message',
  'price-quotes.price-quote',
  '*.options.option',
  '*.adjustments.adjustment',
  '*.priced-options.priced-option',
  '*.links.link',
  'shipments.link',
  'groups.group',
  'manifests.link',
  'services.service',
  'pickup-requests.pickup-request',
  'non-contract-shipments.link',
  'tracking-detail.significant-events.occurrence',
  'customer.contracts.contract-id',
  'customer.authorized-payers.payer',
] as const;
