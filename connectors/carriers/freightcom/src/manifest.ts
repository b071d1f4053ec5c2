/** Freightcom: what it offers, as data. Sources of services, limits and addresses are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'freightcom',
  name: 'Freightcom',
  maturity: 'samples',
  contractVersion: 'Freightcom customer API 2.10.0 (samples of 2024-06-12 and 2025-03-27)',
  aggregator: true,
  originCountries: ['CA'],
  services: SERVICES,
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 1,
    international: true,
    signature: true,
    insurance: true,
    shipperNumbers: false,
    returns: true,
    discoverServices: true,
  },
  keys: {
    before: 'A Freightcom or ClickShip account. Ask its support for an API key.',
    page: 'https://www.freightcom.com',
  },
  credentials: [
    {
      name: 'key',
      label: 'API key',
      help: 'Freightcom’s (or ClickShip’s) support opens the API for your account and gives you the key.',
      secret: true,
      required: true,
      pattern: '[!-~]{16,200}',
    },
    {
      name: 'paymentMethod',
      label: 'Payment method ID',
      help: 'Which of your payment methods at Freightcom pays for labels; leave it empty to pay on terms, else with the only method there is.',
      secret: false,
      required: false,
      pattern: '[A-Za-z0-9_-]{1,64}',
      example: 'pm_1a2b3c4d',
    },
  ],
  notOffered: {
    claims: 'Freightcom takes claims in its own pages; its API has no call for them.',
    listLabels: 'Freightcom answers one shipment at a time by its number; it lists none.',
    saturdayDelivery: 'Freightcom has no Saturday delivery to choose; some of its services deliver on Saturdays.',
    refund: 'Freightcom shows a shipment as cancelled and does not tell in its API when the credit arrives.',
    trackPush: 'Freightcom’s API is asked for tracking events and sends none by itself.',
    proofOfDelivery: 'Freightcom’s API tells that a parcel was delivered and gives out no proof of it.',
    pickup: 'Freightcom books a driver for one shipment of one carrier at a time, not for a place and a day.',
    endOfDay: 'Freightcom has no end-of-day paper; each carrier takes its parcels without one.',
    checkAddress: 'Freightcom checks addresses only while it works out prices or books a shipment.',
    landedCost:
      'Freightcom quotes duties within the price of some services only and has no call for an estimate alone.',
    attachDocument: 'Freightcom writes the commercial invoice itself from the declared goods.',
    onboarding: 'Sellers copy their API key from Freightcom; there is no sign-in to send them to.',
    dangerousGoods: 'Freightcom’s API describes dangerous goods for pallets only, which are not offered here.',
  },
  limits: { maxGrams: 68_038, maxLengthMm: 2743, dimensionsRequired: true },
  quota: { calls: 120, perMs: 60_000 },
  deadlineMs: { rate: 25_000, ship: 30_000, other: 15_000 },
  endpoints: {
    live: 'https://external-api.freightcom.com',
    sandbox: 'https://customer-external-api.ssd-test.freightcom.com',
  },
  // Labels lie in a bucket that the answers link to.
  hosts: ['s3.us-east-2.amazonaws.com'],
  tracking: { numbersPerCall: 10 },
  voiding: { refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
