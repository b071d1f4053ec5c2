/** TestLine Post: what it offers, as data. A fictional carrier; its only service is our simulator. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'testline-post',
  name: 'TestLine Post (TEST)',
  maturity: 'own',
  originCountries: ['CA'],
  services: [
    { code: 'DOM.EP', name: 'Expedited', scope: 'domestic' },
    { code: 'DOM.RP', name: 'Regular', scope: 'domestic' },
    { code: 'DOM.XP', name: 'Xpress', scope: 'domestic' },
    { code: 'USA.EP', name: 'Expedited USA', scope: 'international' },
    { code: 'USA.SP', name: 'Small Packet USA', scope: 'international', maxGrams: 2000 },
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
  },
  credentials: [
    {
      name: 'customer',
      label: 'Customer number',
      help: 'Use "1000001" (Alpha) or "1000002" (Beta).',
      secret: false,
      required: true,
      pattern: '\\d{7}',
      example: '1000001',
    },
    { name: 'user', label: 'API user', help: 'Use "post-alpha" or "post-beta".', secret: false, required: true },
    {
      name: 'password',
      label: 'API password',
      help: 'Use "alpha-word-1" for post-alpha and "beta-word-2" for post-beta.',
      secret: true,
      required: true,
    },
  ],
  limits: { maxGrams: 30_000, maxLengthMm: 2000, maxLengthPlusGirthMm: 3000, dimensionsRequired: true },
  quota: { calls: 40, perMs: 1000 },
  deadlineMs: { rate: 8000, ship: 15_000, other: 10_000 },
  endpoints: {},
  tracking: { numbersPerCall: 1 },
  voiding: { withinHours: 2, refund: 'none' },
  labelFormats: ['pdf', 'zpl'],
};
