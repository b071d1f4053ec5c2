/** Plain shipments for connectors' tests: within Canada, across the border, within the United States. Fictional people. */
import { money } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { ClaimInput } from '../carrier/claims.ts';

export const withinCanada: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: '10 Sender Road',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5V 2T6',
    countryCode: 'CA',
  },
  to: {
    name: 'Test Receiver',
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    provinceCode: 'BC',
    zipcode: 'V6B 1A1',
    countryCode: 'CA',
    residential: true,
  },
  parcels: [{ number: 1, weightGrams: 1250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

const shirts: Customs = {
  purpose: 'Sale',
  incoterm: 'DAP',
  dutiesPaidBy: 'Receiver',
  currency: 'CAD',
  items: [
    {
      description: 'Cotton shirt',
      quantity: 2,
      unitValue: money(2500, 'CAD'),
      unitGrams: 300,
      hsCode: '610910',
      originCountry: 'CA',
    },
  ],
};

export const canadaToUnitedStates: ShipmentRequest = {
  ...withinCanada,
  to: {
    name: 'US Receiver',
    address1: '1 Test Street',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14201',
    countryCode: 'US',
  },
  customs: shirts,
};

export const withinUnitedStates: ShipmentRequest = {
  ...withinCanada,
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: '10 Sender Street',
    city: 'New York',
    provinceCode: 'NY',
    zipcode: '10007',
    countryCode: 'US',
    phone: '212-555-0100',
  },
  to: {
    name: 'Test Receiver',
    address1: '1 Test Street',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14201',
    countryCode: 'US',
    residential: true,
  },
};

/** A claim of a parcel as the kit hands it to a connector; the number and the carrier's id are the label's. */
export const sampleClaim: Omit<ClaimInput, 'reference' | 'trackingNumber' | 'carrierShipmentId'> = {
  kind: 'damage',
  delivered: true,
  amount: money(2000, 'USD'),
  description: 'The box was crushed and the mug is in pieces.',
  contact: { name: 'Test Shop', email: 'claims@shop.example' },
  photos: () => Promise.resolve([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]),
  photoAddresses: ['https://shop.example/claim-evidence/one'],
  paper: () => Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.4 claim'))),
};
