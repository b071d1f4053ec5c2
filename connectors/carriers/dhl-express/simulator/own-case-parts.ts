/** What the own cases have in common: sign-in, addresses, a parcel. The clock of own cases stands at 2026-01-01T00:00:00Z. */
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

// alphaTestShop:A!1aTestWord
export const signed = {
  authorization: 'Basic YWxwaGFUZXN0U2hvcDpBITFhVGVzdFdvcmQ=',
  'x-version': '3.1.0',
  accept: 'application/json',
};

export const inside: ShipmentRequest = {
  ...withinCanada,
  shipDate: '2026-01-05',
  from: { ...withinCanada.from, phone: '416 555 0100' },
  to: { ...withinCanada.to, phone: '604 555 0100' },
};

export const abroad: ShipmentRequest = {
  ...canadaToUnitedStates,
  shipDate: '2026-01-05',
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100', taxIds: [{ kind: 'BN', number: '123456789' }] },
  to: { ...canadaToUnitedStates.to, phone: '716 555 0123' },
};

export const toronto = {
  postalCode: 'M5V 2T6',
  cityName: 'Toronto',
  countryCode: 'CA',
  provinceCode: 'ON',
  addressLine1: '10 Sender Road',
};
export const vancouver = {
  postalCode: 'V6B 1A1',
  cityName: 'Vancouver',
  countryCode: 'CA',
  provinceCode: 'BC',
  addressLine1: '20 Receiver Avenue',
};
export const buffalo = {
  postalCode: '14201',
  cityName: 'Buffalo',
  countryCode: 'US',
  provinceCode: 'NY',
  addressLine1: '1 Test Street',
};
export const sender = { phone: '416 555 0100', companyName: 'Test Shop', fullName: 'Test Sender' };
export const receiver = { phone: '604 555 0100', companyName: 'Test Receiver', fullName: 'Test Receiver' };
export const buyer = { phone: '716 555 0123', companyName: 'US Receiver', fullName: 'US Receiver' };
export const shipper = { typeCode: 'shipper', number: '966123451' };
/** 1250 g and 300 x 200 x 100 mm. */
export const parcel = { weight: 1.25, dimensions: { length: 30, width: 20, height: 10 } };
/** Noon in Toronto, in winter. */
export const planned = '2026-01-05T12:00:00 GMT-05:00';

export const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
/** "%PDF-1.4" */
export const PDF = 'JVBERi0xLjQ=';
/** "^XA^XZ" */
export const ZPL = 'XlhBXlha';
