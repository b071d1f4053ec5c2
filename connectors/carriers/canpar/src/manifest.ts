/** Canpar Express: what it offers, as data. Sources of limits, services and addresses are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

const POUND_75 = 34_019;
const POUND_70 = 31_751;

export const manifest: CarrierManifest = {
  slug: 'canpar',
  name: 'Canpar Express',
  maturity: 'contract',
  contractVersion:
    'Canship web services: CanparRatingService, CanshipBusinessService, CanparAddonsService (2026-04-19)',
  originCountries: ['CA'],
  services: [
    { code: '1', name: 'Ground', scope: 'domestic' },
    { code: '3', name: 'Select Letter', scope: 'domestic' },
    { code: '4', name: 'Select Pak', scope: 'domestic' },
    { code: '5', name: 'Select', scope: 'domestic', maxGrams: POUND_75 },
    { code: 'C', name: 'Overnight Letter', scope: 'domestic' },
    { code: 'D', name: 'Overnight Pak', scope: 'domestic' },
    { code: 'E', name: 'Overnight', scope: 'domestic', maxGrams: POUND_75 },
    { code: '2', name: 'U.S.A. Ground', scope: 'international', maxGrams: POUND_70 },
    { code: 'F', name: 'Select U.S.A. Letter', scope: 'international' },
    { code: 'G', name: 'Select U.S.A. Pak', scope: 'international' },
    { code: 'H', name: 'Select U.S.A.', scope: 'international', maxGrams: POUND_70 },
    { code: 'I', name: 'International', scope: 'international' },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 99,
    international: true,
    signature: true,
    insurance: true,
    shipperNumbers: false,
    saturdayDelivery: true,
    pickup: true,
    endOfDay: true,
    checkAddress: true,
    proofOfDelivery: true,
    discoverServices: true,
  },
  keys: {
    before:
      'A Canpar account. Call the Service Desk at 1-866-588-1488 and ask for web services: without them the sign-in of Canship is refused here.',
  },
  credentials: [
    {
      name: 'user',
      label: 'User ID',
      help: 'The user ID of your Canship account, usually an e-mail address; Canpar’s Service Desk (1-866-588-1488) opens it for web services.',
      secret: false,
      required: true,
      pattern: '\\S{1,50}',
      example: 'shipping@example.com',
    },
    {
      name: 'password',
      label: 'Password',
      help: 'The password of that Canship user.',
      secret: true,
      required: true,
      pattern: '.{1,50}',
    },
    {
      name: 'shipper',
      label: 'Shipper number',
      help: 'Eight digits, on your Canpar invoices and in Canship beside your company’s name.',
      secret: false,
      required: true,
      pattern: '\\d{8}',
      example: '12345678',
    },
  ],
  notOffered: {
    claims: 'Canpar takes claims on its own forms; its API has no call for them.',
    listLabels: 'Canpar lists the shipments that wait for a manifest; those on one are asked for one by one.',
    refund: 'A voided Canpar shipment is never billed, so there is no refund to ask about.',
    returns:
      'Canpar documents its pickup tags and return tags only to customers who have them enabled, so none are made here.',
    trackPush: 'Canpar’s web services answer questions about parcels and send no news by themselves.',
    landedCost: 'Canpar’s web services state no duties and taxes of other countries.',
    attachDocument: 'Canpar makes the commercial invoice itself from the declared goods and takes no documents.',
    onboarding: 'Canpar’s Service Desk opens web services per customer; there is no sign-in to send a seller to.',
  },
  dangerousGoods: ['limited-quantity'],
  pickup: { daysAhead: 5, canCancel: true, canChange: false, charged: false },
  endOfDay: { name: 'Manifest', shipmentsPerCall: 500, required: true, endsVoiding: true },
  limits: { maxGrams: 68_038, maxLengthMm: 2740, maxLengthPlusGirthMm: 4190, dimensionsRequired: false },
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { rate: 12_000, ship: 30_000, other: 15_000 },
  endpoints: { live: 'https://canship.canpar.com', sandbox: 'https://sandbox.canpar.com' },
  voiding: { refund: 'now' },
  labelFormats: ['png'],
};
