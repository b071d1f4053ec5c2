/** A franchise's own or local courier, priced by an uploaded rate sheet. No outside service is called. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'rate-sheet',
  name: 'Own courier (rate sheet)',
  maturity: 'own',
  originCountries: ['*'],
  // Services come with each account's sheet: `accountServices` in carrier.ts.
  services: [],
  prices: 'list',
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
    saturdayDelivery: true,
  },
  credentials: [],
  notOffered: {
    claims: 'An own courier has no interface; a claim is handed over on paper.',
    listLabels: 'Labels of an own courier are made here; nobody else knows of them.',
    returns: 'A rate sheet states prices of parcels that go out; returns of an own courier are agreed by telephone.',
    refund: 'A void of an own courier is credited at once.',
    track: 'Scans of an own courier are not collected.',
    trackPush: 'Scans of an own courier are not collected.',
    proofOfDelivery: 'Scans of an own courier are not collected.',
    pickup: 'The own courier comes by agreement.',
    endOfDay: 'The own courier signs our hand-over list.',
    checkAddress: 'A rate sheet has no address service.',
    landedCost: 'A rate sheet states transport prices only.',
    attachDocument: 'Papers travel with the parcel.',
    discoverServices: 'The services are those of the sheet.',
    onboarding: 'A rate sheet needs no account elsewhere.',
    dangerousGoods: 'A rate sheet states no rule for dangerous goods.',
  },
  // The sheet's own limits per service are stricter and said in its own words; these only stop nonsense.
  limits: { maxGrams: 1_000_000, maxLengthMm: 10_000, dimensionsRequired: false },
  quota: { calls: 1_000, perMs: 1_000 },
  deadlineMs: { rate: 2_000, ship: 5_000, other: 2_000 },
  endpoints: {},
  labelFormats: ['pdf', 'zpl'],
  // Its labels are drawn by us, in fonts for every script.
  letters: 'any',
};
