/** Asendia Sync: what it offers, as data. Sources of products, formats and addresses are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';

export const manifest: CarrierManifest = {
  slug: 'asendia',
  name: 'Asendia',
  maturity: 'contract',
  contractVersion: 'Asendia Sync API 1.0.0 (2026-06-23)',
  // The European subsidiaries' interface; Asendia USA has another one.
  originCountries: 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
  services: [
    { code: 'EPAQSTD-CUP', name: 'e-PAQ Standard, receiver pays duty', scope: 'international', maxGrams: 2_000 },
    { code: 'EPAQSTD-CPPR', name: 'e-PAQ Standard, duty prepaid', scope: 'international', maxGrams: 2_000 },
    { code: 'EPAQPLS-CUP', name: 'e-PAQ Plus, receiver pays duty', scope: 'international', maxGrams: 2_000 },
    { code: 'EPAQPLS-CPPR', name: 'e-PAQ Plus, duty prepaid', scope: 'international', maxGrams: 2_000 },
    { code: 'EPAQSCT-CUP', name: 'e-PAQ Select, receiver pays duty', scope: 'international', maxGrams: 30_000 },
    { code: 'EPAQSCT-CPPR', name: 'e-PAQ Select, duty prepaid', scope: 'international', maxGrams: 30_000 },
    { code: 'EPAQELT-CUP', name: 'e-PAQ Elite, receiver pays duty', scope: 'international', maxGrams: 30_000 },
    { code: 'EPAQELT-CPPR', name: 'e-PAQ Elite, duty prepaid', scope: 'international', maxGrams: 30_000 },
  ],
  prices: 'list',
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
    endOfDay: true,
  },
  keys: {
    before:
      'An Asendia contract. Ask your contact there for a user of its own, so that nobody’s change of password ends the connection.',
    page: 'https://www.asendia-sync.com',
  },
  credentials: [
    {
      name: 'username',
      label: 'User name',
      help: 'The one you sign in with at asendia-sync.com; ask your Asendia contact for a user of its own for this connection.',
      secret: false,
      required: true,
      pattern: '.{1,50}',
      example: 'maple.shipping',
    },
    {
      name: 'password',
      label: 'Password',
      help: 'The password of that user at asendia-sync.com.',
      secret: true,
      required: true,
      pattern: '.{4,100}',
    },
    {
      name: 'customerId',
      label: 'Customer ID',
      help: 'Two letters of your country and a number, such as DE12345678; it stands on your contract and is listed on asendia-sync.com.',
      secret: false,
      required: true,
      pattern: '[A-Z]{2}[0-9A-Za-z]{2,60}',
      example: 'DE12345678',
    },
  ],
  notOffered: {
    listLabels: 'Asendia Sync lists parcels without our reference and from the first one on, not from a day.',
    returns:
      'Asendia makes return labels together with the label that goes out; one for a parcel already sent is not described.',
    refund: 'Asendia Sync tells nothing about charges, so nothing about what comes back.',
    trackPush: 'Asendia Sync sends no news by itself.',
    proofOfDelivery: 'Asendia Sync tells events of a parcel and gives out no proof of delivery.',
    pickup: 'Collections are agreed with Asendia; Asendia Sync books none.',
    checkAddress: 'Asendia Sync has no address check.',
    landedCost: 'Asendia Sync tells no duties and taxes.',
    attachDocument: 'Asendia Sync takes customs documents for a customer as a whole, not for one shipment.',
    discoverServices: 'Asendia Sync lists no products per customer; the contract names them.',
    onboarding: 'Users of asendia-sync.com are set up by Asendia; there is no sign-in to send sellers to.',
    dangerousGoods:
      'Asendia Sync has one mark for all dangerous goods; which of them are taken is agreed with each customer.',
  },
  endOfDay: { name: 'Manifest', shipmentsPerCall: 500, required: true, endsVoiding: true },
  limits: { maxGrams: 30_000, dimensionsRequired: true },
  quota: { calls: 10, perMs: 1000 },
  deadlineMs: { rate: 5_000, ship: 30_000, other: 20_000 },
  endpoints: { live: 'https://www.asendia-sync.com' },
  labelFormats: ['pdf', 'zpl'],
  voiding: { refund: 'none' },
};
