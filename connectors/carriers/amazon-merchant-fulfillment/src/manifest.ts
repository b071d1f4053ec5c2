/** Amazon Merchant Fulfillment (Buy Shipping): what it offers, as data. Sources of limits and services are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { amazonAppFields } from '@scanship/connector-kit/amazon/manifest-amazon';
import { SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'amazon-merchant-fulfillment',
  name: 'Amazon Merchant Fulfillment',
  maturity: 'contract',
  contractVersion: 'Selling Partner API, Merchant Fulfillment v0 (2026-08-05), Tokens v2021-03-01',
  aggregator: true,
  ordersOf: ['amazon-ca', 'amazon-us'],
  originCountries: ['CA', 'US'],
  services: SERVICES,
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: false,
    testConnection: true,
    parcelsPerCall: 1,
    international: false,
    signature: true,
    insurance: true,
    shipperNumbers: false,
  },
  keys: {
    before:
      'A professional selling account, and an application of your own with the role Buy Shipping under Develop Apps.',
    page: 'https://sellercentral.amazon.com',
  },
  credentials: [...amazonAppFields('In Seller Central')],
  notOffered: {
    claims: 'Amazon takes claims for Buy Shipping labels in Seller Central; its API has no call for them.',
    listLabels: 'Amazon answers one shipment at a time by its number; it lists none.',
    saturdayDelivery:
      'At Amazon Saturday delivery is a service of its own; ask without it and choose one that says Saturday.',
    international:
      'Across a border Amazon asks for facts of its own, service by service; buy those labels in Seller Central.',
    returns: 'Amazon makes return labels for its buyers itself; its API sells only what goes out.',
    track: 'Amazon’s API tells a label’s tracking number and refund and no news of the parcel.',
    trackPush: 'Amazon sends no news of these parcels; the carrier it sold has them.',
    proofOfDelivery: 'Amazon gives out no proof of delivery; the carrier it sold has it.',
    pickup:
      'Amazon sells pickups with the label alone, for few couriers of other countries; book one with the carrier.',
    endOfDay: 'Amazon makes no paper for the hand-over of labels of several carriers.',
    checkAddress: 'Amazon ships to the address of its own order and checks no other.',
    landedCost: 'These labels stay inside one country, so that there are no duties to state.',
    attachDocument: 'These labels stay inside one country and take no customs papers.',
    discoverServices: 'Amazon offers services per order, with its price; there is no list per account.',
    onboarding: 'Sellers authorise their own application at Amazon and enter its keys and refresh token here.',
  },
  dangerousGoods: [
    'lithium-ion-in-equipment',
    'lithium-ion-with-equipment',
    'lithium-metal-in-equipment',
    'lithium-metal-with-equipment',
    'limited-quantity',
  ],
  // Amazon publishes no limits of its own; 150 lb is the most any of its carriers takes, and its answer says the rest.
  limits: { maxGrams: 68_038, dimensionsRequired: true },
  // Of the operations here the slowest takes one call a second; asking prices takes six.
  quota: { calls: 6, perMs: 1000 },
  deadlineMs: { rate: 15_000, ship: 30_000, other: 15_000 },
  endpoints: {
    live: 'https://sellingpartnerapi-na.amazon.com',
    sandbox: 'https://sandbox.sellingpartnerapi-na.amazon.com',
  },
  hosts: ['api.amazon.com'],
  labelFormats: ['png', 'zpl'],
  voiding: { refund: 'later' },
};
