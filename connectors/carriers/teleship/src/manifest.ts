/** Teleship: what it offers, as data. Sources of limits, places and services are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'teleship',
  name: 'Teleship',
  maturity: 'contract',
  contractVersion: 'Teleship public API 1.0.0 (OpenAPI of 2025-11)',
  originCountries: ['GB', 'US', 'AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'LU', 'NL'],
  services: [
    { code: 'TELESHIP-EXPEDITED-PICKUP', name: 'Teleship Expedited, End-to-End', scope: 'both' },
    { code: 'TELESHIP-EXPEDITED-DROPOFF', name: 'Teleship Expedited, Hub Direct', scope: 'both' },
    { code: 'TELESHIP-STANDARD-PICKUP', name: 'Teleship Standard, End-to-End', scope: 'both' },
    { code: 'TELESHIP-STANDARD-DROPOFF', name: 'Teleship Standard, Hub Direct', scope: 'both' },
    { code: 'TELESHIP-POSTAL-PICKUP', name: 'Teleship Postal, End-to-End', scope: 'both' },
    { code: 'TELESHIP-POSTAL-DROPOFF', name: 'Teleship Postal, Hub Direct', scope: 'both' },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 1,
    international: true,
    signature: true,
    insurance: false,
    shipperNumbers: false,
    pickup: true,
    endOfDay: true,
    landedCost: true,
    attachDocument: true,
    discoverServices: true,
  },
  keys: {
    before: 'A Teleship account. An administrator of it makes the API keys in the Shipper Portal.',
  },
  credentials: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'In the Teleship Shipper Portal, where the API keys of your account are made.',
      secret: false,
      required: true,
      pattern: '[!-~]{4,200}',
      example: '1a2b3c4d5e6f7a8b',
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Shown in the Teleship Shipper Portal beside the client ID when the key is made.',
      secret: true,
      required: true,
      pattern: '[!-~]{4,400}',
    },
  ],
  notOffered: {
    saturdayDelivery: 'Teleship has no Saturday delivery to choose.',
    returns:
      'Teleship’s API sells no return labels; what comes back is a shipment of its own from where Teleship collects.',
    refund: 'Teleship’s API does not tell when a voided label is credited.',
    trackPush:
      'Teleship signs its news without a time and names no account in them, so nobody could tell old ones from new.',
    proofOfDelivery: 'Teleship tells that a parcel was delivered and gives out no proof of it.',
    checkAddress: 'Teleship’s API has no address check.',
    onboarding: 'Teleship would send an account’s keys through the browser’s address; enter them here yourself.',
    insurance: 'Teleship’s delivery warranty takes no value to insure.',
    dangerousGoods: 'Teleship’s API declares no dangerous goods.',
  },
  pickup: { daysAhead: 14, canCancel: true, canChange: false, charged: false },
  endOfDay: { name: 'Manifest', shipmentsPerCall: 200, required: false, endsVoiding: false },
  limits: { maxGrams: 31_500, maxLengthMm: 1200, dimensionsRequired: true },
  // Teleship publishes no limit; this one is ours.
  quota: { calls: 5, perMs: 1000 },
  deadlineMs: { rate: 15_000, ship: 30_000, other: 15_000 },
  endpoints: { live: 'https://api.teleship.com', sandbox: 'https://sandbox.teleship.com' },
  labelFormats: ['pdf', 'zpl', 'png'],
  voiding: { refund: 'later' },
};
