/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { ownCases } from './own-cases.ts';
import { listedCase } from './own-listed.ts';
import { pickupCases } from './own-pickups.ts';
import { returnCases } from './own-returns.ts';

/** Inside the Netherlands. */
export const domestic: ShipmentRequest = {
  ...withinCanada,
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: 'Zenderstraat 10',
    city: 'Eindhoven',
    provinceCode: '',
    zipcode: '5611 EM',
    countryCode: 'NL',
    phone: '+31401234567',
  },
  to: {
    name: 'Test Receiver',
    address1: 'Ontvangerstraat 20',
    city: 'Amsterdam',
    provinceCode: '',
    zipcode: '1012 AB',
    countryCode: 'NL',
    residential: true,
  },
};

/** To the United States, with customs papers. */
export const crossBorder: ShipmentRequest = {
  ...domestic,
  to: {
    name: 'US Receiver',
    address1: '1 Test Street',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14201',
    countryCode: 'US',
    phone: '716-555-0100',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'EUR',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(2500, 'EUR'),
        unitGrams: 300,
        hsCode: '610910',
        originCountry: 'NL',
      },
    ],
  },
};

/** Back again. */
export const returned: ShipmentRequest = { ...domestic, from: domestic.to, to: domestic.from, return: {} };

export const pickupWish: PickupWish = {
  address: domestic.from,
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  place: 'reception',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 1200,
    services: ['dhl_express:worldwide/incoterm=dap'],
    destinations: ['US'],
    trackingNumbers: [],
  },
  language: 'en',
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'sendcloud-alpha',
    credentials: { publicKey: 'alphaSendcloudPublic01', secretKey: 'alphaSendcloudSecret01' },
  },
  otherAccount: {
    id: 'sendcloud-beta',
    credentials: { publicKey: 'betaSendcloudPublic002', secretKey: 'betaSendcloudSecret002' },
  },
  wrongCredentials: { publicKey: 'nobodysSendcloudKey003', secretKey: 'nobodysSendcloudKey003' },
  service: 'postnl:standard',
  domestic,
  crossBorder: { service: 'ups:standard', shipment: crossBorder },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, address1: 'Ontvangerstrat 20' },
    unknown: { ...domestic.to, address1: 'Nergensstraat 9999' },
  },
  returned: { service: 'ups:standard/return', shipment: returned },
  pickup: pickupWish,
  ownCases: [...ownCases(domestic, crossBorder), listedCase, ...returnCases(returned), ...pickupCases(pickupWish)],
};
