/** TestLine Ground: what it offers, as data. A fictional carrier; its only service is our simulator. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'testline-ground',
  name: 'TestLine Ground (TEST)',
  maturity: 'own',
  originCountries: ['CA'],
  services: [
    { code: 'GRD', name: 'Ground', scope: 'domestic' },
    { code: 'GRD2', name: 'Ground Select', scope: 'domestic', maxGrams: 15_000 },
    { code: 'GUS', name: 'Ground USA', scope: 'international' },
    { code: 'GUS2', name: 'Ground USA Select', scope: 'international', maxGrams: 15_000 },
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
  },
  pickup: { daysAhead: 10, canCancel: true, canChange: false, charged: false },
  endOfDay: {
    name: 'Day list',
    shipmentsPerCall: 3,
    required: true,
    endsVoiding: false,
    // Ground Select is handed over without it.
    services: ['GRD', 'GUS', 'GUS2'],
  },
  credentials: [
    {
      name: 'username',
      label: 'User name',
      help: 'Use "ground-alpha" or "ground-beta".',
      secret: false,
      required: true,
    },
    {
      name: 'password',
      label: 'Password',
      help: 'Use "alpha-pass-1" for ground-alpha and "beta-pass-2" for ground-beta.',
      secret: true,
      required: true,
    },
  ],
  limits: { maxGrams: 34_000, maxLengthMm: 2740, maxLengthPlusGirthMm: 4190, dimensionsRequired: true },
  quota: { calls: 30, perMs: 1000 },
  deadlineMs: { rate: 8000, ship: 15_000, other: 10_000 },
  endpoints: {},
  tracking: { numbersPerCall: 50 },
  voiding: { withinHours: 2, refund: 'later' },
  labelFormats: ['pdf', 'zpl'],
};
