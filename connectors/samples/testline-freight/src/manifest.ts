/** TestLine Freight: what it offers, as data. A fictional carrier; its only service is our simulator. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'testline-freight',
  name: 'TestLine Freight (TEST)',
  maturity: 'own',
  originCountries: ['CA'],
  services: [
    { code: 'ltl-standard', name: 'Freight Standard', scope: 'domestic' },
    { code: 'ltl-priority', name: 'Freight Priority', scope: 'domestic', maxGrams: 500_000 },
    { code: 'ltl-usa', name: 'Freight USA', scope: 'international' },
    { code: 'ltl-usa-priority', name: 'Freight USA Priority', scope: 'international', maxGrams: 500_000 },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 20,
    international: true,
    signature: false,
    insurance: false,
    shipperNumbers: false,
  },
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'Use "freight-alpha-key-1" or "freight-beta-key-2".',
      secret: true,
      required: true,
    },
  ],
  limits: { maxGrams: 1_000_000, maxLengthMm: 6000, dimensionsRequired: true },
  quota: { calls: 40, perMs: 1000 },
  deadlineMs: { rate: 12_000, ship: 15_000, other: 10_000 },
  endpoints: {},
  tracking: { numbersPerCall: 20 },
  voiding: { withinHours: 2, refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
