/** TestLine Express: what it offers, as data. A fictional carrier; its only service is our simulator. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier';

export const manifest: CarrierManifest = {
  slug: 'testline-express',
  name: 'TestLine Express (TEST)',
  maturity: 'own',
  originCountries: ['CA'],
  services: [
    { code: 'EXPRESS_AM', name: 'Express Morning', scope: 'domestic' },
    { code: 'EXPRESS', name: 'Express', scope: 'domestic' },
    { code: 'SAVER', name: 'Express Saver', scope: 'domestic' },
    { code: 'US_EXPRESS', name: 'Express USA', scope: 'international' },
    { code: 'US_SAVER', name: 'Express Saver USA', scope: 'international' },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 10,
    international: true,
    signature: true,
    insurance: false,
    shipperNumbers: false,
  },
  credentials: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'Use "express-alpha" or "express-beta".',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Use "alpha-secret-1" for express-alpha and "beta-secret-2" for express-beta.',
      secret: true,
      required: true,
    },
  ],
  limits: { maxGrams: 30_000, maxLengthMm: 1500, maxLengthPlusGirthMm: 3300, dimensionsRequired: true },
  quota: { calls: 50, perMs: 1000 },
  deadlineMs: { rate: 8000, ship: 15_000, other: 10_000 },
  endpoints: {},
  tracking: { numbersPerCall: 50 },
  voiding: { withinHours: 2, refund: 'now' },
  labelFormats: ['pdf', 'zpl'],
};
