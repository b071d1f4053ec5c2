/** What the conformance suite needs of this connector: accounts of the simulator, shipments, a price list, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { samplePriceList } from '@scanship/connector-kit/conformance/sample-price-list';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from '../src/manifest.ts';
import { ownCases } from './own-cases.ts';

export const withinGermany: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: 'Leipziger Str. 82',
    city: 'Frankfurt am Main',
    provinceCode: '',
    zipcode: '60487',
    countryCode: 'DE',
    phone: '+49 69 5550100',
  },
  to: {
    name: 'Test Receiver',
    address1: 'Widosteig 17',
    city: 'Berlin',
    provinceCode: '',
    zipcode: '12524',
    countryCode: 'DE',
    residential: true,
  },
  parcels: [{ number: 1, weightGrams: 1250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

/** Inside the Union there is a border of countries, and none of customs. */
export const toAustria: ShipmentRequest = {
  ...withinGermany,
  to: { ...withinGermany.to, address1: 'Ringstrasse 1', city: 'Wien', zipcode: '1010', countryCode: 'AT' },
};

const returned: ShipmentRequest = {
  ...withinGermany,
  from: withinGermany.to,
  to: withinGermany.from,
  return: {},
};

const pickup: PickupWish = {
  address: withinGermany.from,
  date: '2026-11-24',
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'back-door',
  instructions: 'Ring twice.',
  load: { parcels: 3, totalGrams: 4500, services: ['PARCEL'], destinations: ['DE'], trackingNumbers: [] },
  language: 'en',
};

const sheet = samplePriceList(manifest, 'EUR', 'DE');

export const samples: ConnectorSamples = {
  settings: { sheet },
  account: {
    id: 'gls-group-alpha',
    credentials: { clientId: 'gls-alpha-client', clientSecret: 'gls-alpha-secret-1', contactId: '276a45e7ZY' },
  },
  otherAccount: {
    id: 'gls-group-beta',
    credentials: { clientId: 'gls-beta-client', clientSecret: 'gls-beta-secret-2', contactId: '276b5r5N0E' },
  },
  wrongCredentials: { clientId: 'gls-alpha-client', clientSecret: 'not-the-secret', contactId: '276a45e7ZY' },
  service: 'PARCEL',
  domestic: withinGermany,
  returned: { service: 'SHOPRETURN', shipment: returned },
  addresses: {
    good: withinGermany.to,
    unknown: { ...withinGermany.to, zipcode: '99999' },
  },
  pickup,
  // Each of the two products carries several services of ours.
  offerGroups: [0, 1].flatMap((place) => [`AllowedServices[${place}]`, `AllowedServices[${place}].ProductName`]),
  ownCases: ownCases(withinGermany, returned, pickup),
};
