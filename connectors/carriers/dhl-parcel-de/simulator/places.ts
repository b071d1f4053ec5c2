/** Fictional people and shipments in and from Germany. */
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const domestic: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop GmbH',
    address1: 'Absenderstraße 10',
    city: 'Berlin',
    provinceCode: '',
    zipcode: '10115',
    countryCode: 'DE',
    phone: '+49 30 5550100',
    email: 'shop@example.com',
  },
  to: {
    name: 'Test Receiver',
    address1: 'Empfängerweg 20a',
    city: 'Bonn',
    provinceCode: '',
    zipcode: '53113',
    countryCode: 'DE',
    residential: true,
  },
  parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

export const crossBorder: ShipmentRequest = {
  ...domestic,
  from: { ...domestic.from, taxIds: [{ kind: 'EORI', number: 'DE123456789012345' }] },
  to: {
    name: 'GB Receiver',
    address1: '10 Test Street',
    address2: '2nd floor',
    city: 'London',
    provinceCode: '',
    zipcode: 'SW1A 1AA',
    countryCode: 'GB',
    phone: '+44 20 5550123',
    email: 'receiver@example.com',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'EUR',
    invoiceNumber: 'INV-1',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(2500, 'EUR'),
        unitGrams: 300,
        hsCode: '610910',
        originCountry: 'DE',
      },
    ],
  },
};

export const returned: ShipmentRequest = { ...domestic, from: domestic.to, to: domestic.from, return: {} };
