/** UPS: what it offers, as data. Limits: ups.com, "Maximum size and weight"; calls: UPS REST APIs (see README.md). */
import type { CarrierManifest } from '@scanship/connector-kit/carrier';
import { PACKAGINGS } from './packagings.ts';

export const manifest: CarrierManifest = {
  slug: 'ups',
  name: 'UPS',
  maturity: 'contract',
  originCountries: ['CA', 'US'],
  // One code means different products by origin; prices carry the name of the shipment's own origin.
  services: [
    { code: '11', name: 'UPS Standard', scope: 'both' },
    { code: '03', name: 'UPS Ground (US)', scope: 'domestic' },
    { code: '12', name: 'UPS 3 Day Select', scope: 'both' },
    { code: '02', name: 'UPS Expedited (Canada), UPS 2nd Day Air (US)', scope: 'domestic' },
    { code: '59', name: 'UPS 2nd Day Air A.M. (US)', scope: 'domestic' },
    { code: '13', name: 'UPS Express Saver (Canada), UPS Next Day Air Saver (US)', scope: 'domestic' },
    { code: '01', name: 'UPS Express (Canada), UPS Next Day Air (US)', scope: 'domestic' },
    { code: '14', name: 'UPS Express Early (Canada), UPS Next Day Air Early (US)', scope: 'both' },
    { code: '08', name: 'UPS Worldwide Expedited', scope: 'international' },
    { code: '65', name: 'UPS Express Saver (to the US), UPS Worldwide Saver', scope: 'international' },
    { code: '07', name: 'UPS Worldwide Express', scope: 'international' },
    { code: '54', name: 'UPS Worldwide Express Plus', scope: 'international' },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    // The contract takes 200; the answer carries every label, so calls are kept to a size that can be read in time.
    parcelsPerCall: 20,
    international: true,
    signature: true,
    insurance: true,
    shipperNumbers: false,
  },
  credentials: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'On developer.ups.com under My Apps, open the application (or add one with the products Rating, Shipping, Tracking) and copy its Client ID.',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'On developer.ups.com under My Apps, beside the Client ID of the same application.',
      secret: true,
      required: true,
    },
    {
      name: 'accountNumber',
      label: 'Account (shipper) number',
      help: 'The six letters and digits on your UPS invoice, or on ups.com under Accounts and Payment; the account must belong to the application.',
      secret: false,
      required: true,
      pattern: '^[0-9A-Za-z]{6}$',
    },
  ],
  limits: { maxGrams: 70_000, maxLengthMm: 2743, maxLengthPlusGirthMm: 4191, dimensionsRequired: true },
  quota: { calls: 10, perMs: 1000 },
  deadlineMs: { rate: 8000, ship: 20_000, other: 10_000 },
  endpoints: { live: 'https://onlinetools.ups.com', sandbox: 'https://wwwcie.ups.com' },
  labelFormats: ['gif', 'zpl'],
  packagings: PACKAGINGS,
  tracking: { numbersPerCall: 1 },
  // UPS bills on tender: a voided label never is.
  voiding: { refund: 'now' },
};
