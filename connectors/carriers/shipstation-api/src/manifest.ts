/** ShipStation API (formerly ShipEngine): what it offers, as data. Sources are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'shipstation-api',
  name: 'ShipStation API',
  maturity: 'contract',
  contractVersion: 'ShipStation API v1 (OpenAPI document of 2026-04-08)',
  aggregator: true,
  originCountries: ['*'],
  services: SERVICES,
  exportFilings: ['US', 'CA'],
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
    saturdayDelivery: true,
    returns: true,
    pickup: true,
    endOfDay: true,
    checkAddress: true,
    discoverServices: true,
    listLabels: true,
  },
  keys: {
    before: 'A ShipStation API (formerly ShipEngine) account, with a carrier connected in it.',
    page: 'https://dashboard.shipengine.com',
  },
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In the ShipStation API dashboard under API Management, API Keys; a key that begins with TEST_ belongs to the sandbox.',
      secret: true,
      required: true,
      pattern: '[!-~]{16,200}',
    },
  ],
  notOffered: {
    claims: 'ShipStation API names a page on which an insurer takes a claim; it has no call to file one.',
    trackPush:
      'ShipStation API signs its news with keys that must be fetched from it to check them; labels are asked about instead.',
    proofOfDelivery:
      'ShipStation API may name a link to the carrier’s own page with an event; it hands out no proof itself.',
    landedCost: 'ShipStation API states no duties and taxes of other countries before the purchase.',
    attachDocument: 'ShipStation API makes customs papers from the declared goods and takes no documents.',
    onboarding: 'Sellers create an API key in ShipStation API themselves; there is no sign-in to send them to.',
    dangerousGoods:
      'Which dangerous goods are taken, and with which papers, differs by each carrier behind ShipStation API.',
  },
  // The document names no farthest day and no price; carriers have their own, and some charge.
  pickup: { daysAhead: 7, canCancel: true, canChange: false, charged: true },
  endOfDay: {
    name: 'Manifest',
    shipmentsPerCall: 500,
    required: false,
    endsVoiding: false,
  },
  labelList: { reference: true, voided: true },
  limits: { maxGrams: 68_038, dimensionsRequired: false },
  // Documents, "Rate limits": 200 requests a minute for live keys, 20 for sandbox keys.
  quota: { calls: 200, perMs: 60_000 },
  deadlineMs: { rate: 20_000, ship: 45_000, other: 15_000 },
  endpoints: { live: 'https://api.shipengine.com', sandbox: 'https://api.shipengine.com' },
  hosts: ['api.shipengine.com'],
  voiding: { refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
