/** A franchise's own or local courier, priced by an uploaded rate sheet. No outside service is called. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier';

export const manifest: CarrierManifest = {
  slug: 'rate-sheet',
  name: 'Own courier (rate sheet)',
  maturity: 'own',
  originCountries: ['*'],
  // Services come with each account's sheet: `accountServices` in carrier.ts.
  services: [],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    // Scans of an own courier are not collected yet; a label alone is no tracking.
    track: false,
    testConnection: true,
    parcelsPerCall: 99,
    international: true,
    signature: true,
    insurance: true,
    shipperNumbers: true,
  },
  credentials: [],
  // The sheet's own limits per service are stricter and said in its own words; these only stop nonsense.
  limits: { maxGrams: 1_000_000, maxLengthMm: 10_000, dimensionsRequired: false },
  quota: { calls: 1_000, perMs: 1_000 },
  deadlineMs: { rate: 2_000, ship: 5_000, other: 2_000 },
  endpoints: {},
  labelFormats: ['pdf', 'zpl'],
};
