/** Amazon Shipping: what it offers, as data. Sources of limits, services and addresses are in README.md. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { amazonAppFields } from '@scanship/connector-kit/amazon/manifest-amazon';

export const manifest: CarrierManifest = {
  slug: 'amazon-shipping',
  name: 'Amazon Shipping',
  maturity: 'contract',
  contractVersion: 'Selling Partner API, Shipping v2 (2026-08-05)',
  originCountries: ['US', 'GB', 'FR', 'IT', 'ES', 'IN'],
  services: [
    { code: 'std-us-swa-mfn', name: 'Amazon Shipping Ground', scope: 'domestic' },
    { code: 'AMZN_US_STD', name: 'Amazon Shipping Standard', scope: 'domestic' },
    { code: 'AMZN_US_PREM', name: 'Amazon Shipping Premium', scope: 'domestic' },
    { code: 'SWA-UK-PREM', name: 'Amazon Shipping One Day (United Kingdom)', scope: 'domestic' },
    { code: 'SWA-UK-2D', name: 'Amazon Shipping Two Day', scope: 'domestic' },
    { code: 'SWA-FR-PRIME-PREM', name: 'Amazon Shipping One Day (France)', scope: 'domestic' },
    { code: 'SWA-IT-PRIME-PREM', name: 'Spedizione nazionale express', scope: 'domestic' },
    { code: 'SWA-ES-PRIME-PREM', name: 'Amazon Shipping Express', scope: 'domestic' },
    { code: 'SWA-IN-OA', name: 'Amazon Shipping Standard (India)', scope: 'domestic' },
  ],
  capabilities: {
    rate: true,
    ship: true,
    cancel: true,
    track: true,
    testConnection: true,
    parcelsPerCall: 1,
    international: false,
    signature: true,
    insurance: true,
    shipperNumbers: false,
    returns: true,
    endOfDay: true,
  },
  keys: {
    before:
      'An Amazon Shipping account, and an application of your own with the roles of Amazon Shipping under Develop Apps.',
    page: 'https://sellercentral.amazon.com',
  },
  credentials: [
    {
      name: 'country',
      label: 'Country of the Amazon Shipping account',
      help: 'Amazon Shipping has one account for each country and ships inside it.',
      secret: false,
      required: true,
      choices: [
        { value: 'US', label: 'United States' },
        { value: 'GB', label: 'United Kingdom' },
        { value: 'FR', label: 'France' },
        { value: 'IT', label: 'Italy' },
        { value: 'ES', label: 'Spain' },
        { value: 'IN', label: 'India' },
      ],
    },
    ...amazonAppFields('In Seller Central or Shipper Central'),
  ],
  notOffered: {
    listLabels: 'Amazon Shipping answers one shipment at a time by its number; it lists none.',
    saturdayDelivery: 'Amazon Shipping has no Saturday delivery to choose.',
    international:
      'Amazon Shipping carries parcels inside one country; its API has no customs declaration and no way across a border.',
    refund: 'Amazon credits cancelled shipments by itself and its API does not tell when.',
    trackPush: 'Amazon sends news of parcels to queues inside its own cloud only, not to a web address.',
    proofOfDelivery: 'Amazon’s API tells that and where a parcel was left, and gives out no proof of delivery.',
    pickup: 'Pick-ups are agreed with Amazon in Shipper Central; its API books none.',
    checkAddress: 'Amazon’s API has no address check apart from asking prices.',
    landedCost: 'Amazon Shipping does not cross borders, so that there are no duties to state.',
    attachDocument: 'Amazon Shipping does not cross borders and takes no customs papers.',
    discoverServices: 'Amazon offers services per parcel, with its price; there is no list per account.',
    onboarding: 'Sellers authorise their own application at Amazon and enter its keys and refresh token here.',
  },
  dangerousGoods: [
    'lithium-ion-in-equipment',
    'lithium-ion-with-equipment',
    'lithium-metal-in-equipment',
    'lithium-metal-with-equipment',
  ],
  endOfDay: { name: 'Collection form', shipmentsPerCall: 1000, required: false, endsVoiding: false },
  // Amazon publishes no limits that hold everywhere; this only keeps out what no parcel network takes, and its rates say the rest.
  limits: { maxGrams: 31_751, dimensionsRequired: true },
  quota: { calls: 80, perMs: 1000 },
  deadlineMs: { rate: 12_000, ship: 25_000, other: 15_000 },
  endpoints: {
    live: 'https://sellingpartnerapi-na.amazon.com',
    sandbox: 'https://sandbox.sellingpartnerapi-na.amazon.com',
  },
  hosts: ['sellingpartnerapi-eu.amazon.com', 'sandbox.sellingpartnerapi-eu.amazon.com', 'api.amazon.com'],
  labelFormats: ['png', 'zpl'],
  voiding: { refund: 'later' },
};
