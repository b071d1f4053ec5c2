/** EasyPost: what it offers, as data. Sources are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { SCANNED, SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'easypost',
  name: 'EasyPost',
  maturity: 'samples',
  contractVersion: 'EasyPost API v2 (official answers of 2026-01-21)',
  aggregator: true,
  originCountries: ['*'],
  services: SERVICES,
  exportFilings: ['US'],
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
    returns: true,
    pickup: true,
    endOfDay: true,
    checkAddress: true,
  },
  keys: {
    before: 'An EasyPost account with a carrier in it; for live labels also with a payment method.',
    page: 'https://www.easypost.com/account/api-keys',
  },
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In the EasyPost dashboard under Account Settings, API Keys; a key that begins with EZTK is a test key.',
      secret: true,
      required: true,
      pattern: 'EZ[!-~]{14,200}',
    },
  ],
  notOffered: {
    insurance: 'EasyPost charges its own insurance beside the label, in US dollars, so no price here would hold it.',
    proofOfDelivery: 'EasyPost names who signed in its trackers and hands out no proof of delivery.',
    landedCost: 'EasyPost’s shipping calls state no duties and taxes before the purchase.',
    attachDocument: 'EasyPost makes customs papers from the declared goods and takes no documents.',
    discoverServices: 'EasyPost lists carrier accounts for production keys alone, and no services of an account.',
    onboarding: 'Sellers create an API key in EasyPost themselves; there is no sign-in to send them to.',
    dangerousGoods: 'Which dangerous goods are taken, and with which papers, differs by each carrier behind EasyPost.',
  },
  // EasyPost names no farthest day; each carrier behind it has its own.
  pickup: { daysAhead: 7, canCancel: true, canChange: false, charged: true },
  endOfDay: {
    name: 'SCAN form',
    shipmentsPerCall: 100,
    required: false,
    endsVoiding: false,
    services: SCANNED,
  },
  limits: { maxGrams: 68_038, dimensionsRequired: true },
  // EasyPost states a dynamic limit and no figure; this one is ours.
  quota: { calls: 5, perMs: 1000 },
  deadlineMs: { rate: 20_000, ship: 45_000, other: 15_000 },
  endpoints: { live: 'https://api.easypost.com', sandbox: 'https://api.easypost.com' },
  hosts: ['easypost-files.s3.us-west-2.amazonaws.com', 'easypost-files.s3-us-west-2.amazonaws.com'],
  tracking: { numbersPerCall: 1 },
  voiding: { refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
