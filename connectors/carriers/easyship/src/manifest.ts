/** Easyship: what it offers, as data. Sources are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { MANIFESTED, SERVICES } from './manifest-services.ts';

export const manifest: CarrierManifest = {
  slug: 'easyship',
  name: 'Easyship',
  maturity: 'samples',
  contractVersion: 'Easyship API 2024-09 (reference of 2026-07), samples of 2023-01',
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
    signature: false,
    insurance: true,
    shipperNumbers: false,
    pickup: true,
    endOfDay: true,
    checkAddress: true,
    landedCost: true,
    discoverServices: true,
  },
  keys: {
    before: 'An Easyship account with a plan that includes the API.',
    page: 'https://app.easyship.com',
  },
  credentials: [
    {
      name: 'token',
      label: 'Access token',
      help: 'In Easyship under Connect, New Integration, API Integration; tokens of the sandbox begin with sand_. Switch on the scopes for rates, shipments, labels, tracking, pickups, manifests, courier services, transaction records, address validation, and taxes and duties.',
      secret: true,
      required: true,
      pattern: '(prod|sand)_[A-Za-z0-9+/=_-]{16,200}',
    },
    {
      name: 'category',
      label: 'Category of goods',
      help: 'What is mostly sent: Easyship is told of it for goods without an HS code.',
      secret: false,
      required: true,
      choices: [
        { value: 'fashion', label: 'Fashion' },
        { value: 'bags_luggages', label: 'Bags and luggage' },
        { value: 'jewelry', label: 'Jewelry' },
        { value: 'watches', label: 'Watches' },
        { value: 'health_beauty', label: 'Health and beauty' },
        { value: 'dry_food_supplements', label: 'Dry food and supplements' },
        { value: 'home_decor', label: 'Home decor' },
        { value: 'home_appliances', label: 'Home appliances' },
        { value: 'toys', label: 'Toys' },
        { value: 'sport_leisure', label: 'Sport and leisure' },
        { value: 'audio_video', label: 'Audio and video' },
        { value: 'cameras', label: 'Cameras' },
        { value: 'computers_laptops', label: 'Computers and laptops' },
        { value: 'mobile_phones', label: 'Mobile phones' },
        { value: 'tablets', label: 'Tablets' },
        { value: 'accessory_no_battery', label: 'Accessories without a battery' },
        { value: 'accessory_with_battery', label: 'Accessories with a battery' },
      ],
    },
  ],
  notOffered: {
    returns:
      'Easyship makes returns out of its own shipments and states no price before; its documents do not say which way the addresses of any other return go.',
    trackPush:
      'Easyship’s webhooks report on a whole account, whoever’s labels they are; labels are asked about instead.',
    proofOfDelivery: 'Easyship hands out no proof of delivery; the carrier behind the label has it.',
    attachDocument: 'Easyship makes customs papers from the declared goods and takes no documents.',
    onboarding: 'Sellers create a token in Easyship themselves; a sign-in is there for its contracted partners alone.',
    signature: 'Easyship offers a signature to selected customers only, by codes of two of its couriers.',
  },
  // Slots are listed for the coming seven days.
  pickup: { daysAhead: 7, canCancel: true, canChange: false, charged: true },
  endOfDay: { name: 'Manifest', shipmentsPerCall: 100, required: false, endsVoiding: false, services: MANIFESTED },
  dangerousGoods: ['lithium-ion-in-equipment', 'lithium-ion-with-equipment'],
  limits: { maxGrams: 70_000, dimensionsRequired: true },
  // Documents, "Rate limit": 60 requests a minute, 10 a second; 6 a minute in the sandbox.
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { rate: 25_000, ship: 60_000, other: 15_000 },
  endpoints: { live: 'https://public-api.easyship.com', sandbox: 'https://public-api-sandbox.easyship.com' },
  // Where Easyship's own papers lie (reference, "shipment.label.created").
  hosts: ['public-api.easyship.com', 'public-api-sandbox.easyship.com', 'goeasyship.s3.amazonaws.com'],
  voiding: { refund: 'later' },
  labelFormats: ['pdf'],
};
